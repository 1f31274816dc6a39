"""Codes of tables: said aloud, typed somehow, never somebody else's, and not to be guessed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playkit import BOT, ME, OPEN, make

from osteria.server.people.codes import FEWEST, MOST, WORDS, code_of, digits_for, read_code

IDS = st.text("abcdefghijkmnpqrstuvwxyz23456789", min_size=12, max_size=12)


@settings(deadline=None)
@given(IDS, st.integers(FEWEST, MOST))
def test_a_code_is_read_however_it_was_typed(table_id: str, digits: int) -> None:
    code = code_of(table_id, digits)
    word, number = code.split(" ")
    assert word in WORDS
    assert len(number) == digits
    assert code == read_code(f"  {word.upper()}-{number} ") == read_code(f"{word}{number}")


@settings(deadline=None)
@given(IDS, st.sets(IDS, max_size=40))
def test_a_new_code_is_the_beginning_of_no_other_one(table_id: str, others: set[str]) -> None:
    others.discard(table_id)
    digits = digits_for(table_id, others)
    assert FEWEST <= digits <= MOST
    if digits < MOST:
        assert not any(code_of(other, MOST).startswith(code_of(table_id, digits)) for other in others)


def test_a_code_grows_by_a_digit_for_every_code_that_begins_like_it() -> None:
    own, other = "a" * 12, "b" * 12
    assert digits_for(own, []) == digits_for(own, [other]) == FEWEST
    assert digits_for(own, [own]) == MOST


@pytest.mark.parametrize(
    "text", ["", "basilico", "42", "basilico 4", "basilico 1234567", "nonsense 42", "basilico 42 43"]
)
def test_what_cannot_be_a_code_is_none(text: str) -> None:
    assert read_code(text) is None


def waiting(client) -> dict:
    """A table with a free chair."""
    body = {"game": "roll-for-soles", "seats": [ME, OPEN]}
    return client.post("/api/tables", json=body).json()


def test_a_code_leads_to_the_table_while_a_chair_is_free(client) -> None:
    made = waiting(client)
    path = f"/api/tables/{made['table']}"
    code = client.get(path).json()["table"]["code"]
    assert client.get(f"/api/codes/{code.upper().replace(' ', '')}").json() == {"table": made["table"]}
    assert client.post(path + "/sit", json={"name": "Ben"}).status_code == 200
    assert client.get(path).json()["table"]["code"] == ""
    assert client.get(f"/api/codes/{code}").json()["error"]["key"] == "code.unknown"


def test_a_table_without_a_free_chair_has_no_code(client) -> None:
    made = make(client, ME, BOT)
    assert client.get(f"/api/tables/{made['table']}").json()["table"]["code"] == ""


def test_who_guesses_ten_times_has_to_wait(client) -> None:
    made = waiting(client)
    code = client.get(f"/api/tables/{made['table']}").json()["table"]["code"]
    wrong = [f"zucca {number}" for number in range(10, 21) if f"zucca {number}" != code]
    keys = [client.get(f"/api/codes/{guess}").json()["error"]["key"] for guess in [*wrong, *wrong][:11]]
    assert keys == ["code.unknown"] * 10 + ["request.too-many"]

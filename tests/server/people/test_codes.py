"""Codes of tables: said aloud, typed somehow, never somebody else's, and not to be guessed."""

import asyncio
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playkit import BOT, ME, OPEN, make

from osteria.server.people import code_index
from osteria.server.people.code_index import CodeIndex
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


@pytest.fixture
def index() -> tuple[CodeIndex, list[tuple[float, str]], list[float]]:
    """An index over 10,000 tables: the tables, which grow, and since when they were read each time."""
    tables, asked = [(time.time() - 100, f"{number:012d}") for number in range(10_000)], list[float]()

    async def read(since: float) -> list[str]:
        asked.append(since)
        return [table_id for at, table_id in reversed(tables) if at > since]

    return CodeIndex(read), tables, asked


def test_an_index_finds_the_tables_that_begin_alike_and_new_ones_at_once(index) -> None:
    index, tables, _ = index

    async def run() -> None:
        for number in (*range(0, 10_000, 997), 10_001, 10_002):
            if number > 10_000:
                tables.append((time.time() - 5, f"{number:012d}"))
            code = code_of(f"{number:012d}", MOST)
            wanted = [table_id for _, table_id in reversed(tables) if code.startswith(code_of(table_id))]
            assert set(await index.like(code)) == set(wanted)
            assert len(await index.like(code)) == len(wanted)

    asyncio.run(run())


def test_tables_are_sorted_by_their_codes_on_another_thread_and_once(index, monkeypatch) -> None:
    index, _, asked = index
    threads = list[int]()

    def notes_its_thread(table_id: str) -> str:
        threads.append(threading.get_ident())
        return code_of(table_id)

    monkeypatch.setattr(code_index, "code_of", notes_its_thread)

    async def run() -> None:
        await asyncio.gather(*(index.like("basilico 42") for _ in range(5)))
        await index.like("zucca 99")

    asyncio.run(run())
    assert len(threads) == 10_000
    assert threading.get_ident() not in threads
    assert sum(since < time.time() - 3600 for since in asked) == 1, "all are read once, then only what is newer"


def test_tables_that_wait_no_longer_are_soon_gone_from_the_index(index, monkeypatch) -> None:
    index, tables, _ = index
    code = code_of(tables[0][1])

    async def run() -> None:
        assert tables[0][1] in await index.like(code)
        del tables[0]
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + code_index.SORT_SECONDS + 1)
        assert "0" * 12 not in await index.like(code)

    asyncio.run(run())


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


def test_who_guessed_too_often_is_not_told_that_a_code_is_right(client) -> None:
    made = waiting(client)
    code = client.get(f"/api/tables/{made['table']}").json()["table"]["code"]
    for _ in range(20):
        assert client.get(f"/api/codes/{code}").status_code == 200, "who is right guesses nothing"
    for _ in range(10):
        client.get("/api/codes/nothing")
    assert client.get(f"/api/codes/{code}").json()["error"]["key"] == "request.too-many"

"""Words: nothing of the games lacks a sentence, a letter or a clause."""

import pytest

from osteria import law
from osteria.games.pizzeria.cards import KINDS, ORDERS
from osteria.games.pizzeria.telling import CLAUSES, EVENTS
from osteria.terminal.pizzeria import telling
from osteria.terminal.pizzeria.cards import COLOURS, LETTERS, counted, row_of
from osteria.terminal.pizzeria.cards import KindVoices as Voices
from osteria.terminal.pizzeria.orders import clause_of, wants
from osteria.terminal.words import third_person


def test_every_kind_has_a_letter_of_its_own() -> None:
    assert tuple(LETTERS) == tuple(COLOURS) == KINDS
    assert len(set(LETTERS.values())) == len(KINDS)


def test_every_event_has_a_sentence() -> None:
    together = {"deal", "draw", "turn-over"}
    silent = {"move", "turn"}
    assert {kind.name for kind in EVENTS.values()} - together - silent <= set(telling.SENTENCES)


def test_every_failure_has_a_reason() -> None:
    assert set(telling.FAILURES) == set(CLAUSES) - {"C-1", "C-4", "HP-5", "SM-27"}


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_says_what_it_wants_and_where_that_is_written(order: str) -> None:
    assert wants(order, "pepper")
    assert law.clause(clause_of(order))


def test_the_listener_is_you_and_the_others_have_names() -> None:
    voices = Voices(("olive", "pepper"), "olive")
    assert voices.does("olive", "pass", ".").plain == "You pass."
    assert voices.does("pepper", "pass", ".").plain == " P  pepper passes."
    assert voices.whose("olive").plain == "your"


def test_another_ones_cards_are_counted_and_ones_own_are_named() -> None:
    voices = Voices(("olive", "pepper"), "olive")
    drawn = [{"event": "draw", "seat": seat, "stack": "supply"} for seat in voices.seats]
    mine = {"event": "deal", "seat": "olive", "from": "supply", "card": "double-salami"}
    theirs = {"event": "deal", "seat": "pepper", "from": "supply"}
    lines = telling.tell(voices, [drawn[0], mine, mine, drawn[1], theirs])
    assert [line.plain for line in lines] == [
        "You draw from the supply: 2  SS  double-salami.",
        " P  pepper draws 1 card from the supply.",
    ]


def test_verbs_bend() -> None:
    assert third_person("put an order on top:") == "puts an order on top:"
    assert third_person("match") == "matches"


def test_counts_name_the_card() -> None:
    assert counted({"olive": 2, "double-salami": 1}).plain == "2  O  olive, 1  SS  double-salami"


def test_a_row_of_cards_is_as_long_as_it_has_cards() -> None:
    """The colour belongs to the letters, not to the cell that they lie in."""
    row = row_of({"olive": 2, "double-olive": 1})
    assert (row.plain, row.style) == (" O O OO ", "")

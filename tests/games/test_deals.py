"""The deals of many seeds: every place of a deck is as likely for every card as shuffling makes it (SM-3, MM-3, RS-2)."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest

import osteria
from osteria.games import game as game_of
from osteria.games.pizzeria.cards import KINDS, ORDERS
from osteria.games.pizzeria.record import DEAL
from osteria.play.fate import Seeded, rank_of

DEALS = 1500


def chi_square(found: Counter[int], places: int) -> float:
    """How far counts are from equal, per degree of freedom; about 1 for what is uniform."""
    expected = found.total() / places
    return sum((found[place] - expected) ** 2 / expected for place in range(places)) / (places - 1)


def decks(name: str, players: int, ask: str) -> Iterator[list[int]]:
    """The decks of many seeds, as they lie when chance is first asked for this."""
    match = osteria.new(name, players, seed=osteria.ASK)
    match.play(match.decision.options[0])
    while ask == "order" and match.stepper.ask == DEAL:
        match.play(match.decision.options[0])
    s = match.stepper.states[0]
    return (list(game_of(name).deck(s, partial(rank_of, Seeded(seed).key))) for seed in range(DEALS))


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("name", ["sole-mio", "grande"])
def test_the_sole_mio_card_is_anywhere_in_the_supply_and_never_in_a_first_hand(name: str, players: int) -> None:
    first = 5 * players
    places: Counter[int] = Counter()
    for deck in decks(name, players, "card"):
        assert deck.count(10) == 1
        places[deck.index(10) - first] += 1
    size = len(deck) - first
    assert set(places) <= set(range(size))
    assert places[0] > 0
    assert places[size - 1] > 0
    assert chi_square(places, size) < 2


@pytest.mark.parametrize("name", ["mamma-mia", "sole-mio", "grande"])
def test_the_first_and_the_last_card_of_a_supply_are_of_every_kind_alike(name: str) -> None:
    for place in (0, -2):
        kinds = Counter(deck[place] // 2 for deck in decks(name, 3, "card") if deck[place] < 10)
        assert chi_square(kinds, len(KINDS)) < 4


@pytest.mark.parametrize("name", ["mamma-mia", "sole-mio"])
def test_every_order_is_as_likely_the_top_of_its_stack(name: str) -> None:
    found = Counter(deck[0] for deck in decks(name, 2, "order"))
    orders = sorted(found)
    assert len(orders) == {"mamma-mia": 8, "sole-mio": 11}[name], [ORDERS[order] for order in orders]
    assert chi_square(Counter({place: found[order] for place, order in enumerate(orders)}), len(orders)) < 2.5


def test_every_seat_is_as_likely_to_start() -> None:
    for name in ("mamma-mia", "roll-for-soles"):
        starts = Counter(osteria.new(name, 4, seed=seed).view(0)["turn"] for seed in range(400))
        assert len(starts) == 4
        assert min(starts.values()) > 60

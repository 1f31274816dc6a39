"""What lies on the table when a game begins."""

from collections import Counter

import pytest

import osteria

KINDS = ("olive", "pepper", "mushroom", "salami", "pineapple")
SOLE_MIO_ORDERS = {
    "two-of-each",
    "own-kind",
    "match",
    "without-own",
    "two-doubles",
    "four-three-two-one",
    "sole-mio",
}
MAMMA_MIA_ORDERS = {"mista", "bombastica", "monotoni", "minimale"}


def ingredients(match: osteria.Match) -> Counter[str]:
    """Every ingredient on the table, the Sole Mio! card too."""
    zones = match.zones()
    in_hands = (card for hand in zones["hands"].values() for card in hand if is_ingredient(card))
    return Counter(zones["supply"]) + Counter(in_hands)


def is_ingredient(card: str) -> bool:
    return card.removeprefix("double-") in KINDS


def orders_of(match: osteria.Match, seat: str) -> list[str]:
    zones = match.zones()
    stack, hand = zones["orders"][seat], zones["hands"][seat]
    return sorted(stack + [card for card in hand if not is_ingredient(card)])


def other_kinds(seat: str) -> set[str]:
    return set(KINDS) - {seat}


def sizes(match: osteria.Match, seat: str) -> tuple[int, int]:
    """Ingredients and orders in a hand."""
    hand = match.zones()["hands"][seat]
    orders = [card for card in hand if not is_ingredient(card)]
    return len(hand) - len(orders), len(orders)


@pytest.mark.parametrize(("players", "singles", "supply"), [(5, 13, 35), (4, 12, 36), (3, 10, 32), (2, 8, 28)])
def test_the_box_and_the_deal_of_mamma_mia(players: int, singles: int, supply: int) -> None:
    """MM-1, MM-2, MM-3."""
    match = osteria.new("mamma-mia", players=players, seed=1)
    assert ingredients(match) == dict.fromkeys(KINDS, singles)
    assert len(match.zones()["supply"]) == supply
    for seat in match.seats:
        assert sizes(match, seat) == (6, 1)
        assert orders_of(match, seat) == sorted({f"normale-{kind}" for kind in other_kinds(seat)} | MAMMA_MIA_ORDERS)


@pytest.mark.parametrize(
    ("players", "singles", "doubles", "supply"), [(5, 9, 2, 31), (4, 8, 2, 31), (3, 8, 1, 31), (2, 6, 1, 26)]
)
def test_the_box_and_the_deal_of_sole_mio(players: int, singles: int, doubles: int, supply: int) -> None:
    """SM-1, SM-2, SM-3."""
    match = osteria.new("sole-mio", players=players, seed=1)
    assert ingredients(match) == box(singles, doubles)
    assert len(match.zones()["supply"]) == supply
    for seat in match.seats:
        assert sizes(match, seat) == (5, 2)
        assert orders_of(match, seat) == sorted({f"four-{kind}" for kind in other_kinds(seat)} | SOLE_MIO_ORDERS)


@pytest.mark.parametrize(
    ("players", "singles", "doubles", "supply"), [(5, 12, 2, 46), (4, 11, 2, 46), (3, 11, 1, 46), (2, 8, 1, 36)]
)
def test_the_box_and_the_deal_of_grande(players: int, singles: int, doubles: int, supply: int) -> None:
    """GR-1, GR-2, GR-3."""
    match = osteria.new("grande", players=players, seed=1)
    assert ingredients(match) == box(singles, doubles)
    assert len(match.zones()["supply"]) == supply
    for seat in match.seats:
        others = other_kinds(seat)
        expected = {f"normale-{kind}" for kind in others} | MAMMA_MIA_ORDERS
        expected |= {f"four-{kind}" for kind in others} | SOLE_MIO_ORDERS
        assert sizes(match, seat) == (5, 2)
        assert orders_of(match, seat) == sorted(expected)
        assert len(expected) == 19


@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande"])
def test_seats_take_the_first_kinds_of_the_list(game: str) -> None:
    """G-1: the kinds have one order everywhere, and all five are in play for any number of players."""
    match = osteria.new(game, players=2, seed=1)
    assert match.seats == KINDS[:2]
    assert {card for card in ingredients(match) if card in KINDS} == set(KINDS)


def test_the_first_player_is_drawn() -> None:
    """G-3: the seed, and nothing else, says who starts."""
    starters = [osteria.new("sole-mio", players=5, seed=seed).zones()["starter"] for seed in range(40)]
    assert set(starters) == set(KINDS)
    assert starters == [osteria.new("sole-mio", players=5, seed=seed).zones()["starter"] for seed in range(40)]


def box(singles: int, doubles: int) -> dict[str, int]:
    """The ingredients of a box and its Sole Mio! card."""
    cards = dict.fromkeys(KINDS, singles) | {f"double-{kind}": doubles for kind in KINDS}
    return cards | {"sole-mio": 1}

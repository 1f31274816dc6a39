"""Whole games, played by the engine and by a second reading of the law: they ask the same and show the same table."""

import os
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from second_reading import Pizzeria
from second_reading_orders import KINDS
from second_reading_soles import Sea

import osteria

GAMES = 10 if os.environ.get("OSTERIA_LONG") else 1
EAGER = ("join", "give ", "show", "match", "order", "add", "ask", "want", "pick", "roll")
PATIENT = ("draw orders", "no order", "decline", "close", "settle")


def choose(rng: random.Random, options: set[str], liked: tuple[str, ...]) -> str:
    """Any option, but more often one that is liked: random play alone seldom helps, joins or stalls."""
    choices = [option for option in sorted(options) if option.startswith(liked)]
    return rng.choice(choices if choices and rng.random() < 0.8 else sorted(options))


def in_plain_order(zones: Mapping[str, Any], like: Mapping[str, Any]) -> dict[str, Any]:
    """The engine's zones that the second reading has, what has no order sorted."""
    plain = {key: zones[key] for key in like}
    for key in {"columns", "used", "committed"} & set(plain):
        plain[key] = Counter(plain[key])
    for key in {"supply", "dice", "rolled"} & set(plain):
        plain[key] = sorted(plain[key])
    for key in {"hands", "delivered", "removed"} & set(plain):
        plain[key] = {seat: sorted(cards) for seat, cards in plain[key].items()}
    if "orders" in plain:
        shuffled = {seat: len(stack) for seat, (stack, _) in like["orders"].items()}
        stacks = plain["orders"].items()
        plain["orders"] = {seat: (sorted(cards[: shuffled[seat]]), cards[shuffled[seat] :]) for seat, cards in stacks}
    return plain


def what_is_asked(match: osteria.Match) -> tuple[Any, ...] | None:
    """The engine's question in the form of the second reading."""
    decision = match.decision
    if decision is None:
        return None
    options = [str(move) for move in decision.options]
    assert len(set(options)) == len(options)
    if decision.seat == osteria.CHANCE:
        return "chance", dict(zip(options, decision.weights, strict=True))
    return match.seats[decision.seat], decision.ask, set(options)


def play_along(match: osteria.Match, table: Pizzeria | Sea, rng: random.Random) -> None:
    """One game to its end, compared before every move."""
    liked = rng.choice([(), EAGER, PATIENT])
    game = table.play()
    question = next(game)
    while True:
        assert what_is_asked(match) == question, match.transcript
        assert in_plain_order(match.zones(), table.zones()) == table.zones(), match.transcript
        if question is None:
            return
        if question[0] == "chance":
            move = rng.choices(list(question[1]), list(question[1].values()))[0]
        else:
            move = choose(rng, question[2], liked)
        match.play(move)
        question = next_question(game, move)


def next_question(game: Any, move: str) -> tuple[Any, ...] | None:
    try:
        return game.send(move)
    except StopIteration:
        return None


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande"])
def test_a_pizza_game_is_the_same_by_both_readings(game: str, players: int, number: int) -> None:
    rng = random.Random(f"{game} {players} {number}")
    seats = rng.sample(KINDS, players)
    match, table = osteria.new(game, players=seats, seed=osteria.ASK), Pizzeria(game, seats)
    play_along(match, table, rng)
    assert (match.outcome.score, match.outcome.tiebreak, match.outcome.winners) == table.outcome()


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("players", range(2, 9))
def test_roll_for_soles_is_the_same_by_both_readings(players: int, number: int) -> None:
    rng = random.Random(f"soles {players} {number}")
    match, table = osteria.new("roll-for-soles", players=players, seed=osteria.ASK), Sea(players)
    play_along(match, table, rng)
    assert (match.outcome.score, match.outcome.winners) == table.outcome()

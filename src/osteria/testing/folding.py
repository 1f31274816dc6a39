"""What is told suffices: whoever follows the moves from any view on has every zone of the next views right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from osteria.core.events import Row, Words, as_seen, in_words
from osteria.core.fold import Folded
from osteria.core.game import SET, SETS, Game
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.fate import Asked, Drawn
from osteria.play.stepper import Stepper
from osteria.play.view import MEMORIES

Told = Callable[[list[Words]], list[Words]]
Viewer = tuple[int | None, str]
"""A seat, or None for a spectator; and a memory."""
BEGIN_AGAIN = 40
"""About every so many steps a viewer forgets the fold and begins a new one from the view."""


@dataclass(frozen=True)
class Frame:
    """What a viewer was told of one action, and what the viewer sees after it."""

    viewer: Viewer
    events: list[Words] | None
    """None: the viewer begins a new fold from this view."""
    view: Words


def check_fold(game: str, players: int, steps: int, seed: int, told: Told = list) -> int:
    """Play at random, small action by small action, and after each compare the folded zones with the view of every seat and a
    spectator, in both memories; AssertionError where they differ.

    Args:
        game: the game's name.
        players: how many play.
        steps: at least so many actions, in as many games as it takes.
        seed: of the games.
        told: what becomes of the events of an action on their way to the fold (a test of this check loses some).

    Returns the number of actions.
    """
    rules, done = game_of(game), 0
    folds: dict[Viewer, Folded] = {}
    for frames in told_and_seen(rules, players, steps, seed):
        done += 1
        for frame in frames:
            if frame.events is None:
                folds[frame.viewer] = Folded(frame.view)
            else:
                _follow(rules, folds[frame.viewer], told(frame.events), frame)
    return done


def _follow(rules: Game, fold: Folded, events: list[Words], frame: Frame) -> None:
    for event in events:
        fold.hear(event)
    assert_same(rules, fold.view, frame.view, f"{rules.name}, {frame.viewer}: told {events}")


def told_and_seen(rules: Game, players: int, steps: int, seed: int) -> Iterator[list[Frame]]:
    """Random games of at least so many small actions together; for every action the frames of every seat and a spectator, in
    both memories."""
    rng, done = random.Random(f"{rules.name} {players} {seed}"), 0
    viewers = [(seat, memory) for seat in (None, *range(players)) for memory in MEMORIES]
    while done < steps:
        states = rules.fresh(rules.seats(players), rules.options())
        beginning = [Frame(viewer, None, view_of(rules, states, *viewer)) for viewer in viewers]
        for rows in random_steps(rules, states, rng):
            done += 1
            frames = [_frame(rules, states, rows, viewer) for viewer in viewers]
            yield beginning + frames
            beginning = [replace(frame, events=None) for frame in frames if rng.random() * BEGIN_AGAIN < 1]


def _frame(rules: Game, states: Table, rows: list[Row], viewer: Viewer) -> Frame:
    names, seen = rules.names(states[0]), as_seen(rules.events, rows, viewer[0])
    return Frame(viewer, [in_words(rules.events[row[0]], row, names) for row in seen], view_of(rules, states, *viewer))


def random_steps(rules: Game, states: Table, rng: random.Random) -> Iterator[list[Row]]:
    """Random small actions, chance by its weights, rounds closed; yields what each told, until the game is over."""
    at = Stepper(rules, states, Drawn(rng.randrange))
    while not at.is_over:
        action = rules.close[1] if at.is_closing else at.draw() if at.is_chance else rng.choice(at.legal())
        assert action is not None
        yield at.act(action)


def view_of(rules: Game, states: Table, seat: int | None, memory: str) -> Words:
    """The zones of a view in words, as `Match.view` has them."""
    seen = Stepper(rules, states, Asked()).observe(-1 if seat is None else seat, MEMORIES.index(memory))
    return rules.view(seen[0], seat)


def assert_same(rules: Game, folded: Mapping[str, Any], view: Mapping[str, Any], where: str) -> None:
    """Every zone that moves are told of is the same. `filling` is no zone: it is what is asked."""
    for zone, value in view.items():
        if zone != "filling":
            arrange = sets_in_order if rules.zone_kinds.get(zone) in (SET, SETS) else lambda same: same
            assert arrange(folded[zone]) == arrange(value), f"{where}\n{zone}: folded {folded[zone]}, seen {value}"


def sets_in_order(zone: Any) -> Any:
    """A zone whose cards have no order."""
    if isinstance(zone, list):
        return sorted(zone)
    return {key: sets_in_order(value) for key, value in zone.items()} if isinstance(zone, Mapping) else zone

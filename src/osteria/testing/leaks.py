"""Nothing hidden leaks: a viewer cannot tell an imagined world from the true one, step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from osteria.core.events import as_seen
from osteria.games import game as game_of
from osteria.play.imagine import imagine
from osteria.play.match import Match
from osteria.play.new import new
from osteria.play.view import MEMORIES, View

Imagine = Callable[[View, np.random.Generator], Match]
SHARE_PAIRS = 5_000
WORDS_EVERY = 16
"""Every so many steps, and at the end, the whole view is compared in words; at every step the record that they are made
from."""


def check_no_leaks(game: str, players: int, pairs: int, seed: int, imagined: Imagine = imagine) -> int:
    """Compare true and imagined worlds step by step, for every kind of viewer; AssertionError where they differ.

    Args:
        game: the game's name.
        players: how many play.
        pairs: at least so many pairs of steps are compared.
        seed: of the games.
        imagined: the sampler under test.

    Returns the number of pairs. A sampler that only ever returns the truth fails, too.
    """
    return _compared(game, players, pairs, seed, imagined)[0]


def _compared(game: str, players: int, pairs: int, seed: int, imagined: Imagine) -> tuple[int, int]:
    """How many pairs of steps were compared, and in how many worlds."""
    rng = np.random.default_rng(seed)
    compared, worlds, different = 0, 0, 0
    while compared < pairs:
        match = play_some(new(game, players, seed=int(rng.integers(2**62))), rng)
        viewer = int(rng.integers(-1, players))
        seat = None if viewer < 0 else viewer
        other = imagined(match.view(seat, memory="assisted"), rng)
        compared += compare(match, other, seat)
        worlds += 1
        different += match.zones() != other.zones()
    hides = game_of(game).hides
    # Late in a game of two a good memory knows everything; but somewhere something is hidden.
    assert not hides or different * 4 > worlds, f"{different} of {worlds} worlds differ from the truth: too few"
    return compared, worlds


@dataclass(frozen=True, order=True)
class Share:
    """A part of a long run, in words for `check_no_leaks`: it can be looked at alone, anywhere."""

    game: str
    players: int
    pairs: int
    seed: int


@dataclass(frozen=True)
class Found:
    """What a share compared, and where two worlds could be told apart, how."""

    share: Share
    compared: int = 0
    worlds: int = 0
    fault: str = ""


def shares_of(game: str, pairs: int, seed: int) -> list[Share]:
    """Shares of at least so many pairs of steps together, in turn for every number of players."""
    rules, count = game_of(game), -(-pairs // SHARE_PAIRS)
    seats = range(rules.fewest, rules.most + 1)
    return [Share(game, seats[number % len(seats)], SHARE_PAIRS, (seed << 32) + number) for number in range(count)]


def check_share(share: Share) -> Found:
    """One share; may run on another machine."""
    try:
        return Found(share, *_compared(share.game, share.players, share.pairs, share.seed, imagine))
    except AssertionError as fault:
        return Found(share, fault=str(fault)[:2000])


def play_some(match: Match, rng: np.random.Generator) -> Match:
    """Play on at random, for a random while."""
    for _ in range(int(rng.integers(1, 300))):
        if match.decision is None:
            break
        match.play(match.decision.options[int(rng.integers(len(match.decision.options)))])
    return match


def compare(one: Match, other: Match, seat: int | None) -> int:
    """Lead both matches from their first action to their last; returns how many steps were compared."""
    assert one.moves == other.moves, "another number of questions"
    left, right = one.afresh(), other.afresh()
    steps = 0
    for mine, theirs in zip(one.past, other.past, strict=True):
        assert mine[:2] == theirs[:2], f"asked {mine[:2]} here and {theirs[:2]} there"
        for action, counterpart in zip(mine.move.actions, theirs.move.actions, strict=True):
            before = len(left.rows), len(right.rows)
            left.follow(action)
            right.follow(counterpart)
            compare_step(left, right, before, seat)
            compare_what_follows(left, right, seat)
            if steps % WORDS_EVERY == 0:
                compare_words(left, right, seat)
            steps += 1
    compare_words(left, right, seat)
    return steps


def compare_step(left: Match, right: Match, before: tuple[int, int], seat: int | None) -> None:
    """One pair: the same question, the same frames, the same observation in both memories."""
    kinds, here, there = left.rules.events, left.stepper, right.stepper
    frames = as_seen(kinds, left.rows[before[0] :], seat), as_seen(kinds, right.rows[before[1] :], seat)
    assert frames[0] == frames[1], f"other frames: {frames}"
    assert here.ask == there.ask and here.seat == there.seat, "another question"
    viewer = -1 if seat is None else seat
    for memory in (0, 1):
        mine, theirs = here.observe(viewer, memory), there.observe(viewer, memory)
        assert mine.tobytes() == theirs.tobytes(), "another observation"


def compare_what_follows(left: Match, right: Match, seat: int | None) -> None:
    """What the viewer is asked, and all that may follow each answer within the turn."""
    if left.decision is None or left.decision.seat != seat or left.stepper.is_half_made:
        return
    for asked in ((left.view(seat)["decision"], right.view(seat)["decision"]), (_follows(left), _follows(right))):
        assert asked[0] == asked[1], f"another question, or another one after it: {asked}"


def _follows(match: Match) -> list[tuple[str, tuple[str, ...]] | None]:
    """What `Decision.follows` says of each option: what is asked then, and how it may be answered."""
    assert match.decision is not None
    after = [match.decision.follows(move) for move in match.decision.options]
    return [None if then is None else (then.ask, tuple(map(str, then.options))) for then in after]


def compare_words(left: Match, right: Match, seat: int | None) -> None:
    """The whole view in words, in both memories, unless a move is half made."""
    if left.stepper.is_half_made:
        return
    for name in MEMORIES:
        views = left.view(seat, name).words, right.view(seat, name).words
        assert views[0] == views[1], f"another view: {views}"

"""Games that were begun elsewhere, such as on a device without the house: taken in from their transcript."""

from collections.abc import Sequence
from hashlib import blake2b

import osteria
from osteria.core.errors import OsteriaError
from osteria.core.game import Game, Options
from osteria.core.schema import Table as States
from osteria.play.fate import Fate, rank_of
from osteria.play.match import Match
from osteria.server.tables.changes import CHANCE
from osteria.server.wire.refusal import Refusal

MOST_ACTIONS = 5_000
"""BOUND: no game of people is so long; a longer text is nobody's."""


class ToldChance:
    """Chance in a game that was begun elsewhere: as it was told, and after that every draw by its number, from a seed.

    Args:
        told: what chance did so far, in the words of a transcript.
        seed: the house's own bytes.
    """

    def __init__(self, told: Sequence[str], seed: bytes, drawn: int = 0) -> None:
        self._told, self._seed, self._drawn = told, seed, drawn

    def draw(self, game: Game, states: States) -> int | None:
        """What was told, or one of the equally likely outcomes."""
        number, self._drawn = self._drawn, self._drawn + 1
        if number < len(self._told):
            return game.read(states[0], self._told[number])[0]
        kernels, key = game.kernels.best, blake2b(self._seed, digest_size=32).digest()
        return int(kernels.outcome(states, rank_of(key, "draw", number) % int(kernels.total(states))))

    def witness(self, game: Game, states: States, action: int) -> None:
        """It counts, whatever it is."""
        self._drawn += 1

    def copy(self) -> Fate:
        """The same future."""
        return ToldChance(self._told, self._seed, self._drawn)


def dealt(game: Game, players: int | Sequence[str], options: Options, told: Sequence[str], seed: bytes) -> Match:
    """The game as it was dealt elsewhere, and not yet played."""
    seats = game.seats(players)
    match = Match(game, seats, options, game.fresh(seats, options), ToldChance(told, seed))
    match.run_on()
    return match


def read(text: str) -> tuple[Match, list[str], list[str]]:
    """The match of a transcript, what chance did in it, and the moves; a refusal that says why it is none."""
    if len(text.splitlines()) > MOST_ACTIONS:
        raise Refusal("transcript.wrong", f"A transcript of a game has at most {MOST_ACTIONS:,} lines.")
    try:
        match = osteria.replay(text, seed=osteria.ASK)
    except OsteriaError as error:
        raise Refusal("transcript.wrong", str(error)) from None
    lines = match.lines()
    told, moves = ([move for who, move in lines if (who == CHANCE) == is_chance] for is_chance in (True, False))
    if not told:
        raise Refusal("transcript.wrong", "Nothing was dealt in this game yet: begin a new one.")
    return match, told, moves

"""Who answers for chance: a seed, a random generator, a list, or nobody (then it is asked)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from hashlib import blake2b
from typing import Final, Protocol

import numpy as np

from osteria.core.errors import OsteriaError, TranscriptError
from osteria.core.game import Game
from osteria.core.schema import Table

SEED_BYTES = 32


class Ask:
    """The type of `ASK`."""

    def __repr__(self) -> str:
        return "osteria.ASK"


ASK: Final = Ask()
"""As a seed: chance is asked like any other seat."""
Seed = int | bytes | Ask | np.random.Generator | None


class Fate(Protocol):
    """Something that answers for chance."""

    def draw(self, game: Game, states: Table) -> int | None:
        """The chance action that happens now; None: ask."""

    def witness(self, game: Game, states: Table, action: int) -> None:
        """A chance action is about to happen that somebody else decided."""

    def copy(self) -> Fate:
        """An independent fate with the same future."""


class Asked:
    """Chance is asked like any other seat."""

    def draw(self, game: Game, states: Table) -> int | None:
        """Nobody answers: ask."""
        return None

    def witness(self, game: Game, states: Table, action: int) -> None:
        """Whatever happens is right."""

    def copy(self) -> Fate:
        """There is nothing to copy."""
        return self


def rank_of(key: bytes, *words: Hashable) -> int:
    """The number that a key gives to some words."""
    return int.from_bytes(blake2b(repr(words).encode(), digest_size=8, key=key).digest(), "little")


class Seeded:
    """Chance as a seed has it: a rank for every physical card in every shuffle, and the dice of every roll.

    The deal does not depend on how people play, and a match can be rebuilt from its moves.
    """

    def __init__(self, seed: int | bytes | None = None) -> None:
        self.key = blake2b(seed_bytes(seed), digest_size=SEED_BYTES).digest()
        self.decks: dict[Hashable, Sequence[int]] = {}
        self.taken: dict[Hashable, int] = {}

    def draw(self, game: Game, states: Table) -> int | None:
        """The next entry of the deck that lies there."""
        s = states[0]
        stack = game.stack(s)
        if stack not in self.decks:
            self.decks[stack] = game.deck(
                s, partial(rank_of, self.key)
            )  # a deck that held this object would hang in a cycle
        number = self.taken.get(stack, 0)
        self.taken[stack] = number + 1
        return game.drawn(states, self.decks[stack][number])

    def witness(self, game: Game, states: Table, action: int) -> None:
        """TranscriptError unless it is what the seed would have dealt."""
        if self.draw(game, states) != action:
            raise TranscriptError("The deal in this transcript is not the deal of this seed.")

    def copy(self) -> Fate:
        """The same seed at the same place."""
        twin = object.__new__(Seeded)
        twin.key, twin.decks, twin.taken = self.key, dict(self.decks), dict(self.taken)
        return twin


class Drawn(Asked):
    """Chance drawn at random, outcome by outcome; a copy draws from the same generator.

    Args:
        below: gives a random whole number from 0 to below its argument, such as `rng.integers`.
    """

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    def draw(self, game: Game, states: Table) -> int | None:
        """One of the equally likely outcomes."""
        kernels = game.kernels.best
        return int(kernels.outcome(states, int(self.below(kernels.total(states)))))


def seed_bytes(seed: int | bytes | None) -> bytes:
    """A seed as bytes: an int of any size, bytes as they are, None: 32 bytes from the operating system."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes):
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise OsteriaError(f"A seed is a whole number or bytes, not {type(seed).__name__}.")
    return b"int" + seed.to_bytes(seed.bit_length() // 8 + 1, "little", signed=True)


def fate_of(seed: Seed) -> Fate:
    """Who answers for chance, given a seed."""
    if isinstance(seed, Ask):
        return Asked()
    if isinstance(seed, np.random.Generator):
        return Drawn(seed.integers)
    return Seeded(seed)

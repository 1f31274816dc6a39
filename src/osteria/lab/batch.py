"""Many games at once on the CPU: whole random games, checked games, and games stepped together.

Seeds make everything repeatable: game number n of a seed is the same game whatever the batch size and the number of
threads, interpreted or compiled, on the CPU or the GPU.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from osteria.core.errors import OsteriaError
from osteria.core.family import MOST_LEGAL
from osteria.core.game import Game, Options
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.lab.playing import Places, Workplace, checked_version, kernels_for, sequences_for
from osteria.play.driving import ACTIONS, DECISIONS, FAULTY, FAULTY_ACTION, FIRST_FAULTY, LONGEST, SHORTEST
from osteria.play.view import ASSISTED, checked_memory

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
SMALL = 64
"""Batches below this size are stepped by one thread."""
TURNS_OF_A_THREAD = 32
"""SPEED: whole games are handed out in so many parts a thread, so that a core that is slower for a while holds up none."""
MOST_TURNS = 1000
"""Some games have no longest one; a limit of environments, not of the rules."""


@dataclass(frozen=True)
class Tally:
    """What came of many random games.

    Attributes:
        game: its name.
        players: seats at each table.
        games: how many were played.
        decisions: whole moves that people were asked for; chance, forced moves and parts of a move are not counted.
        asked: decisions by what was asked.
        score_counts: in how many games each seat ended with each score, (players, points).
        win_counts: in how many games each seat shared a win with so many winners, (players, winners).
        shortest: the fewest decisions of a game.
        longest: the most decisions of a game.
    """

    game: str
    players: int
    games: int
    decisions: int
    asked: dict[str, int]
    score_counts: Numbers
    win_counts: Numbers
    shortest: int
    longest: int

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """The mean score of each seat."""
        return self.score_counts @ np.arange(self.score_counts.shape[1]) / max(1, self.games)

    @property
    def wins(self) -> npt.NDArray[np.float64]:
        """The part of all games that each seat won; G-7: a win shared by k seats counts 1/k."""
        shares = np.array([0, *(1 / k for k in range(1, self.win_counts.shape[1]))])
        return np.asarray(self.win_counts @ shares / max(1, self.games), np.float64)


@dataclass(frozen=True)
class Check:
    """What a run of checked games found.

    Attributes:
        games: how many were played.
        actions: small actions, chance and forced ones included; after each of them every count was checked.
        faulty: games in which something did not add up; they stop there.
        first: the number of the first faulty game, or None.
        action: after how many of its actions that was.
    """

    games: int
    actions: int
    faulty: int
    first: int | None
    action: int | None


def random_games(
    game: str,
    players: int,
    games: int,
    seed: int = 0,
    *,
    first: int = 0,
    options: Options | None = None,
    threads: int = 1,
) -> Tally:
    """Play whole games in which everybody picks uniformly among the legal small actions.

    Args:
        game: the game's name.
        players: seats at each table.
        games: how many to play: those numbered from `first` on.
        seed: a whole number from 0 to below 2**63.
        first: the number of the first game; the same seed and number are the same game always.
        options: what the table chooses about the rules.
        threads: how many cores to use.
    """
    rules = game_of(game)
    works = _work(game, players, games, seed, first, options, threads, False)
    asked = sum(work.counts[DECISIONS] for work in works)
    return Tally(
        game,
        players,
        games,
        int(asked.sum()),
        {word: int(asked[code]) for code, word in rules.asks.items() if code not in rules.chance_asks},
        np.sum([work.scores for work in works], axis=0),
        np.sum([work.wins for work in works], axis=0),
        min(int(work.found[SHORTEST]) for work in works) if games else 0,
        max(int(work.found[LONGEST]) for work in works),
    )


def checked_games(
    game: str,
    players: int,
    games: int,
    seed: int = 0,
    *,
    first: int = 0,
    options: Options | None = None,
    threads: int = 1,
) -> Check:
    """Play random games and check after every action that all cards, orders, points and dice are where they can be.

    The arguments are those of `random_games`; a long run is resumed by going on with a later `first`.
    """
    works = _work(game, players, games, seed, first, options, threads, True)
    faulty = [work for work in works if work.found[FAULTY]]
    return Check(
        games,
        sum(int(work.counts[ACTIONS].sum()) for work in works),
        sum(int(work.found[FAULTY]) for work in works),
        int(faulty[0].found[FIRST_FAULTY]) if faulty else None,
        int(faulty[0].found[FAULTY_ACTION]) if faulty else None,
    )


def _work(
    game: str, players: int, games: int, seed: int, first: int, options: Options | None, threads: int, checks: bool
) -> list[Workplace]:
    """Split the games into parts, which the threads take one after the other."""
    rules, fresh = game_of(game), fresh_table(game, players, options)
    kernels, seed = kernels_for(rules).compiled(), checked_seed(seed)

    def work(part: tuple[int, int]) -> Workplace:
        start, stop = part
        place = Workplace(rules, players, fresh)
        kernels.playouts(*place.arguments(seed, first + start, stop - start, int(checks)))
        return place

    if threads == 1:
        return [work((0, games))]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, parts_of(games, threads * TURNS_OF_A_THREAD)))


def parts_of(size: int, count: int) -> list[tuple[int, int]]:
    """So many equal parts of a range; fewer where it is too short for them."""
    count = max(1, min(count, size))
    edges = [size * part // count for part in range(count + 1)]
    return list(pairwise(edges))


def fresh_table(game: str, players: int, options: Options | None = None) -> Table:
    """A table before anything was drawn, as an array of one record."""
    rules = game_of(game)
    return rules.fresh(rules.seats(players), rules.options(options))


def checked_seed(seed: int) -> int:
    """The seed, if a stream can begin with it."""
    if not 0 <= seed < 1 << 63:
        raise OsteriaError("The seed of a batch is a whole number from 0 to below 2**63.")
    return seed


def empty_sequences(rules: Game, size: int, version: int) -> npt.NDArray[np.int8]:
    """Room for the sequences of so many games, as far as observations of this version have any."""
    return np.full((size, rules.sequence_length if checked_version(version) > 1 else 0), -1, np.int8)


class Batch:
    """Games stepped together: arrays in, arrays out, no Python per game.

    After `reset` and every `step` each game asks one seat for one small action (a move of several small actions is one
    seat stepping several times). A game that ends is dealt anew in the same step; its rewards come with that step.

    Args:
        game: the game's name.
        players: seats at each table.
        size: how many games.
        seed: a whole number from 0 to below 2**63; game n of a batch depends on the seed and n alone.
        seat: the only seat that is asked, while the others choose at random; left out, all are.
        memory: "authentic" or "assisted", for the observations (G-8).
        max_turns: a game with more turns is cut off (0: never).
        threads: how many cores to use; left out, all of them.
        options: what the table chooses about the rules.
        version: of the observations: 2 adds `sequences`.

    Attributes:
        observations: what the seat that is asked may see, an array of records (`osteria.envs` flattens them).
        sequences: with version 2 and assisted memory the stack that everybody saw being laid (the oven), card by card, -1 past
            its end, (size, cards); no cards with version 1, or in a game without such a stack.
        masks: which small actions are legal, (size, actions).
        rewards: for every seat, (size, players): its share of the win with the step that ends a game, else 0.
        dones: games that ended with the last step.
        cut: those of them that were cut off.
        seats: who is asked.
        picks: a legal action of every game, drawn uniformly with each step, from a stream of its own.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        size: int = 1,
        seed: int = 0,
        *,
        seat: int | None = None,
        memory: str = "authentic",
        max_turns: int = MOST_TURNS,
        threads: int | None = None,
        options: Options | None = None,
        version: int = 1,
    ) -> None:
        if size < 1:
            raise OsteriaError(f"A batch has at least one game, not {size}.")
        rules, fresh = game_of(game), fresh_table(game, players, options)
        if seat is not None and seat not in range(players):
            raise OsteriaError(f"There is no seat {seat}; seats run from 0 to {players - 1}.")
        self._seat = -1 if seat is None else seat
        self.game, self.players, self.size, self.seed = game, players, size, checked_seed(seed)
        self.memory, self.max_turns, self.actions = checked_memory(memory), max_turns, rules.actions
        places = Places(rules, players, fresh, size)
        self._arrays, self._is_assisted = places.arrays(), int(memory == ASSISTED)
        self.observations, self.masks, self.rewards = places.observations, places.masks, places.rewards
        self.dones, self.cut, self.seats, self.picks = places.ends[0], places.ends[1], places.seats, places.picks
        self._kernels = kernels_for(rules).compiled()
        self.sequences = empty_sequences(rules, size, version)
        self._see_sequences = sequences_for(rules).compiled().sequences if self.sequences.size else None
        wanted = (os.cpu_count() or 1) if threads is None else threads
        self._parts = parts_of(size, wanted if size >= SMALL else 1)
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._lists = [np.zeros(MOST_LEGAL, np.int64) for _ in self._parts]
        self._chosen = np.zeros(size, np.int64)
        self.reset()

    def reset(self, seed: int | None = None) -> tuple[Table, Flags]:
        """Deal every game anew, with the batch's seed or another; returns observations and masks."""
        self.seed = self.seed if seed is None else checked_seed(seed)
        self._advance(self._chosen, 1)
        return self.observations, self.masks

    def step(self, actions: npt.ArrayLike) -> tuple[Table, Flags, npt.NDArray[np.float32], Flags]:
        """One small action in every game; returns observations, masks, rewards and dones (the batch's own arrays,
        which the next step overwrites). OsteriaError, and nothing changes, if an action is not legal."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.size,):
            raise OsteriaError(f"A step needs one action for each of the {self.size} games, not {chosen.shape}.")
        refused = self._kernels.first_refused(self.masks, chosen)
        if refused >= 0:
            raise OsteriaError(f"Action {chosen[refused]} is not legal in game {refused}; look at its mask.")
        self._advance(chosen, 0)
        return self.observations, self.masks, self.rewards, self.dones

    def _advance(self, actions: Numbers, deals: int) -> None:
        if self._pool is None:
            self._advance_part(0, actions, deals)
        else:
            list(self._pool.map(lambda part: self._advance_part(part, actions, deals), range(len(self._parts))))
        if self._see_sequences:
            self._see_sequences(self._arrays[0], self._is_assisted, self.sequences)

    def _advance_part(self, part: int, actions: Numbers, deals: int) -> None:
        start, stop = self._parts[part]
        rest = (self.seed, start, stop, self._is_assisted, self.max_turns, self._seat, deals)
        self._kernels.advance(*self._arrays, self._lists[part], actions, *rest)

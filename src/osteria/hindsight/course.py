"""The course of a game: every seat's chance to win after each move, with all cards open."""

from __future__ import annotations

from osteria.bots.hints import hints_of
from osteria.core.kernel import Kernels, compiler_is_there
from osteria.games import game as game_of
from osteria.hindsight.judges import Playouts, exact_judge
from osteria.play.match import ASK, Match, new
from osteria.play.transcript import replay

CHANCE = "chance"
Chances = list[float]


class Course:
    """A game that can be looked at step by step; step 0 is the table after the deal, step n the one after n moves.

    Args:
        text: its transcript.
        playouts: games that are played on from each step (none where the game is solved).
        seed: of the playouts. A step's chances depend on it and on the step alone, in whatever order steps are asked for.
    """

    def __init__(self, text: str, playouts: int, seed: int) -> None:
        self._end = replay(text, seed=ASK)
        self._playouts, self._seed = playouts, seed
        # What is solved for options of one's own would have to be worked out first.
        self._exact = None if self._end.options.words() else exact_judge(self._end)
        self._lines = self._end.lines()
        self._moves = [place for place, (who, _) in enumerate(self._lines) if who != CHANCE]
        self._match, self._at = self._first(), 0

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self._moves) + 1

    @property
    def is_exact(self) -> bool:
        """Whether the chances are those of the best play of both, without playouts."""
        return self._exact is not None

    def is_ready(self) -> bool:
        """Whether steps can be looked at quickly; if not, what they need is being compiled, by a process of its own."""
        if not compiler_is_there():
            return True
        for kernels in self.families():
            kernels.hurry()
        return all(kernels.is_compiled for kernels in self.families())

    def families(self) -> tuple[Kernels, ...]:
        """What has to be compiled: the rules, and what judges."""
        game = self._end.game
        return game_of(game).kernels, (self._exact or hints_of(game)).kernels

    def chances(self, step: int) -> Chances:
        """Every seat's chance to win after so many moves; at the end its share of the win."""
        match = self._after(step)
        if match.decision is None:
            assert match.outcome is not None
            return [match.outcome.share(seat) for seat in range(match.players)]
        judge = self._exact(match) if self._exact else Playouts(match, self._playouts, (self._seed, step))
        return judge.chances(match)

    def _after(self, step: int) -> Match:
        """The match after so many moves, with what chance did then; goes on from where it stands, if it can."""
        if step < self._at:
            self._match, self._at = self._first(), 0
        until = self._moves[step] if step < len(self._moves) else len(self._lines)
        for place in range(self._match.moves, until):
            self._match.play(self._lines[place][1])
        self._at = step
        return self._match

    def _first(self) -> Match:
        return new(self._end.game, self._end.seats, seed=ASK, options=self._end.options)

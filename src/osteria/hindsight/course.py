"""The course of a game: every seat's chance to win after each move, with all cards open."""

from __future__ import annotations

from functools import cached_property

from osteria.bots.compact_view import compact
from osteria.bots.hints import Sighting, hints_of
from osteria.core.kernel import Kernels, compiler_is_there
from osteria.games import game as game_of
from osteria.hindsight.forgetting import Actions, Noticed, Remembering, Watcher
from osteria.hindsight.judges import Estimate, Playouts, exact_judge
from osteria.play.fate import ASK
from osteria.play.match import Match
from osteria.play.transcript import replay

CHANCE = "chance"
LEAST_PLAYOUTS = 2
"""Of an option: fewer have no error."""
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
        self._match, self._at = self._end.afresh(), 0

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

    def noticed(self, step: int) -> Noticed | None:
        """The move that led to a step, as players of every memory would have made it; None where nothing was to choose."""
        match, played = self._before(step)
        asked = match.decision
        assert asked is not None
        if len(asked.options) < 2:
            return None
        view = match.view(asked.seat, memory="assisted")
        watched = self._watcher.watch(view, played, len(asked.options))
        moves = [option for option in asked.options if option.actions == played or option.actions in watched.perfect]
        worth = [Estimate(0.0)]
        if len(moves) > 1:  # else the move is the one of a perfect memory: it cost nothing, whatever it is worth
            worth = (
                Playouts(match, max(LEAST_PLAYOUTS, self._playouts), (self._seed, step)).weigh(view, moves, 0).chances
            )
        return watched.noticed(
            step, asked.seat, {move.actions: value for move, value in zip(moves, worth, strict=True)}
        )

    def forgot(self, step: int, manner: Remembering) -> Sighting | None:
        """What a player who remembers so had most likely forgotten when it made the move that led to a step."""
        match, played = self._before(step)
        assert match.decision is not None
        return self._watcher.named(compact(match.view(match.decision.seat, memory="assisted")), played, manner)

    @cached_property
    def _watcher(self) -> Watcher:
        return Watcher(self._end.game)

    def _before(self, step: int) -> tuple[Match, Actions]:
        """The match before the move that led to a step, and the small actions of that move."""
        match, line = self._after(step - 1), self._lines[self._moves[step - 1]][1]
        assert match.decision is not None
        return match, next(move.actions for move in match.decision.options if str(move) == line)

    def _after(self, step: int) -> Match:
        """The match after so many moves, with what chance did then; goes on from where it stands, if it can."""
        if step < self._at:
            self._match, self._at = self._end.afresh(), 0
        until = self._moves[step] if step < len(self._moves) else len(self._lines)
        for place in range(self._match.moves, until):
            self._match.play(self._lines[place][1])
        self._at = step
        return self._match

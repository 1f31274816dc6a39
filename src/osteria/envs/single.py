"""Gymnasium: one seat, against bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from osteria.bots import make, split_names
from osteria.core.decision import Move
from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.envs.layout import FLAT, checked_form, layout_of
from osteria.envs.rendering import RENDER_MODES, checked_mode, rendered
from osteria.envs.spaces import observation_space
from osteria.envs.table import MOST_TURNS
from osteria.games import game as game_of
from osteria.play.match import Match
from osteria.play.new import new
from osteria.play.stepper import Stepper
from osteria.play.view import ASSISTED, checked_memory

ILLEGAL = -1.0


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):  # type: ignore[misc]
    """One seat of a game, the others played by bots; made by `osteria.envs.gymnasium_env`.

    An observation is {"observation": ..., "action_mask": ...}. The reward is the share of the win, at the end. An action
    that the mask forbids ends the episode with reward -1 and `info["illegal"]`. `render()` gives the table as the seat sees
    it: with render_mode="ansi" as text, with "rgb_array" as a picture.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        players: int = 2,
        seat: int = 0,
        bots: str = "random",
        memory: str = "authentic",
        form: str = FLAT,
        max_turns: int = MOST_TURNS,
        options: Options | Mapping[str, Any] | None = None,
        version: int = 1,
        render_mode: str | None = None,
    ) -> None:
        self.rules, self.game, self.players, self.seat = game_of(game), game, players, seat
        self.rules.seats(players)
        if seat not in range(players):
            raise OsteriaError(f"There is no seat {seat}; seats run from 0 to {players - 1}.")
        self.bot_names, self.render_mode = names_for(bots, players, seat), checked_mode(render_mode)
        self.memory, self.form, self.layout = checked_memory(memory), checked_form(form), layout_of(game, version)
        self.max_turns, self.options = max_turns, self.rules.options(options)
        self.observation_space = observation_space(game, form, version)
        self.action_space = spaces.Discrete(self.rules.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal anew, and let the bots play until the seat is asked."""
        super().reset(seed=seed)
        self.match: Match = new(self.game, self.players, seed=self._number(), options=self.options)
        self._bots = {seat: make(name, seed=self._number()) for seat, name in self.bot_names.items()}
        self._half: tuple[int, ...] = ()
        self._turns, self._turn = 0, -1
        self._play_bots()
        return self._observation(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """One small action of the seat; then the bots play until it is asked again."""
        made = (*self._half, int(action))
        fitting = [move for move in self._options() if move.actions[: len(made)] == made]
        if not fitting:
            return self._observation(), ILLEGAL, True, False, {"illegal": True}
        if fitting[0].actions == made:
            self._half = ()
            self.match.play(fitting[0])
            self._play_bots()
        else:
            self._half = made
        is_over = self.match.outcome is not None
        is_cut = not is_over and self._is_cut()
        reward = self._share() if is_over or is_cut else 0.0
        return self._observation(), reward, is_over, is_cut, {}

    def render(self) -> Any:
        """The table as the seat sees it, as text or as a picture; None where no render_mode was asked for."""
        return rendered(self.match, self.seat, self.memory, self.render_mode)

    def _number(self) -> int:
        return int(self.np_random.integers(2**31))

    def _options(self) -> tuple[Move, ...]:
        decision = self.match.decision
        return decision.options if decision is not None and decision.seat == self.seat and not self._is_cut() else ()

    def _is_cut(self) -> bool:
        return 0 < self.max_turns < self._turns

    def _play_bots(self) -> None:
        self._count_turns()
        while (decision := self.match.decision) is not None and decision.seat != self.seat and not self._is_cut():
            view = self.match.view(decision.seat, ASSISTED)
            self.match.play(self._bots[decision.seat].choose(decision, view, None))
            self._count_turns()

    def _count_turns(self) -> None:
        turn = self.match.stepper.turn
        self._turns += turn != self._turn
        self._turn = turn

    def _position(self) -> Stepper:
        """The table with the half-made move on it: only its maker sees that."""
        if not self._half:
            return self.match.stepper
        at = self.match.stepper.copy()
        for action in self._half:
            at.act_quietly(action)
        return at

    def _share(self) -> float:
        return self.match.stepper.judged().share(self.seat)

    def _observation(self) -> dict[str, Any]:
        at, assisted = self._position(), int(self.memory == ASSISTED)
        record = at.observe(self.seat, assisted)
        sequence = at.sequence(assisted) if self.layout.version > 1 else None
        mask = np.zeros(self.rules.actions, np.int8)
        place = len(self._half)
        for move in self._options():
            if move.actions[:place] == self._half:
                mask[move.actions[place]] = 1
        seen = self.layout.one(record, sequence) if self.form == FLAT else self.layout.structured(record, sequence)
        return {"observation": seen, "action_mask": mask}


def names_for(bots: str, players: int, seat: int) -> dict[int, str]:
    """The bot of every other seat: one name for all, or a name each."""
    names, others = split_names(bots), [other for other in range(players) if other != seat]
    if len(names) == 1:
        names *= len(others)
    if len(names) != len(others):
        raise OsteriaError(f"{len(others)} other seats need 1 or {len(others)} bots, not {len(names)}.")
    for name in names:
        make(name)
    return dict(zip(others, names, strict=True))

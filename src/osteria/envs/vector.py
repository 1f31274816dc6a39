"""Gymnasium's vector API, natively batched: no Python per game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.envs.layout import FLAT, layout_of
from osteria.envs.spaces import observation_space
from osteria.games import game as game_of
from osteria.lab.batch import MOST_TURNS, Batch


class TablesEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Many tables as one vector environment; made by `osteria.envs.gymnasium_vector_env`.

    A table that ends is dealt anew in the same step. With a seat, rewards are that seat's; without, they are those of the
    seat that moved, and `info["rewards"]` has everybody's. An illegal action raises OsteriaError and changes nothing.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int = 2,
        num_envs: int = 1,
        seat: int | None = None,
        memory: str = "authentic",
        max_turns: int = MOST_TURNS,
        threads: int | None = None,
        options: Options | Mapping[str, Any] | None = None,
        version: int = 1,
        render_mode: None = None,
    ) -> None:
        if render_mode is not None:
            raise OsteriaError("Many tables at once are not rendered; leave render_mode out.")
        options = game_of(game).options(options)
        self.num_envs, self.seat, self.layout = num_envs, seat, layout_of(game, version)
        self.batch = Batch(
            *(game, players, num_envs),
            seat=seat,
            memory=memory,
            max_turns=max_turns,
            threads=threads,
            options=options,
            version=version,
        )
        self.single_observation_space = observation_space(game, FLAT, version)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal every table anew."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**62)))
        return self._observations(), {"seat": self.batch.seats.copy()}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """One small action at every table."""
        movers = self.batch.seats.copy()
        self.batch.step(actions)
        everybody = self.batch.rewards.copy()
        cut = self.batch.cut.copy()
        rewards = everybody[np.arange(self.num_envs), movers].astype(np.float64)
        infos = {"seat": self.batch.seats.copy(), "rewards": everybody}
        return self._observations(), rewards, self.batch.dones & ~cut, cut, infos

    def _observations(self) -> dict[str, Any]:
        return {
            "observation": self.layout.flat(self.batch.observations, self.batch.sequences),
            "action_mask": self.batch.masks.astype(np.int8),
        }

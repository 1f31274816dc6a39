"""PettingZoo: every seat is an agent, asked in the order of the game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from osteria.core.game import Options
from osteria.envs.layout import FLAT, checked_form, layout_of
from osteria.envs.spaces import observation_space
from osteria.envs.table import MOST_TURNS, SmallTable
from osteria.games import game as game_of
from osteria.play.view import checked_memory


class SeatsEnv(AECEnv):  # type: ignore[misc]
    """A game as a PettingZoo AEC environment; made by `osteria.envs.pettingzoo_env`.

    An observation is {"observation": vector or dictionary, "action_mask": int8}; the mask is all 0 for a seat that is
    not asked. An illegal action raises OsteriaError and changes nothing. SPEED: without PettingZoo's wrapper that looks
    after the order of calls, which would take as long as the rules; before `reset` there are no agents to ask for.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        memory: str = "authentic",
        form: str = FLAT,
        max_turns: int = MOST_TURNS,
        options: Options | Mapping[str, Any] | None = None,
        version: int = 1,
    ) -> None:
        super().__init__()
        self.table = SmallTable(game, players, max_turns, game_of(game).options(options))
        self.metadata = {
            "name": f"osteria_{game.replace('-', '_')}_v{version}",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.render_mode = None
        self.memory, self.form, self.layout = checked_memory(memory), checked_form(form), layout_of(game, version)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._space = observation_space(game, form, version)
        self._actions = {agent: spaces.Discrete(self.table.rules.actions) for agent in self.possible_agents}
        self._rng = Random()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self._space

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: small action ids."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; with a seed, always the same."""
        if seed is not None:
            self._rng = Random(seed)
        self.table.deal(Random(self._rng.getrandbits(64)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may see, and do if it is asked."""
        seat, table = self._seats[agent], self.table
        mask = np.zeros(table.rules.actions, np.int8)
        if seat == table.seat and not table.is_cut:
            mask[table.legal()] = 1
        record = table.observe(seat, self.memory)
        sequence = table.sequence(self.memory) if self.layout.version > 1 else None
        seen = self.layout.one(record, sequence) if self.form == FLAT else self.layout.structured(record, sequence)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """One small action of the agent that is asked; None once it is done."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.act(int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        if self.table.is_over or self.table.is_cut:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self.table.seat]

    def _end(self) -> None:
        for agent, share in zip(self.possible_agents, self.table.shares(), strict=True):
            self.rewards[agent] = share
        self.terminations = dict.fromkeys(self.agents, self.table.is_over)
        self.truncations = dict.fromkeys(self.agents, self.table.is_cut)
        self._accumulate_rewards()
        self._deads_step_first()

    def close(self) -> None:
        """There is nothing to close."""

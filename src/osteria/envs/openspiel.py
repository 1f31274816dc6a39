"""OpenSpiel: importing this module registers every installed game with `pyspiel`; needs the extra osteria[openspiel].

A game is called `osteria_` and its name with underscores. It takes `players` (2) and `max_turns` (1000; past so many turns a
game counts as over with the scores as they are, a limit of this environment), and what a table may choose about the rules, with /
between its parts: `(faces=1/2/2/hook/double/water)`. Chance nodes are explicit. The information state string is everything a seat
has seen, in order. The information state tensor is the assisted observation of version 2 (the oven card by card), then, where
anything is hidden, every small action of the game so far as the seat saw it: nothing that a perfect memory knows is missing from
it. `version=1` gives the tensor of Osteria 0.1, without either. The observation tensor is the authentic observation. Returns are
shares of the win.

`resample_from_infostate` is a Python method: OpenSpiel's Python ISMCTS calls it, its C++ bots cannot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pyspiel

from osteria.core.decision import CHANCE
from osteria.core.game import Options
from osteria.envs.layout import layout_of
from osteria.envs.table import MOST_TURNS
from osteria.games import NAMES, game
from osteria.lab.playing import checked_version
from osteria.play.fate import ASK
from osteria.play.imagine import SEEDS, Imagination
from osteria.play.match import Match
from osteria.play.new import new
from osteria.play.trace import Trace
from osteria.play.view import ASSISTED

ACTIONS_A_TURN = 40
"""Where a game has no longest one: turns are short, and this number is never reached in practice."""


DEFAULTS = {"players": 2, "max_turns": MOST_TURNS, "version": 2}
"""The parameters of a game."""
NOTHING_YET = -2
"""In the past of an information state tensor: no action any more."""


class Position:
    """A match of which chance is asked, with a move half made on it perhaps. Copied whenever a state is cloned."""

    def __init__(self, match: Match, half: tuple[int, ...] = (), turns: int = 0) -> None:
        self.match, self.half, self.turns = match, half, turns
        self.rules, self.at = match.rules, match.stepper
        self.turn = self.at.turn

    def __deepcopy__(self, memo: Any) -> Position:
        twin = Position(self.match.copy(), self.half, self.turns)
        if self.half:
            twin.at = self.at.copy()
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """What OpenSpiel saves."""
        return {"match": self.match, "half": self.half, "turns": self.turns}

    def __setstate__(self, words: dict[str, Any]) -> None:
        """Read back what OpenSpiel saved."""
        self.__init__(words["match"], (), words["turns"])  # type: ignore[misc]
        for action in words["half"]:
            self.apply(action)

    def legal(self) -> list[int]:
        """The small actions, chance's too."""
        return sorted(self.at.legal())

    def apply(self, action: int) -> None:
        """A small action; the match hears of it when the move is whole, and so does everybody else."""
        made = (*self.half, action)
        if self.at.ask in self.rules.composed and self._is_half(action):
            self.half = made
            return
        for part in made:
            self.match.follow(part)
        self.half, self.at = (), self.match.stepper
        self.turns, self.turn = self.turns + (self.at.turn != self.turn), self.at.turn

    def _is_half(self, action: int) -> bool:
        at = self.at.copy()
        at.act_quietly(action)
        if not at.is_half_made:
            return False
        self.at = at
        return True

    def history_of(self, viewer: int) -> str:
        """Everything a viewer saw happen."""
        trace = self._trace(viewer)
        told = " ".join(",".join(map(str, row)) for row in trace.rows)
        return f"{viewer}; {' '.join(map(str, trace.actions))}; {told}; {' '.join(map(str, self._half_of(viewer)))}"

    def actions_of(self, viewer: int) -> tuple[int, ...]:
        """Every small action so far, -1 where the viewer did not see which card was dealt."""
        return self._trace(viewer).actions + self._half_of(viewer)

    def _trace(self, viewer: int) -> Trace:
        trace = self.match.view(None if viewer < 0 else viewer, ASSISTED).trace
        assert trace is not None
        return trace

    def _half_of(self, viewer: int) -> tuple[int, ...]:
        return self.half if viewer >= 0 and viewer == self.at.seat else ()

    def shares(self) -> list[float]:
        """G-7: the shares of the win if the game were over now."""
        outcome = self.match.stepper.judged()
        return [outcome.share(seat) for seat in range(self.match.players)]


class OsteriaState(pyspiel.State):  # type: ignore[misc]
    """A state of one of the games."""

    def __init__(self, spiel_game: OsteriaGame) -> None:
        super().__init__(spiel_game)
        self._max_turns = spiel_game.max_turns
        self.position = Position(
            new(spiel_game.osteria_name, spiel_game.num_players(), seed=ASK, options=spiel_game.options)
        )

    def current_player(self) -> int:
        """Who is asked: a seat, chance, or nobody any more."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.at.is_chance else self.position.at.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The actions of chance with their probabilities."""
        kernels, states = self.position.rules.kernels.best, self.position.at.states
        total = kernels.total(states)
        return [(action, kernels.weight(states, action) / total) for action in self.position.legal()]

    def _apply_action(self, action: int) -> None:
        self.position.apply(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        rules, at = self.position.rules, self.position.at
        if at.ask in rules.composed:
            return f"{rules.asks[at.ask]} part {action}"
        return rules.say(at.states[0], at.ask, (int(action),))

    def is_terminal(self) -> bool:
        """By the rules, or because `max_turns` were played."""
        return self.position.at.is_over or 0 < self._max_turns < self.position.turns

    def returns(self) -> list[float]:
        """Every seat's share of the win; all 0 until then."""
        return self.position.shares() if self.is_terminal() else [0.0] * self.position.match.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OsteriaState:
        """A state that the player cannot tell from this one: what is hidden is dealt again, by its probability."""
        seed = int(sampler() * SEEDS)
        view = self.position.match.view(player, ASSISTED)
        state = self.get_game().new_initial_state()
        for action in (*Imagination(view, seed).actions(), *self.position.half):
            state.apply_action(int(action))
        return state  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.position.history_of(CHANCE) + " | " + " ".join(map(str, self.history()))


class Observer:
    """Tensors and strings for OpenSpiel's observation and information state."""

    def __init__(self, name: str, is_recall: bool, is_private: bool, version: int) -> None:
        rules, self.is_recall, self.is_private = game(name), is_recall, is_private
        self.layout = layout_of(name, version if is_recall else 1)
        self.past = rules.longest if is_recall and version > 1 and rules.hides else 0
        self.tensor = np.zeros(self.layout.size + self.past, np.float32)
        self.dict = {part.name: self.tensor[part.start : part.stop].reshape(part.shape) for part in self.layout.parts}
        if self.past:
            self.dict["past"] = self.tensor[self.layout.size :]

    def set_from(self, state: OsteriaState, player: int) -> None:
        """Fill the tensor with what the player sees, and has seen."""
        at, viewer, assisted = state.position.at, self._viewer(player), int(self.is_recall)
        self.tensor[: self.layout.size] = self.layout.one(at.observe(viewer, assisted), at.sequence(assisted))
        if self.past:
            actions = state.position.actions_of(viewer)
            self.dict["past"][:] = NOTHING_YET
            self.dict["past"][: len(actions)] = actions

    def string_from(self, state: OsteriaState, player: int) -> str:
        """What the player sees (or has seen) as text."""
        if self.is_recall:
            return state.position.history_of(self._viewer(player))
        words = self.layout.structured(state.position.at.observe(self._viewer(player), 0))
        return " ".join(f"{name}={','.join(map(str, numbers.ravel().tolist()))}" for name, numbers in words.items())

    def _viewer(self, player: int) -> int:
        return player if self.is_private else CHANCE


class OsteriaGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games, with so many players."""

    osteria_name = ""
    game_type: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = parameters_of(self.osteria_name) | (params or {})
        rules, self.max_turns = game(self.osteria_name), int(chosen["max_turns"])
        self.version = checked_version(int(chosen["version"]))
        self.options = options_of(self.osteria_name, chosen)
        rules.seats(int(chosen["players"]))
        longest = rules.longest or max(1, self.max_turns) * ACTIONS_A_TURN
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions,
            max_chance_outcomes=rules.actions,
            num_players=int(chosen["players"]),
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=longest,
        )
        super().__init__(self.game_type, info, chosen)

    def new_initial_state(self) -> OsteriaState:
        """A table before anything was drawn."""
        return OsteriaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What OpenSpiel observes with: information states with perfect recall, else observations."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        is_private = kind.private_info != pyspiel.PrivateInfoType.NONE
        return Observer(self.osteria_name, kind.perfect_recall, is_private, self.version)


def parameters_of(name: str) -> dict[str, Any]:
    """The parameters of a game with their usual values; an option of the rules is a text, with / between its parts."""
    usual = game(name).options()
    listed = {field.name: _as_text(getattr(usual, field.name)) for field in fields(usual)}
    return {**DEFAULTS, **listed}


def _as_text(value: Any) -> str:
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def options_of(name: str, chosen: dict[str, Any]) -> Options:
    """The options that these parameters stand for; OsteriaError where they will not do."""
    rules = game(name)
    usual = rules.options()
    words = {field.name: str(chosen[field.name]) for field in fields(usual)}
    parts = {
        key: tuple(text.split("/")) if isinstance(getattr(usual, key), tuple) else text for key, text in words.items()
    }
    return rules.options(parts)


def _type_of(name: str) -> Any:
    rules = game(name)
    return pyspiel.GameType(
        short_name=f"osteria_{name.replace('-', '_')}",
        long_name=f"Osteria: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        # Also where nothing is hidden: OpenSpiel's ISMCTS plays no other games.
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.most,
        min_num_players=rules.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(name),
    )


def _register(name: str) -> type[OsteriaGame]:
    title = "".join(word.title() for word in name.split("-"))
    kind = _type_of(name)
    found = type(title, (OsteriaGame,), {"osteria_name": name, "game_type": kind, "__doc__": f"{name}."})
    pyspiel.register_game(kind, found)
    return found


GAMES = {name: _register(name) for name in NAMES}
"""The registered games by Osteria's own names."""

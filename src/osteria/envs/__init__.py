"""Osteria's games as standard environments: PettingZoo, Gymnasium (one seat, and vectors), OpenSpiel.

All of them speak the small action ids of a game (a move of several parts is one seat stepping several times), show honest
information only, and give every seat its share of the win as the reward at the end (G-7: a win shared by k seats is worth
1/k to each of them). Some games have no longest one: past `max_turns` turns an environment counts it as over with the
supplies as they lie. That is a limit of the environment, not of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from osteria.core.game import Options
from osteria.envs.layout import FLAT, Layout, layout_of
from osteria.envs.registration import register_all
from osteria.envs.table import MOST_TURNS

if TYPE_CHECKING:
    from osteria.envs.aec import SeatsEnv
    from osteria.envs.single import SeatEnv
    from osteria.envs.vector import TablesEnv

Chosen = Options | Mapping[str, Any] | None
"""What a table chooses about the rules: a game's own type, or plain data such as {"faces": [...]}."""


def pettingzoo_env(
    game: str,
    players: int = 2,
    *,
    memory: str = "authentic",
    form: str = FLAT,
    max_turns: int = MOST_TURNS,
    options: Chosen = None,
    version: int = 1,
) -> SeatsEnv:
    """A PettingZoo AEC environment; needs the extra osteria[envs].

    Args:
        game: its name, one of `osteria.games.names()`.
        players: how many seats; the agents are "seat_0", "seat_1", ...
        memory: "authentic" shows what lies visible now, "assisted" also what everybody once saw (G-8).
        form: "flat" for one vector, "structured" for a dictionary of arrays; both as `layout_of(game)` says.
        max_turns: a game with more turns is truncated (0: never).
        options: what the table chooses about the rules.
        version: of the observations: 2 adds the oven card by card (with assisted memory), see `Layout`.
    """
    from osteria.envs.aec import SeatsEnv

    return SeatsEnv(game, players, memory, form, max_turns, options, version)


def gymnasium_env(
    game: str,
    players: int = 2,
    seat: int = 0,
    bots: str = "random",
    *,
    memory: str = "authentic",
    form: str = FLAT,
    max_turns: int = MOST_TURNS,
    options: Chosen = None,
    version: int = 1,
    render_mode: str | None = None,
) -> SeatEnv:
    """A Gymnasium environment: one seat, the others played by bots; needs the extra osteria[envs].

    Args:
        game: the game's name.
        players: how many seats.
        seat: the seat that is played here.
        bots: who plays the others: the name of a bot, or names with commas, one for each of them.
        memory: of the observations, "authentic" or "assisted" (bots always remember).
        form: "flat" or "structured".
        max_turns: a game with more turns is truncated (0: never).
        options: what the table chooses about the rules.
        version: of the observations: 2 adds the oven card by card (with assisted memory), see `Layout`.
        render_mode: "ansi" for `render()` as text, "rgb_array" for a picture of 960 by 720.
    """
    from osteria.envs.single import SeatEnv

    return SeatEnv(game, players, seat, bots, memory, form, max_turns, options, version, render_mode)


def gymnasium_vector_env(
    game: str,
    players: int = 2,
    num_envs: int = 1,
    seat: int | None = None,
    *,
    memory: str = "authentic",
    max_turns: int = MOST_TURNS,
    threads: int | None = None,
    options: Chosen = None,
    version: int = 1,
) -> TablesEnv:
    """A Gymnasium vector environment, natively batched: no Python per game; needs the extra osteria[envs].

    Args:
        game: the game's name.
        players: how many seats at each table.
        num_envs: how many tables.
        seat: the seat that is played here, the others at random; None: all seats are (info "seat" says which is asked).
        memory: of the observations, "authentic" or "assisted".
        max_turns: a game with more turns is truncated (0: never).
        threads: how many cores to use; left out, all of them.
        options: what the table chooses about the rules.
        version: of the observations: 2 adds the oven card by card (with assisted memory), see `Layout`.
    """
    from osteria.envs.vector import TablesEnv

    return TablesEnv(game, players, num_envs, seat, memory, max_turns, threads, options, version)


register_all()

__all__ = ["Layout", "gymnasium_env", "gymnasium_vector_env", "layout_of", "pettingzoo_env"]

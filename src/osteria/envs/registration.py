"""Gymnasium's registry: `import osteria.envs`, then `gymnasium.make("osteria/SoleMio-v1", players=3)`, for every installed
game. Without the import: `gymnasium.make("osteria.envs:osteria/SoleMio-v1")`, as for any package of environments.
"""

from __future__ import annotations

from osteria.games import names


def id_of(game: str) -> str:
    """The environment's name: `osteria/` and the words of its name. Another version of the observations is an argument: with a
    -v2 beside it Gymnasium would call this one out of date."""
    return f"osteria/{''.join(word.title() for word in game.split('-'))}-v1"


def register_all() -> None:
    """Register every installed game, alone and as a vector; nothing where Gymnasium is missing."""
    try:
        from gymnasium.envs.registration import register, registry
    except ModuleNotFoundError:
        return
    for game in names():
        if id_of(game) not in registry:
            seat, tables = "osteria.envs.single:SeatEnv", "osteria.envs.vector:TablesEnv"
            register(id=id_of(game), entry_point=seat, vector_entry_point=tables, kwargs={"game": game})

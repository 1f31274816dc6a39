"""The spaces of observations, for PettingZoo and Gymnasium alike."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from osteria.envs.layout import FLAT, HIGHEST, LOWEST, layout_of
from osteria.games import game as game_of


def seen_space(game: str, form: str, version: int = 1) -> Any:
    """The space of what a seat sees."""
    layout = layout_of(game, version)
    if form == FLAT:
        return spaces.Box(LOWEST, HIGHEST, (layout.size,), np.float32)
    return spaces.Dict({part.name: spaces.Box(LOWEST, HIGHEST, part.shape, np.int32) for part in layout.parts})


def observation_space(game: str, form: str, version: int = 1) -> Any:
    """What a seat sees, with the mask of its legal small actions."""
    mask = spaces.Box(0, 1, (game_of(game).actions,), np.int8)
    return spaces.Dict({"observation": seen_space(game, form, version), "action_mask": mask})

"""A search whose playouts end before the round does, with what was learned of such tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from osteria.bots.hints import LEARNED, hints_of
from osteria.bots.maestro.maestro import describer_of
from osteria.bots.maestro.network import FOLDER, Floats, Network
from osteria.bots.search import Search
from osteria.core.decision import Move
from osteria.core.schema import Table
from osteria.games import game as game_of
from osteria.play.view import View

TENTHS = 10
"""Networks value in tenths of what playouts count."""


def values_of(game: str) -> Path:
    """The file with what tables of a game are worth; there is none where nobody learned it."""
    return FOLDER / "values" / f"{game}.npz"


def kernels_of(game: str) -> Any:
    """What plays a game's tables on to such a table."""
    return import_module(f"{__package__}.values.{game_of(game).kernels.name}").KERNELS


@cache
def layers_of(game: str) -> tuple[Floats, ...]:
    """The layers of the network, each with its biases as the last row; the last one in what playouts count."""
    layers = Network.kept(values_of(game)).layers
    joined = [np.vstack([weights, biases]).astype(np.float32) for weights, biases in layers]
    return (*joined[:-1], joined[-1] / np.float32(TENTHS))


class CutSearch(Search):
    """A search whose playouts end when so many turns have ended and another begins."""

    def __init__(self, view: View, options: Sequence[Move], seed: int, worlds: Table, last: int, turns: int) -> None:
        super().__init__(view, options, seed, worlds, last, LEARNED)
        layout, hints, layers = describer_of(game_of(view.game).kernels.name), hints_of(view.game), layers_of(view.game)
        self.roll = kernels_of(view.game).compiled().roll_to_value
        room = np.zeros((hints.seats, layout.TALLY), np.int64), np.zeros(layout.FEATURES, np.int8)
        hidden = [np.zeros(layer.shape[1], np.float32) for layer in layers[:-1]]
        self.until = turns, hints.room(), *room, *hidden, *layers

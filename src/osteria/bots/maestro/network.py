"""A small network in NumPy: from a description of a table to what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from osteria.core.schema import Table

Floats = npt.NDArray[np.float32]
FOLDER = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class Network:
    """Layers with a ramp (ReLU) between them, and one number at the end.

    Attributes:
        layers: weights and biases, from the first layer to the last.
    """

    layers: tuple[tuple[Floats, Floats], ...]

    def values(self, rows: Table) -> Floats:
        """What each described table is worth to the seat that described it."""
        signal = rows.astype(np.float32)
        for weights, biases in self.layers[:-1]:
            signal = np.maximum(signal @ weights + biases, 0)
        weights, biases = self.layers[-1]
        return np.asarray((signal @ weights + biases)[:, 0])

    def keep(self, file: Path) -> None:
        """Write the weights, as numbers of two bytes."""
        arrays = {f"{name}{place}": part.astype(np.float16) for place, layer in enumerate(self.layers)
                  for name, part in zip(("weights", "biases"), layer, strict=True)}  # fmt: skip
        np.savez_compressed(file, allow_pickle=False, **arrays)

    @staticmethod
    def kept(file: Path) -> Network:
        """Read what `keep` wrote."""
        with np.load(file) as arrays:
            count = len(arrays.files) // 2
            layers = [(arrays[f"weights{place}"], arrays[f"biases{place}"]) for place in range(count)]
        return Network(tuple((weights.astype(np.float32), biases.astype(np.float32)) for weights, biases in layers))


def weights_of(game: str) -> Path:
    """The file with the weights for a game; there is none where nobody learned it."""
    return FOLDER / f"{game}.npz"


@cache
def network_of(game: str) -> Network:
    """The network that learned a game."""
    return Network.kept(weights_of(game))

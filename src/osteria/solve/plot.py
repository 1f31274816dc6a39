"""The policy as a picture: from which net on optimal play secures, by dice aside and score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from osteria.games.roll_for_soles.record import DICE
from osteria.solve.dice import ASIDES, Floats
from osteria.solve.soles import Solution, play_turn

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEGIBLE_NET = 40
"""Larger nets share the last colour."""


def nets_to_secure(solution: Solution) -> Floats:
    """`[aside, own, other's points]`: the smallest net that optimal play secures; NaN where it secures none."""
    points = solution.points
    found = np.full((len(ASIDES), points, points), np.nan)
    for own in range(points):
        rolling = play_turn(solution.dice, solution.values, own)
        for net in range(points - own - 1, 0, -1):
            others = np.arange(points - own - net)
            stops = (1.0 - solution.values[others, own + net])[:, None] >= rolling[net, others]
            found[:, own, others] = np.where(stops.T, net, found[:, own, others])
    return found


def plot(solution: Solution, file: Path) -> None:
    """Draw the policy into a file; its suffix says the format (png, svg, pdf)."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 10.5), layout="constrained")
    panels: Any = figure.subplots(DICE, DICE, sharex=True, sharey=True)
    nets = nets_to_secure(solution)
    for doubles, waters in ((doubles, waters) for doubles in range(DICE) for waters in range(DICE)):
        if (doubles, waters) in ASIDES:
            image = _draw(panels[waters, doubles], nets[ASIDES.index((doubles, waters))], doubles, waters)
        else:
            panels[waters, doubles].set_axis_off()
    figure.colorbar(image, ax=panels[2:, 2:], label="smallest net to secure (grey: always roll)", extend="max")
    figure.suptitle(f"Roll for Soles, two players, dice {' '.join(solution.faces)}: when to secure")
    figure.supxlabel("points of the other player")
    figure.supylabel("own points")
    figure.savefig(file, dpi=80)


def _draw(panel: Axes, nets: Floats, doubles: int, waters: int) -> Any:
    left = DICE - doubles - waters
    at_start = "always roll" if np.isnan(nets[0, 0]) else f"from {nets[0, 0]:.0f} on"
    panel.set_title(f"{doubles} double, {waters} water aside\n{left} to roll; at 0-0: {at_start}", fontsize=9)
    scores = np.add.outer(np.arange(len(nets)), np.arange(len(nets)))
    panel.imshow(
        np.where(scores < len(nets), 0.25, np.nan),
        origin="lower",
        vmin=0,
        vmax=1,
        cmap="Greys",
        interpolation="nearest",
    )
    return panel.imshow(nets, origin="lower", vmin=1, vmax=LEGIBLE_NET, cmap="viridis", interpolation="nearest")

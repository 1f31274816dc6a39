"""Pictures of the lab."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from osteria.lab.win_shares import Share


def plot_shares(shares: Mapping[str, Share], players: int, title: str, path: Path) -> None:
    """Shares with their intervals, and where equal play would be."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=(7, 0.6 * len(shares) + 1.6))
    names, found = list(shares), list(shares.values())
    reach = [[share.share - share.low for share in found], [share.high - share.share for share in found]]
    axes.errorbar([share.share for share in found], names, xerr=reach, fmt="o", capsize=4, color="black")
    axes.axvline(1 / players, linestyle=":", color="grey", label="equal play")
    axes.set_xlabel("share of the win per seat held, with 95 % interval")
    axes.set_title(title)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.legend(loc="best")
    _save(figure, path)


def plot_chances(chances: list[list[float]], names: list[str], title: str, path: Path) -> None:
    """The chance to win of every seat, decision after decision; told apart by line style too, not by colour alone."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=(9, 4))
    styles = ("-", "--", "-.", ":")
    for seat, name in enumerate(names):
        axes.plot([row[seat] for row in chances], styles[seat % len(styles)], label=name)
    axes.set_xlabel("decision")
    axes.set_ylabel("chance to win")
    axes.set_ylim(0, 1)
    axes.set_title(title)
    axes.legend(loc="best")
    _save(figure, path)


def _pyplot() -> Any:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    return pyplot


def _save(figure: Any, path: Path) -> None:
    figure.tight_layout()
    figure.savefig(path)

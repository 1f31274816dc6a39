"""Shares of the win per seat held, with intervals that know that the games of a deal belong together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from osteria.lab.arena import Game

Z = 1.959964
"""Of the 95 % interval of a normal distribution."""


@dataclass(frozen=True)
class Share:
    """How a bot did.

    Attributes:
        share: the mean share of the win, per seat held; equal play is one over the number of seats.
        low: lower end of the 95 % interval, clustered by deal.
        high: its upper end.
        games: games in which it had a seat.
    """

    share: float
    low: float
    high: float
    games: int


def shares_of(games: Iterable[Game]) -> dict[str, Share]:
    """The share of every bot, in the order in which they first had a seat."""
    by_deal: dict[str, dict[int, list[float]]] = {}
    seated: dict[str, int] = {}
    for game in games:
        for name, share in zip(game.bots, game.shares, strict=True):
            by_deal.setdefault(name, {}).setdefault(game.deal, []).append(share)
        for name in dict.fromkeys(game.bots):
            seated[name] = seated.get(name, 0) + 1
    return {name: _share([sum(x) / len(x) for x in deals.values()], seated[name]) for name, deals in by_deal.items()}


def _share(deals: list[float], games: int) -> Share:
    mean, error = mean_and_error(deals)
    reach = quantile(len(deals) - 1) * error
    return Share(mean, max(0.0, mean - reach), min(1.0, mean + reach), games)


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    """The mean of independent numbers and its standard error; with one number nothing is known of the error: 1."""
    count = len(numbers)
    mean = sum(numbers) / count
    if count == 1:
        return mean, 1.0
    return mean, sqrt(sum((number - mean) ** 2 for number in numbers) / (count - 1) / count)


def quantile(freedom: int) -> float:
    """Of the 95 % interval of Student's distribution (Cornish and Fisher's expansion)."""
    if freedom < 1:
        return Z
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + first / freedom + second / freedom**2

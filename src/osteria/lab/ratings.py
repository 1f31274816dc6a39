"""Ratings by openskill (Plackett-Luce), a library for games of several players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from osteria.lab.arena import Game


def ratings_of(games: Iterable[Game]) -> dict[str, float]:
    """The rating of every bot after all games, in their order: a careful guess, three deviations below the mean.

    A bot with several seats at a table counts once, with the mean of its shares.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[str, Any] = {}
    for game in games:
        names = list(dict.fromkeys(game.bots))
        for name in names:
            ratings.setdefault(name, model.rating(name=name))
        places = [-_mean_share(game, name) for name in names]
        rated = model.rate([[ratings[name]] for name in names], ranks=places)
        ratings.update({name: team[0] for name, team in zip(names, rated, strict=True)})
    return {name: float(rating.ordinal()) for name, rating in ratings.items()}


def _mean_share(game: Game, name: str) -> float:
    shares = [share for bot, share in zip(game.bots, game.shares, strict=True) if bot == name]
    return sum(shares) / len(shares)

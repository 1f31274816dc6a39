"""Checks for anyone who makes a bot.

from osteria.testing.bots import check_bot
check_bot("my_package.bots:Hasty", "my-game", players=3)
"""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np

from osteria.bots import Bot, data_only, make
from osteria.core.decision import Move
from osteria.play.imagine import imagine
from osteria.play.match import Match
from osteria.play.new import new
from osteria.play.view import View

Maker = str | Callable[[], Bot]
"""A bot's name, or a function that makes one."""


def check_bot(maker: Maker, game: str, players: int = 2, games: int = 1, seed: int = 0) -> int:
    """Let a bot play itself, and check that it answers every question with one of the options, from its view as data
    alone, and leaves the view as it was. AssertionError where it does not.

    Returns the number of decisions that were looked at.
    """
    decisions = 0
    for number in range(games):
        match = new(game, players, seed=seed + number)
        bots = [_made(maker) for _ in range(players)]
        while match.decision is not None:
            match.play(checked_choice(bots[match.decision.seat], match))
            decisions += 1
    return decisions


def checked_choice(bot: Bot, match: Match) -> Move:
    """The bot's answer to what is asked now, if it is one of the options and the view was left alone."""
    assert match.decision is not None
    view = view_of(match)
    before = json.dumps(view.words, default=str)
    assert view.decision is not None
    move = bot.choose(view.decision, view, None)
    assert move in view.decision.options, f"{type(bot).__name__} answers {view.decision} with {move}: no option"
    assert json.dumps(view.words, default=str) == before, f"{type(bot).__name__} wrote on its view"
    return move


def check_no_peeking(maker: Maker, game: str, players: int = 2, moves: int = 40, every: int = 8, seed: int = 0) -> int:
    """Check that a bot chooses the same in worlds that its seat cannot tell apart. The maker must give every bot the
    same seed. AssertionError where it does not.

    Args:
        maker: the bot.
        game: the game's name.
        players: how many play; all by this bot.
        moves: so many moves are played.
        every: the choice is compared after every so many of them.
        seed: of the deal and the worlds.

    Returns how often choices were compared.
    """
    match, rng, compared = new(game, players, seed=seed), np.random.default_rng(seed), 0
    for number in range(moves):
        if match.decision is None:
            break
        view = view_of(match)
        move = _chosen(maker, view)
        if number % every == 0:
            other = imagine(view, rng)
            assert _chosen(maker, view_of(other)) == move, f"another choice in a world that looks the same: {view}"
            compared += 1
        match.play(move)
    return compared


def view_of(match: Match) -> View:
    """The assisted view, as data only, of the seat that is asked."""
    assert match.decision is not None
    return data_only(match.view(match.decision.seat, memory="assisted"))


def _chosen(maker: Maker, view: View) -> Move:
    assert view.decision is not None
    return _made(maker).choose(view.decision, view, None)


def _made(maker: Maker) -> Bot:
    return make(maker) if isinstance(maker, str) else maker()

"""No bot ever makes an illegal move, whatever it is asked."""

import numpy as np
import pytest

import osteria
from osteria import bots
from osteria.testing.bots import check_bot, checked_choice, view_of

TABLES = [(game, players) for game in ("mamma-mia", "sole-mio", "grande") for players in range(2, 6)]
TABLES += [("roll-for-soles", players) for players in range(2, 9)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_fast_bots_play_whole_games(game: str, players: int) -> None:
    match = osteria.new(game, players, seed=players)
    names = ("novice", "random", "regular", "novice:memory=0.8")
    seated = [bots.make(names[seat % len(names)], seed=seat) for seat in range(players)]
    while match.decision is not None:
        view = match.view(match.decision.seat, memory="assisted")
        match.play(seated[match.decision.seat].choose(match.decision, view, None))
    assert match.outcome is not None


@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande", "roll-for-soles"])
def test_the_expert_answers_whatever_is_asked_and_keeps_to_its_playouts(game: str) -> None:
    match, regular = osteria.new(game, 3, seed=5), bots.make("regular", seed=5)
    expert = bots.make("expert:playouts=2", seed=5)
    asked: dict[str, int] = {}
    while match.decision is not None:
        ask, options = match.decision.ask, len(match.decision.options)
        move = regular.choose(match.decision, view_of(match), None)
        if options > 1 and asked.setdefault(ask, 0) < 1:
            asked[ask] += 1
            assert checked_choice(expert, match) in match.decision.options
            assert 0 < expert.playouts <= 2
        match.play(move)
    assert len(asked) > (1 if game == "roll-for-soles" else 3)


def test_the_example_bot_is_a_bot(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.syspath_prepend(request.config.rootpath / "examples")
    for game in ("mamma-mia", "roll-for-soles"):
        assert check_bot("bot_hasty:Hasty", game, players=2) > 10


def test_the_checker_finds_a_bot_that_makes_up_moves() -> None:
    class Liar:
        def choose(self, decision, view, clock):
            return osteria.Move("play 9 olive", (8,))

    with pytest.raises(AssertionError, match="no option"):
        check_bot(Liar, "mamma-mia")


def test_a_bot_says_that_it_needs_an_assisted_view() -> None:
    match = osteria.new("mamma-mia", 2, seed=1)
    assert match.decision is not None
    view = match.view(match.decision.seat, memory="authentic")
    with pytest.raises(osteria.OsteriaError, match="assisted"):
        bots.make("regular", seed=1).choose(match.decision, view, None)


def test_a_single_option_is_taken_without_a_playout() -> None:
    match, expert, rng = osteria.new("mamma-mia", 2, seed=2), bots.make("expert", seed=1), np.random.default_rng(1)
    for _ in range(200):
        if match.decision is None or len(match.decision.options) == 1:
            break
        match.play(match.decision.options[rng.integers(len(match.decision.options))])
    assert match.decision is not None
    view = view_of(match)
    assert expert.choose(view.decision, view, None) == view.decision.options[0]
    assert expert.playouts == 0

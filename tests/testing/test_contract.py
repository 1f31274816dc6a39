"""The contract suite, put to every game and number of players."""

import os

import numpy as np
import pytest

from osteria.core.family import NOT_FOLLOWED
from osteria.core.game import Game
from osteria.games import NAMES, game
from osteria.play.new import new
from osteria.play.stepper import Stepper
from osteria.testing import check_game, check_no_leaks, leaks

LONG = os.environ.get("OSTERIA_LONG") == "1"
TABLES = [(name, players) for name in NAMES for players in range(game(name).fewest, game(name).most + 1)]
SAMPLERS_PAIRS = 1_000_000 if LONG else 10_000


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    for name in NAMES:
        game(name).kernels.compiled()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_keeps_the_contract(name: str, players: int) -> None:
    assert check_game(name, players, games=200 if LONG else 4, seed=11) > 0


@pytest.mark.parametrize("name", NAMES)
def test_nobody_can_tell_an_imagined_world_from_the_true_one(name: str) -> None:
    players = range(game(name).fewest, game(name).most + 1)
    share = SAMPLERS_PAIRS // len(players) + 1
    compared = sum(check_no_leaks(name, count, share, seed=count) for count in players)
    assert compared >= SAMPLERS_PAIRS


@pytest.mark.parametrize("name", ["mamma-mia", "sole-mio", "grande"])
def test_a_sampler_that_returns_the_truth_fails_the_suite(name: str) -> None:
    from osteria.play.transcript import replay

    with pytest.raises(AssertionError, match="too few"):
        check_no_leaks(name, 3, 500, seed=5, imagined=lambda view, rng: replay_of(view, replay))


def replay_of(view, replay):  # type: ignore[no-untyped-def]
    """A sampler that cheats: it looks at the true table through the stack of the caller."""
    import inspect

    frame = inspect.currentframe()
    while frame is not None and "match" not in frame.f_locals:
        frame = frame.f_back
    assert frame is not None
    return frame.f_locals["match"].copy()


def test_a_view_that_shows_a_hidden_card_fails_the_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Stepper.observe

    def leaky(at: Stepper, viewer: int, assisted: int) -> np.ndarray:
        seen = honest(at, viewer, assisted)
        seen[0]["hand"] = at.states[0]["hands"][(viewer + 1) % 3]
        return seen

    monkeypatch.setattr(Stepper, "observe", leaky)
    with pytest.raises(AssertionError, match="another observation"):
        check_no_leaks("sole-mio", 3, 2_000, seed=5)


def test_what_follows_a_move_may_not_depend_on_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a turn is foretold to go on only where the supply has an even number of olives: that is found."""
    honest = Game.follow

    def leaky(rules: Game, before: np.ndarray, states: np.ndarray, actions: tuple[int, ...]) -> int:
        ask = honest(rules, before, states, actions)
        return ask if states[0]["supply"][0] % 2 == 0 else NOT_FOLLOWED

    monkeypatch.setattr(type(game("sole-mio")), "follow", leaky)
    with pytest.raises(AssertionError, match="another question, or another one after it"):
        check_no_leaks("sole-mio", 3, 2_000, seed=5)


@pytest.mark.parametrize("name", ["mamma-mia", "sole-mio", "grande"])
def test_nobody_can_tell_them_apart_after_the_end_either(name: str) -> None:
    """MM-17, SM-13: everybody has counted out what breaks ties by then."""
    rng = np.random.default_rng(3)
    for _ in range(40 if LONG else 4):
        match = new(name, 4, seed=int(rng.integers(2**60)))
        while match.decision is not None:
            match.play(match.decision.options[int(rng.integers(len(match.decision.options)))])
        assert leaks.compare(match, match.imagine(1, rng), 1) > 0


def test_a_reason_that_depends_on_a_hidden_hand_fails_the_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    """MM-5: an order is never a must, and nobody says what else is in the hand; here it is told, and found."""
    from osteria.core.events import tell
    from osteria.games.pizzeria import telling
    from osteria.games.pizzeria.rules import game as rules
    from osteria.games.pizzeria.rules.drawing import begin_draw

    def tells_too_much(s, log):  # type: ignore[no-untyped-def]
        tell(log, telling.NO_ORDER, s["turn"], s["hands"][s["turn"], 0])
        begin_draw(s, log)

    kernels = game("sole-mio").kernels
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
    monkeypatch.setattr(kernels, "best", kernels.interpreted)
    monkeypatch.setattr(rules, "play_no_order", tells_too_much)
    with pytest.raises(AssertionError, match="other frames"):
        check_no_leaks("sole-mio", 3, 2_000, seed=5)

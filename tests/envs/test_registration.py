"""The environments as people look for them: by name, with a render mode, typed, with the options of the rules."""

import inspect
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from osteria import OsteriaError, envs
from osteria.envs import pictures
from osteria.envs.pictures import HEIGHT, WIDTH
from osteria.envs.registration import id_of
from osteria.games import game as rules_of
from osteria.games import names
from osteria.play.new import new

FACES = ("1", "2", "2", "hook", "double", "water")


@pytest.mark.parametrize("game", names())
def test_every_game_is_made_by_its_name(game: str) -> None:
    env = gymnasium.make(id_of(game), players=3, bots="random", render_mode="ansi")
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space
    text = env.render()
    assert isinstance(text, str)
    assert text.startswith(f"{game}, seen by seat 0")
    seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert seen in env.observation_space


def test_gymnasium_imports_us_when_the_name_says_so() -> None:
    code = (
        "import gymnasium; print(type(gymnasium.make('osteria.envs:osteria/SoleMio-v1', players=3).unwrapped).__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "SeatEnv", done.stderr


def test_many_tables_are_made_by_the_same_name() -> None:
    tables = gymnasium.make_vec(
        "osteria/RollForSoles-v1",
        num_envs=8,
        vectorization_mode="vector_entry_point",
        players=3,
        options={"faces": FACES},
    )
    seen, _ = tables.reset(seed=2)
    assert seen["observation"].shape[0] == 8
    actions = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
    assert tables.step(actions)[1].shape == (8,)


@pytest.mark.parametrize("game", names())
def test_a_table_is_a_picture_of_what_the_seat_sees(game: str) -> None:
    env = gymnasium.make(id_of(game), players=3, bots="random", render_mode="rgb_array")
    seen, _ = env.reset(seed=1)
    first = env.render()
    assert (first.shape, first.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 20, "it is drawn"
    assert (env.render() == first).all()
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert (env.render() != first).any()


@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande"])
def test_every_card_has_a_drawing(game: str) -> None:
    rules = rules_of(game)
    seats = [str(seat) for seat in rules.seats(5)]
    cards = {card for hand in new(game, 5, seed=1).zones()["hands"].values() for card in hand}
    orders = {order for stack in new(game, 5, seed=1).zones()["orders"].values() for order in stack}
    assert cards
    for seat in seats:
        assert [word for word in cards | orders if pictures._piece(word, seat).drawing is None] == []


def test_drawings_that_are_missing_are_asked_for_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pictures, "_drawings", lambda: tmp_path)
    pictures._sprite.cache_clear()
    try:
        with pytest.raises(OsteriaError, match="come with the built page"):
            envs.gymnasium_env("sole-mio", render_mode="rgb_array")
    finally:
        pictures._sprite.cache_clear()


def test_nothing_hidden_is_in_a_picture() -> None:
    """Two worlds that a seat cannot tell apart give the same drawing."""
    match = new("sole-mio", 3, seed=4)
    other = match.imagine(0, np.random.default_rng(2))
    assert match.zones() != other.zones()
    assert pictures.drawn(match.view(0)) == pictures.drawn(other.view(0))


def test_what_a_seat_may_not_see_is_not_rendered() -> None:
    env = envs.gymnasium_env("sole-mio", 3, bots="random", render_mode="ansi")
    env.reset(seed=5)
    hands = env.match.zones()["hands"]
    other = next(line for line in env.render().splitlines() if line.strip().startswith("hands"))
    own = str(env.match.seats[0])
    assert " ".join(hands[own]) in other
    for seat, cards in hands.items():
        if seat != own:
            assert " ".join(cards) not in other


def test_options_reach_every_environment() -> None:
    for env in (
        envs.gymnasium_env("roll-for-soles", options={"faces": FACES}),
        envs.pettingzoo_env("roll-for-soles", options={"faces": FACES}),
        envs.gymnasium_vector_env("roll-for-soles", num_envs=2, options={"faces": FACES}),
    ):
        env.reset(seed=1)
    with pytest.raises(OsteriaError, match="no options"):
        envs.pettingzoo_env("sole-mio", options={"faces": FACES})


def test_openspiel_takes_the_options_too() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import osteria.envs.openspiel  # noqa: F401

    game = pyspiel.load_game("osteria_roll_for_soles(players=3,faces=1/2/2/hook/double/water)")
    assert game.options.faces == FACES
    assert game.new_initial_state().position.match.options.faces == FACES


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: envs.gymnasium_env("sole-mio", bots="god"), "There is no bot"),
        (lambda: envs.gymnasium_env("sole-mio", render_mode="human"), "rendered as 'ansi'"),
        (lambda: envs.gymnasium_vector_env("sole-mio", num_envs=-2), "at least one game"),
        (lambda: envs.gymnasium_vector_env("sole-mio", num_envs=2, render_mode="ansi"), "unexpected keyword"),
    ],
)
def test_what_cannot_be_is_said_when_the_environment_is_made(make, words: str) -> None:
    with pytest.raises((OsteriaError, TypeError), match=words):
        make()


def test_factories_say_what_they_make() -> None:
    for factory, made in ((envs.gymnasium_env, "SeatEnv"), (envs.pettingzoo_env, "SeatsEnv")):
        assert inspect.signature(factory).return_annotation == made

"""PettingZoo, Gymnasium and OpenSpiel: their own checks, for every game; and nothing hidden in what they show."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from osteria import envs
from osteria.core.errors import OsteriaError
from osteria.games import NAMES, game


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")


@pytest.mark.parametrize("form", ["flat", "structured"])
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_finds_nothing_wrong(name: str, form: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        api_test(envs.pettingzoo_env(name, 3, form=form), num_cycles=30)


@pytest.mark.parametrize("name", NAMES)
def test_a_pettingzoo_game_is_repeated_by_its_seed(name: str) -> None:
    seed_test(lambda: envs.pettingzoo_env(name, 3), num_cycles=20)


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_players_plays_to_the_end(name: str) -> None:
    for players in range(2, game(name).most + 1, 3):
        env = envs.pettingzoo_env(name, players, memory="assisted")
        env.reset(seed=players)
        shares, rng = {}, np.random.default_rng(1)
        for agent in env.agent_iter():
            seen, reward, over, cut, _ = env.last()
            if over or cut:
                shares[agent] = reward
                env.step(None)
            else:
                assert env.observation_space(agent).contains(seen)
                env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert sum(shares.values()) == pytest.approx(1)


def test_past_max_turns_pettingzoo_truncates() -> None:
    env = envs.pettingzoo_env("roll-for-soles", 2, max_turns=1)
    env.reset(seed=3)
    while not any(env.truncations.values()):
        seen, *_ = env.last()
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert not any(env.terminations.values())


def test_an_action_that_the_mask_forbids_is_refused() -> None:
    env = envs.pettingzoo_env("mamma-mia", 2)
    env.reset(seed=3)
    seen, *_ = env.last()
    with pytest.raises(OsteriaError, match="not legal"):
        env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    env = envs.gymnasium_env(name, 2, 0, "random")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize("name", NAMES)
def test_one_seat_against_bots_is_asked_until_the_end(name: str) -> None:
    env = envs.gymnasium_env(name, 3, 1, "random,random", form="structured")
    seen, _ = env.reset(seed=5)
    rng = np.random.default_rng(2)
    for _ in range(2000):
        seen, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        assert "illegal" not in info
        if over or cut:
            break
    assert over
    assert reward in (0, 1, 0.5, pytest.approx(1 / 3))


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    with pytest.raises(OsteriaError, match="no seat 3"):
        envs.gymnasium_env("mamma-mia", 2, 3)
    with pytest.raises(OsteriaError, match="need 1 or 2 bots"):
        envs.gymnasium_env("mamma-mia", 3, 0, "random,random,random")
    with pytest.raises(OsteriaError, match="flat or structured"):
        envs.pettingzoo_env("mamma-mia", 2, form="round")
    with pytest.raises(OsteriaError, match="authentic or assisted"):
        envs.pettingzoo_env("mamma-mia", 2, memory="none")


def test_many_tables_are_one_vector_environment() -> None:
    env = envs.gymnasium_vector_env("roll-for-soles", 2, num_envs=5, seat=1)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    ended = 0
    for _ in range(150):
        seen, rewards, over, cut, info = env.step(env.batch.picks)
        assert (info["seat"] == 1).all()
        assert (rewards[~(over | cut)] == 0).all()
        ended += int(over.sum())
    assert ended > 0


@pytest.mark.parametrize("name", NAMES)
def test_a_vector_and_a_dictionary_say_the_same(name: str) -> None:
    layout, batch = envs.layout_of(name), None
    from osteria.lab.batch import Batch

    batch = Batch(name, 3, 3, 3, memory="assisted")
    for _ in range(20):
        batch.step(batch.picks)
    vectors = layout.flat(batch.observations)
    for number in range(3):
        record = batch.observations[number : number + 1]
        words = layout.structured(record)
        assert np.array_equal(vectors[number], layout.one(record))
        for part in layout.parts:
            assert np.array_equal(vectors[number, part.start : part.stop], words[part.name].ravel())

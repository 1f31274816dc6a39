"""Perfect recall is complete: what a seat's tensor says is all that a perfect memory knows."""

import numpy as np
import pyspiel
import pytest

import osteria
from osteria import envs
from osteria.envs.layout import SEQUENCE, layout_of
from osteria.envs.openspiel import GAMES, NOTHING_YET, OsteriaState
from osteria.games import game
from osteria.lab.batch import Batch
from osteria.play.imagine import Imagination, unseen_of
from osteria.play.match import Match
from osteria.testing.leaks import play_some

PIZZA = ("mamma-mia", "sole-mio", "grande")


def walked(name: str, players: int, seed: int, steps: int) -> OsteriaState:
    """A state after so many small actions at random, in which a seat is asked."""
    state, rng = GAMES[name]({"players": players}).new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal() and (steps > 0 or state.is_chance_node()):
        steps -= 1
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def tensor(state: OsteriaState, player: int) -> dict[str, np.ndarray]:
    """The information state tensor of a player, by its parts."""
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, player)
    return {name: part.copy() for name, part in observer.dict.items()}


def read(match: Match, player: int) -> bytes:
    """What `imagine` reads of everything that a player has not seen."""
    trace = match.view(player, memory="assisted").trace
    assert trace is not None
    return unseen_of(trace).tobytes()


@pytest.mark.parametrize("name", PIZZA)
@pytest.mark.parametrize("steps", [60, 140, 190])
def test_histories_with_the_same_tensor_ask_and_tell_the_seat_the_same(name: str, steps: int) -> None:
    """The twin is another history: hands and stacks that the seat did not see are dealt anew."""
    state = walked(name, 3, steps, steps)
    player = 0 if state.is_terminal() else state.current_player()
    twin = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    mine, other = tensor(state, player), tensor(twin, player)
    assert all(np.array_equal(mine[part], other[part]) for part in mine)
    assert twin.legal_actions() == state.legal_actions()
    assert read(twin.position.match, player) == read(state.position.match, player)
    rng = np.random.default_rng(1)
    while not state.is_terminal() and state.current_player() == player:
        assert twin.current_player() == player
        assert twin.legal_actions() == state.legal_actions()
        action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        twin.apply_action(action)


def possible(state: OsteriaState) -> list[int]:
    """What a seat or chance may do now."""
    return [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()


@pytest.mark.parametrize("name", PIZZA)
def test_histories_with_the_same_tensor_have_the_same_legal_future(name: str) -> None:
    """Others and chance do in both what is possible in both, until a hand of the twin cannot, or shows that it is another."""
    asked = 0
    for seed in range(8):
        state = walked(name, 3, seed, 60)
        player = state.current_player()
        twin, rng = (
            state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0)),
            np.random.default_rng(seed),
        )
        while not state.is_terminal() and (common := sorted({*possible(state)} & {*possible(twin)})):
            mine, other = tensor(state, player), tensor(twin, player)
            if not all(np.array_equal(mine[part], other[part]) for part in mine):
                break
            assert twin.current_player() == state.current_player()
            if state.current_player() == player:
                assert twin.legal_actions() == state.legal_actions()
                asked += 1
            action = int(rng.choice(common))
            state.apply_action(action)
            twin.apply_action(action)
    assert asked > 20, "far beyond the turn in which the twin was made"


@pytest.mark.parametrize("name", PIZZA)
def test_what_a_perfect_memory_knows_is_read_back_from_the_tensor(name: str) -> None:
    """The actions of the tensor are those that worlds are imagined from; its oven is the oven of every such world."""
    state = walked(name, 2, 7, 120)
    player = state.current_player()
    seen = tensor(state, player)
    past = [int(action) for action in seen["past"] if action != NOTHING_YET]
    trace = state.position.match.view(player, memory="assisted").trace
    assert trace is not None
    assert past == [*trace.actions, *state.position.half]
    oven = [int(card) for card in seen[SEQUENCE] if card >= 0]
    for world in Imagination(state.position.match.view(player, memory="assisted"), seed=2).worlds(20):
        first = int(world["cursor"]) if world["phase"] == state.position.at.states[0]["phase"] != 0 else 0
        laid = [int(card) for card in world["oven"][: int(world["oven_size"])]]
        assert oven in (laid, laid[first:])


@pytest.mark.parametrize("memory", ["authentic", "assisted"])
def test_version_2_tells_ovens_apart_that_version_1_does_not(memory: str) -> None:
    """Two tables that differ in the order of the oven alone."""
    rules = game("sole-mio")
    seats, seen = rules.seats(["pepper", "olive"]), []
    for oven in (["salami", "mushroom", "olive"], ["mushroom", "salami", "olive"]):
        states = rules.place(seats, osteria.Options(), {"turn": "pepper", "hands": {"pepper": ["olive"]}, "oven": oven})
        record, sequence = np.zeros(1, rules.observation), np.zeros(rules.sequence_length, np.int8)
        rules.kernels.best.observe(states, 0, int(memory == "assisted"), record)
        rules.see_sequence(states[0], int(memory == "assisted"), sequence)
        seen.append([layout_of("sole-mio", version).one(record, sequence) for version in (1, 2)])
    assert np.array_equal(seen[0][0], seen[1][0])
    assert np.array_equal(seen[0][1], seen[1][1]) == (memory == "authentic")


@pytest.mark.parametrize("form", ["flat", "structured"])
def test_version_2_begins_with_version_1_and_both_environments_offer_it(form: str) -> None:
    first, second = (envs.pettingzoo_env("grande", 3, memory="assisted", form=form, version=v) for v in (1, 2))
    for env in (first, second):
        env.reset(seed=4)
    for _ in range(30):
        agent = first.agent_selection
        old, new = first.observe(agent)["observation"], second.observe(agent)["observation"]
        assert second.observation_space(agent)["observation"].contains(new)
        if form == "flat":
            assert np.array_equal(old, new[: len(old)])
        else:
            assert all(np.array_equal(old[name], new[name]) for name in old)
            assert (new[SEQUENCE] >= 0).sum() == old["oven_size"]
        action = int(np.flatnonzero(first.observe(agent)["action_mask"])[0])
        first.step(action)
        second.step(action)
    assert second.metadata["name"] == "osteria_grande_v2"
    env = envs.gymnasium_env("grande", form=form, memory="assisted", version=2)
    assert env.observation_space.contains(env.reset(seed=1)[0])


@pytest.mark.parametrize("memory", ["authentic", "assisted"])
def test_vectors_of_many_tables_are_those_of_one(memory: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tail of version 2 is the sequence of that table, however many there are and whatever was asked before."""
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
    many = envs.gymnasium_vector_env("sole-mio", 2, 3, memory=memory, threads=1, version=2)
    seen, _ = many.reset(seed=5)
    rules, rng, longest = game("sole-mio"), np.random.default_rng(1), 0
    for _ in range(60):
        assert many.observation_space.contains(seen)
        for place, states in enumerate(many.batch._arrays[0].reshape(3, 1)):
            sequence = np.zeros(rules.sequence_length, np.int8)
            rules.see_sequence(states[0], int(memory == "assisted"), sequence)
            one = many.layout.one(many.batch.observations[place : place + 1], sequence)
            assert np.array_equal(seen["observation"][place], one)
            longest = max(longest, int((sequence >= 0).sum()))
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in seen["action_mask"]]
        seen = many.step(actions)[0]
    assert (longest > 3) == (memory == "assisted")


def test_what_has_no_such_stack_has_no_sequence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
    assert Batch("roll-for-soles", size=2, version=2).sequences.shape == (2, 0)
    assert Batch("roll-for-soles", size=2).sequences.shape == (2, 0)
    with pytest.raises(osteria.OsteriaError, match="1 and 2"):
        Batch("roll-for-soles", version=3)


def test_a_version_that_does_not_exist_is_refused() -> None:
    with pytest.raises(osteria.OsteriaError, match="1 and 2"):
        envs.pettingzoo_env("grande", version=3)


def test_in_scoring_the_sequence_is_what_is_still_to_be_turned() -> None:
    rng = np.random.default_rng(11)
    found = 0
    for seed in range(6):
        match = play_some(osteria.new("mamma-mia", 2, seed=seed), rng)
        oven = match.zones()["oven"]
        assert int((match.stepper.sequence(1) >= 0).sum()) == len(oven)
        assert (match.stepper.sequence(0) < 0).all()
        found += len(oven)
    assert found > 0


def test_the_information_state_of_0_1_is_still_there() -> None:
    old = GAMES["sole-mio"]({"players": 2, "version": 1})
    assert old.information_state_tensor_size() == layout_of("sole-mio").size
    assert GAMES["sole-mio"]({"players": 2}).information_state_tensor_size() > layout_of("sole-mio", 2).size
    assert GAMES["roll-for-soles"]({"players": 2}).information_state_tensor_size() == layout_of("roll-for-soles").size

"""OpenSpiel: its own simulations, its Python ISMCTS, and information states that hide what is hidden."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from osteria.envs.openspiel import GAMES
from osteria.games import NAMES


def begun(name: str, decisions: int, seed: int = 1, players: int = 2) -> pyspiel.State:
    """A state in which somebody is asked, after so many random decisions."""
    state = GAMES[name]({"players": players}).new_initial_state()
    rng = np.random.default_rng(seed)
    while not state.is_terminal() and (decisions > 0 or state.is_chance_node()):
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(int(rng.choice(actions, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
            decisions -= 1
    return state


@pytest.mark.parametrize("name", NAMES)
def test_the_game_is_registered_with_its_parameters(name: str) -> None:
    game = pyspiel.load_game(f"osteria_{name.replace('-', '_')}(players=3)")
    assert game.num_players() == 3
    assert game.utility_sum() == 1


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_simulation_with_serialisation_finds_nothing_wrong(name: str) -> None:
    """Cut off early: OpenSpiel saves and reads back every state on the way, which takes long in Python games."""
    pyspiel.random_sim_test(GAMES[name]({"players": 2, "max_turns": 8}), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_simulation_of_whole_games_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(GAMES[name]({"players": 2}), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_saved_and_read_back(name: str) -> None:
    state = begun(name, 12)
    twin = state.get_game().deserialize_state(state.serialize())
    assert str(twin) == str(state)
    assert twin.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_looks_the_same_to_the_player_who_is_asked(name: str) -> None:
    state = begun(name, 9)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for _ in range(3):
        twin = state.resample_from_infostate(player, sampler)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.information_state_tensor(player) == state.information_state_tensor(player)
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.observation_tensor(player) == state.observation_tensor(player)
        assert twin.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_tells_the_whole_game(name: str) -> None:
    """OpenSpiel's own record of a game: some states in full, every action; cut off early, and said twice alike."""
    title = f"osteria_{name.replace('-', '_')}(players=2,max_turns=8)"
    lines = generate_playthrough.playthrough_lines(title, seed=3)
    assert lines == generate_playthrough.playthrough_lines(title, seed=3)
    text = "\n".join(lines)
    assert text.count("IsTerminal() = True") == 1
    assert text.count("IsTerminal() = False") >= 5
    assert text.count("# Apply action") >= 20
    assert text.count("IsChanceNode() = True") == text.count("ChanceOutcomes() = [(") >= 2
    for player in range(2):
        for kind in ("InformationStateString", "InformationStateTensor", "ObservationString", "ObservationTensor"):
            assert f"{kind}({player})" in text
    returns = next(line for line in reversed(lines) if line.startswith("Returns() = "))
    assert sum(map(float, returns.removeprefix("Returns() = [").removesuffix("]").split(","))) == pytest.approx(1)


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_python_ismcts_plays(name: str) -> None:
    """It searches through `resample_from_infostate`, turn after turn, against a player at random."""
    state, rng = begun(name, 5), np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(), uct_c=2.0, max_simulations=3, evaluator=Guess(), random_state=np.random.RandomState(2)
    )
    searched = 0
    while searched < 4 and not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(actions, p=chances)
        elif state.current_player() == 0:
            action, searched = bot.step(state), searched + 1
            assert action in state.legal_actions()
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(int(action))
    assert searched == 4 or state.is_terminal()


class Guess(mcts.Evaluator):
    """Everybody is as likely to win as anybody: whole playouts are for long runs."""

    def evaluate(self, state: pyspiel.State) -> np.ndarray:
        return np.full(state.num_players(), 1 / state.num_players())

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def test_past_max_turns_the_game_is_over_with_the_supplies_as_they_lie() -> None:
    state = GAMES["roll-for-soles"]({"players": 2, "max_turns": 1}).new_initial_state()
    rng = np.random.default_rng(4)
    while not state.is_terminal():
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(actions)))
    assert sum(state.returns()) == pytest.approx(1)

"""The rules for CUDA: compiled to PTX without a GPU, played on a stand-in for one, run where there is one; and arrays that
other libraries take without a copy."""

import gc

import numpy as np
import pytest
from pretend_gpu import PretendGpu

from osteria.core.errors import OsteriaError
from osteria.games import NAMES, game
from osteria.lab import batch, cuda, dlpack, gpu
from osteria.lab.dlpack import CPU, GPU, Lent
from osteria.lab.lockstep import ALL, COLUMNS, MOST, NO_STAGE, PLACE, STAGES, converted, elected, narrowed
from osteria.lab.playing import Workplace, kernels_for

HAS_GPU = cuda.why_not() is None
SHOWN = ("observations", "masks", "seats", "picks", "rewards", "dones", "cut")


@pytest.mark.parametrize("entry", ["playouts", "checked", "advance"])
def test_the_rules_compile_to_ptx_without_a_gpu(entry: str) -> None:
    pytest.importorskip("numba_cuda")
    text = cuda.ptx("roll-for-soles", entry)
    assert ".target sm_90" in text
    assert ".visible .entry" in text


def test_what_writes_sequences_compiles_to_ptx_without_a_gpu() -> None:
    pytest.importorskip("numba_cuda")
    assert ".visible .entry" in cuda.ptx("sole-mio", "sequences")


@pytest.mark.long
@pytest.mark.parametrize("entry", ["playouts", "checked", "advance"])
def test_the_pizza_rules_compile_to_ptx_without_a_gpu(entry: str) -> None:
    pytest.importorskip("numba_cuda")
    assert ".visible .entry" in cuda.ptx("grande", entry)


@pytest.mark.skipif(HAS_GPU, reason="there is a GPU")
def test_without_a_gpu_there_is_a_sentence() -> None:
    assert gpu.why_not()
    with pytest.raises(OsteriaError):
        gpu.random_games("roll-for-soles", 2, 1)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """A GPU of Python threads, two blocks of 32 of them."""
    device = PretendGpu()
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")
    monkeypatch.setattr(cuda, "_cuda", lambda: device)
    monkeypatch.setattr(cuda, "THREADS", dict.fromkeys(cuda.THREADS, 32))
    cuda.entries_of.cache_clear()
    cuda._compiled.cache_clear()
    yield
    cuda.entries_of.cache_clear()
    cuda._compiled.cache_clear()


def last_positions(name: str, players: int, games: int) -> list[bytes]:
    """What the CPU's games end with."""
    rules = game(name)
    work = Workplace(rules, players, batch.fresh_table(name, players))
    found = []
    for number in range(games):
        kernels_for(rules).interpreted.playouts(*work.arguments(7, number, 1, 0))
        found.append(work.states[0].tobytes())
    return found


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    ("name", "games"),
    [("roll-for-soles", 34), *(pytest.param(name, 70, marks=pytest.mark.long) for name in NAMES)],
)
def test_threads_that_wait_for_each_other_play_the_same_games(name: str, games: int) -> None:
    states, decisions = gpu.final_states(name, 3, games, 7)
    assert [state.tobytes() for state in states] == last_positions(name, 3, games)
    ours, theirs = gpu.random_games(name, 3, games, 7), batch.random_games(name, 3, games, 7)
    assert decisions == ours.decisions == theirs.decisions
    assert np.array_equal(ours.score_counts, theirs.score_counts)
    assert np.array_equal(ours.win_counts, theirs.win_counts)


@pytest.mark.usefixtures("stand_in")
def test_checked_games_count_the_same_actions() -> None:
    assert gpu.checked_games("roll-for-soles", 2, 4, 3) == batch.checked_games("roll-for-soles", 2, 4, 3)


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    ("name", "size", "steps"),
    [("roll-for-soles", 34, 8), ("sole-mio", 2, 4), pytest.param("grande", 70, 400, marks=pytest.mark.long)],
)
def test_a_batch_on_the_gpu_steps_as_on_the_cpu(name: str, size: int, steps: int) -> None:
    ours = gpu.CudaBatch(name, 3, size, 7, memory="assisted", max_turns=3, version=2)
    theirs = batch.Batch(name, 3, size, 7, memory="assisted", max_turns=3, version=2)
    assert (ours.sequences is None) == (theirs.sequences.size == 0)
    for _ in range(steps):
        if ours.sequences is not None:
            assert ours.sequences.copy_to_host().tobytes() == theirs.sequences.tobytes()
        for part in SHOWN:
            assert getattr(ours, part).copy_to_host().tobytes() == getattr(theirs, part).tobytes(), part
        ours.step(ours.picks)
        theirs.step(theirs.picks)


@pytest.mark.parametrize("name", NAMES)
def test_a_narrow_record_holds_the_same_numbers(name: str) -> None:
    fresh = batch.fresh_table(name, 2)
    narrow = converted(fresh, narrowed(fresh.dtype))
    assert narrow.dtype.itemsize < fresh.dtype.itemsize
    assert narrow.dtype.itemsize % 8 == 0
    assert converted(narrow, fresh.dtype).tobytes() == fresh.tobytes()


def test_the_stage_with_most_games_is_next_in_the_half_that_is_on() -> None:
    count = np.zeros(COLUMNS, np.int32)
    assert elected(count, 0) == NO_STAGE
    count[[MOST, ALL]] = 5 * PLACE + 4, 9
    count[[MOST + 1, ALL + 1]] = 7 * PLACE + 10, 7
    assert elected(count, 0) == 4
    assert elected(count, 1) == STAGES + 10
    count[ALL] = 0
    assert elected(count, 0) == STAGES + 10


@pytest.mark.parametrize("kind", [np.bool_, np.uint8, np.int32, np.int64, np.float32])
def test_an_array_is_taken_without_a_copy(kind: type) -> None:
    array = np.arange(12).reshape(3, 4).astype(kind)
    taken = np.from_dlpack(Lent(array.ctypes.data, array.shape, array.dtype, array))
    assert taken.dtype == array.dtype
    assert np.array_equal(taken, array)
    array[1, 2] = 1
    assert taken[1, 2] == 1
    assert np.shares_memory(taken, array)


def test_a_loan_lasts_as_long_as_it_is_needed() -> None:
    array = np.arange(5)
    before = len(dlpack._on_loan)
    taken = np.from_dlpack(Lent(array.ctypes.data, array.shape, array.dtype, array))
    capsule = Lent(array.ctypes.data, array.shape, array.dtype, array).__dlpack__()
    assert len(dlpack._on_loan) == before + 2
    del taken, capsule
    gc.collect()
    assert len(dlpack._on_loan) == before


def test_an_array_on_a_gpu_says_so_and_waits_for_what_was_launched() -> None:
    waited = []
    array = Lent(4096, (2, 3), np.float32, None, GPU, 1, lambda: waited.append(True))
    assert array.__dlpack_device__() == (GPU, 1)
    assert array.__cuda_array_interface__["data"] == (4096, False)
    assert array.__cuda_array_interface__["typestr"] == "<f4"
    array.__dlpack__(stream=2)
    assert waited == [True]
    array.__dlpack__(stream=-1)
    assert waited == [True]
    assert not hasattr(Lent(4096, (2,), np.int8, None, CPU), "__cuda_array_interface__")


@pytest.mark.skipif(not HAS_GPU, reason="needs a GPU")
@pytest.mark.parametrize("name", NAMES)
def test_the_gpu_plays_the_same_games_as_the_cpu(name: str) -> None:
    ours, theirs = gpu.random_games(name, 3, 500, 7), batch.random_games(name, 3, 500, 7)
    assert ours.decisions == theirs.decisions
    assert np.array_equal(ours.score_counts, theirs.score_counts)
    assert gpu.checked_games(name, game(name).most, 500, 7).faulty == 0

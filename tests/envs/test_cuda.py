"""The rules for CUDA: compiled to PTX without a GPU; run where there is one."""

import numpy as np
import pytest

from osteria.core.errors import OsteriaError
from osteria.games import NAMES, game

cuda = pytest.importorskip("osteria.lab.cuda")
pytest.importorskip("numba_cuda")
HAS_GPU = cuda.why_not() is None


@pytest.mark.parametrize("entry", ["playouts", "final_states", "advance"])
def test_the_rules_compile_to_ptx_without_a_gpu(entry: str) -> None:
    text = cuda.ptx("roll-for-soles", entry)
    assert ".target sm_90" in text
    assert ".visible .entry" in text


@pytest.mark.long
@pytest.mark.parametrize("entry", ["playouts", "advance"])
def test_the_pizza_rules_compile_to_ptx_without_a_gpu(entry: str) -> None:
    assert ".visible .entry" in cuda.ptx("grande", entry)


@pytest.mark.skipif(HAS_GPU, reason="there is a GPU")
def test_without_a_gpu_there_is_a_sentence() -> None:
    assert cuda.why_not()
    with pytest.raises(OsteriaError):
        cuda.random_games("roll-for-soles", 2, 1)


@pytest.mark.skipif(not HAS_GPU, reason="needs a GPU")
@pytest.mark.parametrize("name", NAMES)
def test_the_gpu_plays_the_same_games_as_the_cpu(name: str) -> None:
    from osteria.lab import batch

    ours, theirs = cuda.random_games(name, 3, 500, 7), batch.random_games(name, 3, 500, 7)
    assert ours.decisions == theirs.decisions
    assert np.array_equal(ours.score_counts, theirs.score_counts)
    assert cuda.checked_games(name, game(name).most, 500, 7).faulty == 0

from pathlib import Path

import numpy as np
import pytest

from osteria.solve import store
from osteria.solve.soles import Solution, solve


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    monkeypatch.setattr(store, "kept", lambda: tmp_path / "solutions")
    store._solution_for.cache_clear()
    store.stored_strategy.cache_clear()
    return tmp_path / "solutions"


def test_a_solution_is_worked_out_once_and_then_kept(folder: Path) -> None:
    faces = ["water", "1", "2", "hook", "double", "1"]
    first = store.solution_for(faces, points=6)
    store._solution_for.cache_clear()
    again = store.solution_for(faces, points=6)
    assert (first.origin, again.origin) == ("solved", "kept")
    assert np.array_equal(first.values[store.starts(6)], again.values[store.starts(6)])
    assert [file.name for file in folder.iterdir()] == ["1-1-2-hook-double-water-6.npy"]


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x93NUMPY"])
def test_a_broken_file_is_not_believed(folder: Path, content: bytes) -> None:
    folder.mkdir()
    (folder / "1-1-2-hook-double-water-6.npy").write_bytes(content)
    assert store.solution_for(points=6).origin == "solved"


def test_a_file_of_another_game_is_not_believed(folder: Path) -> None:
    store.keep(solve(points=5), folder)
    (folder / "1-1-2-hook-double-water-5.npy").rename(folder / "1-1-2-hook-double-water-6.npy")
    assert store.solution_for(points=6).origin == "solved"


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert store.keep(solve(points=2), tmp_path / "file") is None


def test_the_shipped_file_is_small(solution: Solution) -> None:
    assert (store.SHIPPED / store.file_name(solution.faces, solution.points)).stat().st_size < 30_000
    assert solution.origin == "shipped"


def test_a_strategy_for_three_is_kept_and_read_as_it_was(folder: Path) -> None:
    assert store.stored_strategy(points=6) is None
    first = store.strategy_for(points=6)
    again = store.strategy_for(points=6)
    assert (first.origin, again.origin) == ("solved", "kept")
    assert np.array_equal(first.guide, again.guide)
    (folder / store.strategy_name(first.faces, 6)).write_bytes(b"nonsense")
    store.stored_strategy.cache_clear()
    assert store.strategy_for(points=6).origin == "solved"

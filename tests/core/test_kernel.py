"""The kernel switch: the same bytes interpreted and compiled, and never stale code."""

import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from osteria.core import kernel as switch
from osteria.core.events import new_log, rows_of
from osteria.core.kernel import Kernels, kernel, source_digest
from osteria.core.schema import dtype_of, fields
from osteria.games import NAMES, game
from osteria.games.pizzeria.record import Pizzeria
from osteria.games.roll_for_soles.record import Soles


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 5])
def test_interpreted_and_compiled_runs_give_the_same_bytes(name: str, players: int) -> None:
    rules = game(name)
    compiled, interpreted = rules.kernels.compiled(), rules.kernels.interpreted
    one, other = (rules.fresh(rules.seats(players), rules.options()) for _ in range(2))
    rng, out, log = random.Random(players), np.empty(256, np.int64), new_log()
    ask = int(one[0]["ask"])
    while ask != rules.over:
        count = compiled.legal(one, out)
        listed = out[:count].tolist()
        assert interpreted.legal(other, out) == count
        assert out[:count].tolist() == listed
        if ask in rules.chance_asks:
            total = compiled.total(one)
            assert total == interpreted.total(other) == sum(interpreted.weight(other, action) for action in listed)
            index = rng.randrange(total)
            action = compiled.outcome(one, index)
            assert action == interpreted.outcome(other, index)
        else:
            action = rng.choice(listed)
        ask = compiled.step(one, action, log)
        told = rows_of(log)
        assert interpreted.step(other, action, log) == ask
        assert rows_of(log) == told
        assert one.tobytes() == other.tobytes()
        for viewer in (-1, 0):
            seen = [np.zeros(1, rules.observation) for _ in range(2)]
            compiled.observe(one, viewer, 1, seen[0])
            interpreted.observe(other, viewer, 1, seen[1])
            assert seen[0].tobytes() == seen[1].tobytes()


def test_an_edit_to_any_rules_file_changes_where_compiled_code_lies(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    (tmp_path / "one.py").write_text("x = 1")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "two.py").write_text("y = 1")
    before = source_digest([tmp_path])
    (tmp_path / "deep" / "two.py").write_text("y = 2")
    assert source_digest([tmp_path]) != before


@kernel
def doubled(number: int) -> int:
    return 2 * number


@kernel
def halved(number: int) -> int:
    return number // 2


def test_threads_that_load_two_families_at_once_find_what_was_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("OSTERIA_CACHE", str(tmp_path))
    is_writable = switch._is_writable
    monkeypatch.setattr(switch, "_is_writable", lambda folder: time.sleep(0.1) or is_writable(folder))

    def families() -> list[Kernels]:
        entries = {"doubled": doubled, "halved": halved}
        return [Kernels(name, {name: entry}, lambda name=name: {name: (1,)}, []) for name, entry in entries.items()]

    for compiling in families():
        compiling.compiled()
    loading = families()
    threads = [threading.Thread(target=one.compiled) for one in loading]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [one.is_compiled for one in loading] == [True, True]
    assert [sum(one._dispatchers[one.name].stats.cache_misses.values()) for one in loading] == [0, 0]


@kernel
def doubled_twice(number: int) -> int:
    return doubled(doubled(number))


def test_compiling_that_broke_off_leaves_nothing_that_the_next_one_takes_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry that is compiled from another one's kept code lacks it in its text, and no module could be made of it."""
    pytest.importorskip("numba")
    monkeypatch.setenv("OSTERIA_CACHE", str(tmp_path))
    entries = {"doubled": doubled, "doubled_twice": doubled_twice}
    as_called = switch._as_called

    def broken_off(dispatcher: object, arguments: tuple[object, ...]) -> object:
        if dispatcher.__name__ == "doubled_twice":  # type: ignore[attr-defined]
            raise KeyboardInterrupt
        return as_called(dispatcher, arguments)

    def family() -> Kernels:
        return Kernels("broken", entries, lambda: dict.fromkeys(entries, (1,)), [])

    monkeypatch.setattr(switch, "_as_called", broken_off)
    with pytest.raises(KeyboardInterrupt):
        family().compiled()
    monkeypatch.setattr(switch, "_as_called", as_called)
    whole = family().portable()
    assert f"define i32 @{whole['doubled'].symbol}" in whole["doubled"].text.replace("noundef ", "")
    assert whole.keys() == entries.keys()
    assert family().portable() == whole, "it was kept, and is loaded"
    assert not list(tmp_path.rglob("making-*")), "nothing half made is left"


def test_without_numba_everything_works_interpreted() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "import osteria, random\n"
        "match = osteria.new('sole-mio', 2, seed=1)\n"
        "while match.decision: match.play(random.choice(match.decision.options))\n"
        "match.rules.kernels.hurry()\n"
        "assert match.outcome and match.rules.kernels.compiled() is match.rules.kernels.interpreted\n"
        "assert match.rules.kernels.compiled_in() == 0.0\n"
        "print(match.imagine(0, __import__('numpy').random.default_rng(1)).outcome)\n"
    )
    plain = {name: value for name, value in os.environ.items() if name != "OSTERIA_INTERPRETED"}
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120, env=plain)


@pytest.mark.parametrize("schema", [Pizzeria, Soles])
def test_a_record_has_no_undeclared_bytes(schema: type) -> None:
    dtype = dtype_of(schema)
    assert sum(dtype[name].itemsize for name in dtype.names or ()) == dtype.itemsize
    assert all(field.doc and field.seen for field in fields(schema).values())


def test_a_field_without_width_and_audience_is_refused() -> None:
    from typing import TypedDict

    class Careless(TypedDict):
        hand: int

    with pytest.raises(TypeError, match="who may see it"):
        dtype_of(Careless)

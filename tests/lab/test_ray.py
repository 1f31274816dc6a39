"""The same results on a cluster as on one core, also when a node is lost in the middle."""

import os
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from osteria import OsteriaError
from osteria.lab.analyse_many import analyse_many
from osteria.lab.arena import play_arena
from osteria.lab.limits import fixed_limits_on
from osteria.lab.pool import Here, in_order, pool_of
from osteria.lab.ray_pool import RayPool
from osteria.lab.seating import Plan
from osteria.lab.simulate import simulate
from osteria.play.new import new
from osteria.solve.store import solution_for
from osteria.testing.leaks import SHARE_PAIRS, check_share, shares_of

LONG = bool(os.environ.get("OSTERIA_LONG"))
GAMES = 10_000 if LONG else 120
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
mutants = import_module("mutants")
ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")

pytestmark = pytest.mark.timeout(7200 if LONG else 600)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Three nodes on this machine."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    for left in reversed(range(3)):
        try:
            made = three_nodes()
            break
        except Exception:
            # A busy machine may not start a node within the 30 seconds that Ray waits for it.
            if not left:
                raise
    yield made
    ray.shutdown()
    made.shutdown()


def three_nodes() -> Any:
    memory = {"object_store_memory": 100_000_000}
    made = cluster_utils.Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, **memory}
    )
    for _ in range(2):
        made.add_node(num_cpus=1, **memory)
    ray.init(address=made.address, log_to_driver=False)
    return made


def double(number: int) -> int:
    return 2 * number


def refuse(number: int) -> int:
    raise OsteriaError(f"not {number}.")


def test_a_node_lost_in_the_middle_of_an_arena_changes_nothing(cluster: Any) -> None:
    plan = Plan("roll-for-soles", 2, ("novice", "random"), GAMES, 7)
    lost: list[Any] = []
    played = 0

    def heard(count: int) -> None:
        nonlocal played
        played += count
        if not lost and (played >= GAMES // 2 or not LONG):
            lost.append(next(node for node in cluster.list_all_nodes() if not node.head))
            cluster.remove_node(lost[0], allow_graceful=False)
            print(f"a node is lost after {played} games")

    on_ray = play_arena(plan, RayPool(), heard=heard)
    assert lost
    assert on_ray == play_arena(plan, Here())


def test_simulating_on_a_cluster_counts_the_same_games(cluster: Any) -> None:
    there = simulate("roll-for-soles", 3, GAMES, 11, pool=RayPool())
    assert there == simulate("roll-for-soles", 3, GAMES, 11)


def test_limits_are_worked_out_on_a_cluster_as_here(cluster: Any) -> None:
    solution = solution_for(points=12)
    assert fixed_limits_on(RayPool(), solution, "best") == fixed_limits_on(Here(), solution, "best")


def test_many_games_are_looked_at_on_a_cluster_as_here(cluster: Any) -> None:
    games = []
    for number in range(3):
        match = new("roll-for-soles", 2, seed=number)
        for _ in range(4):
            if match.decision is not None:
                match.play(match.decision.options[0])
        games.append((f"game {number}", match.transcript))
    assert analyse_many(games, 2, 1, RayPool()) == analyse_many(games, 2, 1, Here())


def test_leaks_are_looked_for_on_a_cluster_as_here(cluster: Any) -> None:
    shares = shares_of("roll-for-soles", 2 * SHARE_PAIRS, 3)
    there = sorted(RayPool().map(check_share, shares), key=lambda found: found.share)
    assert there == [check_share(share) for share in shares]
    assert {found.fault for found in there} == {""}


def test_mutants_are_tried_on_a_cluster_as_here(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree travels to the nodes; what was noticed comes back."""
    part = mutants.Part(("src/osteria/core/template.py",), ("tests/core/test_template.py",))
    monkeypatch.setattr(mutants, "CALLS", tmp_path / "calls")
    found = []
    for number, pool in enumerate((Here(), RayPool())):
        monkeypatch.setattr(mutants, "KEPT", tmp_path / f"kept-{number}")
        found.append(mutants.tried("template", part, 4, 1, pool))
    assert found[0] == found[1]
    assert found[0][0] > 0, "some of them are noticed"


def test_many_small_tasks_travel_together(cluster: Any) -> None:
    started = time.monotonic()
    assert sorted(RayPool().map(double, range(2000))) == [2 * number for number in range(2000)]
    assert time.monotonic() - started < 60


def test_an_error_of_ours_comes_back_as_it_was(cluster: Any) -> None:
    with pytest.raises(OsteriaError, match=r"^not 3\.$"):
        list(RayPool().map(refuse, [3]))


@pytest.mark.parametrize("place", ["moon", "ray://", "ray://host", "ray://:10001", "ray://host:x", ""])
def test_a_place_that_is_none_is_a_sentence(place: str) -> None:
    with pytest.raises(OsteriaError, match=r"Work is done here, on ray"):
        pool_of(1, place)


def test_numbered_results_come_in_order() -> None:
    assert list(in_order([2, 0, 1, 4, 3], int)) == [0, 1, 2, 3, 4]

from pathlib import Path

import numpy as np
import pytest

from osteria.solve.plot import nets_to_secure, plot
from osteria.solve.soles import Solution


def test_the_picture_shows_the_smallest_nets(solution: Solution) -> None:
    nets = nets_to_secure(solution)
    for own, other in ((0, 0), (10, 5), (30, 12), (5, 60)):
        for aside, net in enumerate(solution.smallest_nets(own, other).values()):
            assert np.isnan(nets[aside, own, other]) if net is None else nets[aside, own, other] == net


def test_a_picture_is_drawn(solution: Solution, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot(solution, tmp_path / "policy.png")
    assert (tmp_path / "policy.png").read_bytes().startswith(b"\x89PNG")

import os
import sys
from pathlib import Path

import pytest

from osteria.solve.soles import Solution
from osteria.solve.store import solution_for

sys.path.insert(0, str(Path(__file__).parent))

LONG = bool(os.environ.get("OSTERIA_LONG"))


@pytest.fixture(scope="session")
def solution() -> Solution:
    """The shipped solution of the default dice."""
    return solution_for()


@pytest.fixture(scope="session")
def is_long() -> bool:
    """Whether the large numbers are wanted."""
    return LONG

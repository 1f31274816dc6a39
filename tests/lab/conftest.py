"""What the tests of the lab share. They run interpreted: compiling the playouts takes longer than all of them."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # they share pretend_gpu.py


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")

"""What the tests of the bots share. They run interpreted: compiling the playouts takes longer than all of them."""

import pytest


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTERIA_INTERPRETED", "1")

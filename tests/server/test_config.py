"""Settings: from the environment and from flags."""

import pytest

from osteria.core.errors import OsteriaError
from osteria.server.config import Config


def test_settings_come_from_the_environment_and_flags_go_first(monkeypatch):
    monkeypatch.setenv("OSTERIA_PORT", "9001")
    monkeypatch.setenv("OSTERIA_THINK", "0.5")
    assert Config.from_environment(host=None).port == 9001
    assert Config.from_environment(port=9002).port == 9002
    assert Config.from_environment().think == 0.5
    monkeypatch.setenv("OSTERIA_PORT", "many")
    with pytest.raises(OsteriaError, match="OSTERIA_PORT"):
        Config.from_environment()

"""Settings: from the environment and from flags; what cannot be is a sentence at the start."""

import os
import subprocess
import sys

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


IMPOSSIBLE = [
    ("RATE", "abc"),
    ("NEW_TABLES", "5"),
    ("STAND_IN", "nobody"),
    ("BOTS", "nonsense"),
    ("PAUSE_LEAST", "5"),
    ("BODY_LIMIT", "-1"),
    ("THINK", "-1"),
    ("PING", "0"),
    ("WORKERS", "0"),
    ("PORT", "70000"),
    ("SECRET", "x"),
    ("METRICS", "here"),
    ("BUS", "nats://127.0.0.1:4222"),
    ("BUS", "redis://x"),
    ("ORIGINS", "example.org"),
    ("PROXIES", "the proxy"),
    ("LOG_LEVEL", "loud"),
    ("KEEP", "-1"),
    ("IDLE", "nan"),
]


@pytest.mark.parametrize(("name", "value"), IMPOSSIBLE)
def test_what_cannot_be_is_said_in_a_sentence(monkeypatch, name, value):
    monkeypatch.setenv(f"OSTERIA_{name}", value)
    with pytest.raises(OsteriaError, match=f"OSTERIA_{name}") as said:
        Config.from_environment()
    assert str(said.value).endswith(".")


def test_the_command_says_it_without_a_traceback(tmp_path):
    environment = {**os.environ, "OSTERIA_RATE": "abc", "OSTERIA_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "osteria.cli", "serve", "--port", "0"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode != 0
    assert "OSTERIA_RATE" in result.stderr
    assert "Traceback" not in result.stderr

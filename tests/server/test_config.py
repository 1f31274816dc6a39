"""Settings: from the environment and from flags; what cannot be is a sentence at the start."""

import os
import subprocess
import sys
from unittest.mock import Mock

import pytest

from osteria.cli import missing_extra
from osteria.core.errors import OsteriaError
from osteria.server import running
from osteria.server.bus.nats import NatsBus
from osteria.server.config import DEAREST, Config
from osteria.server.http.call import HELD_COST
from osteria.server.http.cards import SEAT_COST
from osteria.server.people.limits import CONTROL, HELLO, REQUEST
from osteria.server.store.cards import MOST_SEATS
from osteria.server.wire.endpoints import ENDPOINTS


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
    ("RATE", "0/second"),
    ("RATE", "2/second"),
    ("RATE", "30/second;9/minute"),
    ("NEW_TABLES", "5"),
    ("NEW_TABLES", "0/minute"),
    ("HOST", ""),
    ("HOST", " "),
    ("HOSTS", "https://example.org"),
    ("HOSTS", "example.org/path"),
    ("HOSTS", "example.org,*.example.org"),
    ("HOSTS", "::1"),
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
    ("METRICS", "127.0.0.1:8000"),
    ("METRICS", "localhost:8000"),
    ("METRICS", "0.0.0.0:8000"),
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


def test_the_smallest_rate_is_what_the_dearest_thing_costs_that_can_be_asked():
    by_seat = [MOST_SEATS * cost for cost in (SEAT_COST, HELD_COST)]
    assert max(HELLO, CONTROL, REQUEST, *by_seat, *(endpoint.cost for endpoint in ENDPOINTS)) == DEAREST
    assert Config(rate=f"{DEAREST}/minute").rate


def test_a_setting_that_a_flag_replaces_need_not_be_possible(monkeypatch):
    monkeypatch.setenv("OSTERIA_METRICS", "127.0.0.1:8000")
    assert Config.from_environment(port=8001).port == 8001
    with pytest.raises(OsteriaError, match="OSTERIA_METRICS"):
        Config.from_environment(port=8000)


def test_names_with_a_port_addresses_and_free_ports_are_possible():
    assert Config(hosts="example.org,Example.org:8000,127.0.0.1,[::1]").allowed_hosts
    assert Config(port=0, metrics="127.0.0.1:0").port == 0
    assert Config(host="10.0.0.1", port=9464).port == 9464
    assert Config(rate="", new_tables="1/hour").new_tables


def test_the_command_says_it_without_a_traceback(tmp_path):
    environment = {**os.environ, "OSTERIA_RATE": "abc", "OSTERIA_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "osteria.cli", "serve", "--port", "0"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode != 0
    assert "OSTERIA_RATE" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_proxys_network_may_be_written_as_a_machine_in_it_and_everybody_as_a_star():
    def believed(proxies):
        return [str(network) for network in Config(proxies=proxies).proxy_networks]

    assert believed("172.18.0.1/16, 2001:db8::1") == ["172.18.0.0/16", "2001:db8::1/128", "::ffff:ac12:0/112"]
    assert believed("*")[:2] == ["0.0.0.0/0", "::/0"]
    assert running._uvicorn_config(Mock(), Config(proxies="10.0.0.7/8")).forwarded_allow_ips[0] == "10.0.0.0/8"


def test_a_house_with_a_bus_that_this_installation_lacks_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "nats", None)
    with pytest.raises(ModuleNotFoundError) as missing:
        NatsBus("nats://127.0.0.1:1", "house", None, None)
    assert "needs nats" in missing_extra(missing.value, "serve")

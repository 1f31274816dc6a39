"""Where a house pushes to: known services and what the operator adds; never into its own network."""

import asyncio
import socket

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osteria.core.errors import OsteriaError
from osteria.server.config import Config
from osteria.server.push.delivery import PublicResolver
from osteria.server.push.services import KNOWN, Services, is_public

KNOWN_ENDPOINTS = (
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
    "https://web.push.apple.com/QGx",
    "https://wns2-par02p.notify.windows.com/w/?token=BQ",
    "https://fcm.googleapis.com:443/x",
)
REFUSED = (
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evilfcm.googleapis.com/x",
    "https://user@fcm.googleapis.com/x",
    "https://fcm.googleapis.com@127.0.0.1/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://localhost/x",
    "https://169.254.169.254/latest",
    "https://push.example.org/x",
    "https://fcm.googleapis.com:x/",
    "https:///x",
    "ftp://fcm.googleapis.com/x",
    "fcm.googleapis.com",
    "https://fcm.googleapis.com\u3002evil.example/",
)


@pytest.mark.parametrize("endpoint", KNOWN_ENDPOINTS)
def test_the_push_services_of_the_browsers_are_known(endpoint):
    assert Services(Config()).allows(endpoint)


@pytest.mark.parametrize("endpoint", REFUSED)
def test_nothing_else_that_a_stranger_names_is_called(endpoint):
    assert not Services(Config()).allows(endpoint)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_judged_and_only_known_names_pass(text):
    services = Services(Config())
    for endpoint in (text, f"https://{text}", f"https://{text}/x"):
        assert services.allows(endpoint) in (False, any(name in endpoint.lower() for name in KNOWN))


def test_an_operator_adds_names_and_whole_origins():
    services = Services(Config(push_services="push.example.org, http://127.0.0.1:9000"))
    assert services.allows("https://push.example.org/x")
    assert services.allows("https://eu.push.example.org/x")
    assert not services.allows("http://push.example.org/x")
    assert services.allows("http://127.0.0.1:9000/x")
    assert not services.allows("http://127.0.0.1:9001/x")
    assert services.allows(KNOWN_ENDPOINTS[0])
    assert services.trusted == {"127.0.0.1"}


@pytest.mark.parametrize("wrong", ["127.0.0.1", "push example", "https://a/b", "localhost"])
def test_a_service_that_cannot_be_one_is_refused_at_the_start(wrong):
    with pytest.raises(OsteriaError, match="OSTERIA_PUSH_SERVICES"):
        Config(push_services=wrong)


def test_a_contact_is_an_address_or_a_page():
    Config(push_contact="mailto:me@example.org")
    with pytest.raises(OsteriaError, match="OSTERIA_PUSH_CONTACT"):
        Config(push_contact="me@example.org")


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1",
     "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:0:a00:1::", "240.0.0.1"],
)  # fmt: skip
def test_addresses_of_this_machine_and_its_network_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2a00:1450:4001::1", "::ffff:8.8.8.8"])
def test_addresses_of_the_internet_are_public(address):
    assert is_public(address)


def test_a_known_name_that_resolves_to_a_private_address_is_not_called(monkeypatch):
    """A name is checked when the house connects, and the connection goes to the address that was checked."""
    found = {"inside.example": ["10.0.0.1"], "both.example": ["10.0.0.1", "8.8.8.8"], "trusted.example": ["10.0.0.1"]}

    async def addresses(_loop, host, _port, **_):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in found[host]]

    async def resolve(host):
        monkeypatch.setattr(type(asyncio.get_running_loop()), "getaddrinfo", addresses)
        entries = await PublicResolver(frozenset({"trusted.example"})).resolve(host, 443)
        return [entry["host"] for entry in entries]

    assert asyncio.run(resolve("both.example")) == ["8.8.8.8"]
    assert asyncio.run(resolve("trusted.example")) == ["10.0.0.1"]
    with pytest.raises(OSError, match="no public address"):
        asyncio.run(resolve("inside.example"))

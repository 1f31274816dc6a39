"""How much one address may ask for, to the last request and second."""

import asyncio
import contextlib
from collections import OrderedDict
from functools import partial

import pytest

from osteria.server.config import Config
from osteria.server.people import limits
from osteria.server.people.limits import Bucket, Limits, person_behind
from osteria.server.wire.refusal import Refusal


class Hands:
    """A clock that somebody turns."""

    def __init__(self, monkeypatch):
        self.now = 5000.0
        monkeypatch.setattr(limits.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(limits.time, "time", lambda: self.now)


@pytest.fixture
def clock(monkeypatch):
    return Hands(monkeypatch)


def test_a_bucket_fills_evenly_and_never_over_its_brim(clock):
    bucket = Bucket("4 per 20 seconds")
    assert [bucket.take("ada", 1.0) for _ in range(5)] == [0.0, 0.0, 0.0, 0.0, 5.0]
    clock.now += 2.5
    assert bucket.take("ada", 1.0) == 2.5
    clock.now += 2.5
    assert [bucket.take("ada", 1.0) for _ in range(2)] == [0.0, 5.0]
    clock.now += 1000
    assert [bucket.take("ada", 2.0) for _ in range(3)] == [0.0, 0.0, 10.0]
    assert bucket.take("bo", 4.0) == 0.0


def test_the_emptiest_of_several_buckets_counts_and_a_refused_cost_is_taken_from_none(clock):
    bucket = Bucket("2 per 10 seconds; 3 per minute")
    assert [bucket.take("ada", 1.0) for _ in range(3)] == [0.0, 0.0, 5.0]
    clock.now += 5
    assert [bucket.take("ada", 1.0) for _ in range(2)] == [0.0, 15.0]
    clock.now += 15
    assert bucket.take("ada", 1.0) == 0.0


def test_without_a_rate_nobody_waits(clock):
    assert Bucket("").take("ada", 1e9) == 0.0


def test_addresses_that_were_quiet_are_forgotten_when_there_are_too_many(clock, monkeypatch):
    monkeypatch.setattr(limits, "MOST_REMEMBERED", 2)
    bucket = Bucket("1 per 10 seconds; 2 per 20 seconds")
    assert bucket.take("ada", 1.0) == 0.0
    clock.now += 21
    assert bucket.take("bo", 1.0) == 0.0
    assert {*bucket._levels} == {"ada", "bo"}
    clock.now += 10
    assert bucket.take("cy", 1.0) == 0.0
    assert {*bucket._levels} == {*bucket._looked} == {"bo", "cy"}
    bucket.take("bo", 1.0)
    assert {*bucket._levels} == {"bo", "cy"}


class Watched(OrderedDict):
    """Counts how many of its entries are looked at."""

    seen = 0

    def items(self):
        for item in super().items():
            self.seen += 1
            yield item


def test_however_many_addresses_are_remembered_a_new_one_looks_at_few_of_them(clock, monkeypatch):
    monkeypatch.setattr(limits, "MOST_REMEMBERED", 1000)
    bucket = Bucket("1 per 10 seconds")
    bucket._looked = Watched()
    for n in range(3000):
        bucket.take(f"old {n}", 1.0)
    clock.now += 11
    bucket._looked.seen = 0
    for n in range(2500):
        bucket.take(f"new {n}", 1.0)
    assert 2500 <= bucket._looked.seen <= 2 * 2500
    assert len(bucket._levels) == len(bucket._looked) == 2500, "two are forgotten for one that comes"


def test_one_address_holds_so_many_lines_and_waits_and_another_its_own():
    found = Limits(Config(sockets=2, waits=1))
    with found.socket("10.0.0.1"), found.socket("10.0.0.1"), found.wait("10.0.0.1"), found.socket("10.0.0.2"):
        with pytest.raises(Refusal) as refused, found.socket("10.0.0.1"):
            pass
        assert (refused.value.problem.key, refused.value.problem.retry_after) == ("request.too-many", 1.0)
        with pytest.raises(Refusal), found.wait("10.0.0.1"):
            pass
    assert (found._sockets, found._waits) == ({}, {})
    with found.socket("10.0.0.1"), found.socket("10.0.0.1"):
        assert found._sockets == {"10.0.0.1": 2}


def look(found, who, *, is_right=False):
    """Looks where a code leads."""
    try:
        with found.guess(who):
            if not is_right:
                raise Refusal("code.unknown")
    except Refusal as refusal:
        if refusal.problem.key != "code.unknown":
            raise


def test_a_code_that_led_somewhere_is_no_guess_and_after_too_many_guesses_nobody_looks(clock):
    found, looked = Limits(Config()), []
    for _ in range(30):
        look(found, "10.0.0.1", is_right=True)
    for _ in range(10):
        look(found, "10.0.0.1")
    with pytest.raises(Refusal), found.guess("10.0.0.1"):
        looked.append("a right one")
    assert looked == []
    clock.now += 60
    for _ in range(2):
        look(found, "10.0.0.1", is_right=True)


@pytest.mark.parametrize("trouble", [Refusal("house.trouble"), OSError(), asyncio.CancelledError()])
def test_where_nobody_could_look_it_was_no_guess(clock, trouble):
    found = Limits(Config())
    for _ in range(30):
        with pytest.raises(type(trouble)), found.guess("10.0.0.1"):
            raise trouble
    for key in ["code.unknown", "card.ticket"] * 5:
        with pytest.raises(Refusal, match=Refusal(key).problem.text), found.guess("10.0.0.1"):
            raise Refusal(key)
    with pytest.raises(Refusal, match="moment"), found.guess("10.0.0.1"):
        pytest.fail("somebody looked")


def test_guesses_at_the_same_time_count_before_it_is_known_where_they_lead(clock):
    found = Limits(Config())
    with contextlib.ExitStack() as under_way:
        for _ in range(10):
            under_way.enter_context(found.guess("10.0.0.1"))
        with pytest.raises(Refusal), found.guess("10.0.0.1"):
            pass
    look(found, "10.0.0.1", is_right=True)


def test_nothing_is_given_back_over_the_brim(clock):
    bucket = Bucket("2 per 20 seconds")
    bucket.give_back("ada", 5.0)
    assert bucket.take("ada", 1.0) == 0.0
    bucket.give_back("ada", 5.0)
    assert [bucket.take("ada", 1.0) for _ in range(3)] == [0.0, 0.0, 10.0]


def test_requests_tables_and_guesses_are_counted_each_by_its_own_rate(clock):
    found = Limits(Config(rate="20 per 200 seconds", new_tables="2 per minute"))
    counts = {found.count: 20, found.count_connection: 100, found.count_table: 2, partial(look, found): 10}
    for count, most in counts.items():
        for _ in range(most):
            count("10.0.0.1")
        with pytest.raises(Refusal) as refused:
            count("10.0.0.1")
        assert refused.value.problem.retry_after == {20: 10.0, 100: 2.0, 2: 30.0, 10: 60.0}[most]


def test_who_is_banned_is_refused_until_the_ban_is_over(clock):
    found = Limits(Config())
    found.ban({"10.0.0.1": clock.now + 3.26})
    with pytest.raises(Refusal, match="for a time") as refused:
        found.count("10.0.0.1")
    assert refused.value.problem.retry_after == 3.3
    found.count("10.0.0.2")
    clock.now += 3.26
    found.count("10.0.0.1")


@pytest.mark.parametrize(
    ("address", "person"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6%eth0", "2001:db8:1:2::/64"),
        ("a name", "a name"),
    ],
)
def test_a_person_is_an_address_or_the_network_that_a_customer_has(address, person):
    assert person_behind(address) == person

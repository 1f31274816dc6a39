"""Whose bots share a turn at the workers: those of all tables of one address, however the tables came into memory."""

from contextlib import contextmanager

import pytest
from playkit import BOT, ME, Device, auth, finish, line, make
from starlette.testclient import TestClient

from osteria.server.http.app import build

ADA, BO = ("127.0.0.5", 50_000), ("127.0.0.6", 50_000)


@contextmanager
def house_of(config, *addresses):
    """A house, and a client at each of these addresses."""
    app = build(config)
    with TestClient(app, base_url="http://house.test", client=addresses[0]) as first:
        others = [TestClient(app, base_url="http://house.test", client=address) for address in addresses[1:]]
        for other in others:
            other.portal = first.portal
        yield first, *others


def owner(client, made):
    return client.app.state.house._lives[made["table"]].owner


def test_tables_belong_to_who_made_them_whoever_comes(config):
    with house_of(config, ADA, BO) as (ada, bo):
        made = make(ada, ME, ME, BOT)
        with line(bo, made, 1):
            assert owner(ada, made) == ADA[0]


def forget(client, made):
    """The table is no longer in memory, as after a while in which nobody looked."""
    house = client.app.state.house
    client.portal.call(house._drop, house._lives[made["table"]])


def test_a_table_that_was_forgotten_belongs_to_who_comes_back_to_it_with_a_line(config):
    with house_of(config, ADA, BO) as (ada, bo):
        made = make(ada, ME, ME, BOT)
        forget(ada, made)
        with line(bo, made):
            assert owner(ada, made) == "", "who watches has nothing to do with it"
            with line(ada, made, 0), line(bo, made, 1):
                assert owner(ada, made) == ADA[0]


def test_after_a_restart_a_table_belongs_to_who_asks_with_a_key_of_it(config):
    with house_of(config, ADA) as (ada,):
        seated, watched = make(ada, ME, BOT), make(ada, BOT, BOT)
    with house_of(config, ADA) as (ada,):
        for made, key in ((seated, seated["keys"]["0"]), (watched, watched["host"])):
            path = f"/api/tables/{made['table']}"
            ada.get(path)
            assert owner(ada, made) == ""
            ada.get(path, headers=auth(key))
            assert owner(ada, made) == ADA[0]


def test_a_rematch_belongs_to_the_same_address(config):
    with house_of(config, ADA, BO) as (ada, bo):
        made = make(ada, ME, ME, BOT)
        finish(ada, made)
        again = bo.post(f"/api/tables/{made['table']}/rematch", headers=auth(made["keys"]["1"])).json()
        assert owner(ada, again) == ADA[0]


@pytest.mark.parametrize("is_today", [True, False], ids=["today", "a day that is over"])
def test_the_deal_of_a_day_belongs_to_who_plays_it(config, is_today):
    with house_of(config, ADA) as (ada,):
        if is_today:
            secret = Device(ada).secret
            made = ada.post("/api/days/roll-for-soles", headers=auth(secret), json={"name": "Ada"}).json()
        else:
            body = {"day": "2026-01-01", "game": "roll-for-soles", "seed": "00" * 32, "bot": "random", "name": "Ada"}
            made = ada.post("/api/days", json=body).json()
        assert owner(ada, made) == ADA[0]


def test_the_addresses_of_one_customer_are_one_owner(config):
    with house_of(config, ("2001:db8::1", 50_000), ("2001:db8::2", 50_000)) as (one, two):
        assert owner(one, make(one, ME, BOT)) == owner(two, make(two, ME, BOT))

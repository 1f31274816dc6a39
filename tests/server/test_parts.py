"""The small parts: links, names, lines, news, what bots are handed, copies of finished games."""

import asyncio
import json
import pickle
import random
from dataclasses import replace

import pytest
from housekit import Player, make_table

import osteria
from osteria.bots import sealed
from osteria.core.errors import OsteriaError
from osteria.server import changes, commands, fair
from osteria.server.bus import MOST_BYTES, PostgresBus
from osteria.server.changes import HOUSE, Row, write_change
from osteria.server.config import Config
from osteria.server.lines import TOO_SLOW, SocketLine
from osteria.server.links import Link, is_table_id, new_table_id, read, sign
from osteria.server.messages import Settings
from osteria.server.names import clean_name
from osteria.server.store.archive import write_games
from osteria.server.table import LogError, rebuild
from osteria.server.thinkers import Thinkers


@pytest.mark.parametrize("role", ["seat", "invite", "host"])
def test_a_key_reads_back_as_its_link_and_only_with_its_table_and_secret(role):
    link = Link(role, 3, 70_000)
    key = sign(b"secret", "a" * 12, link)
    assert read(b"secret", "a" * 12, key) == link
    assert read(b"other", "a" * 12, key) is None
    assert read(b"secret", "b" * 12, key) is None


def test_a_changed_key_is_no_key():
    key = sign(b"secret", "a" * 12, Link("seat", 0, 1))
    changed = {key[:place] + ("A" if key[place] != "A" else "B") + key[place + 1 :] for place in range(len(key))}
    assert {read(b"secret", "a" * 12, other) for other in changed} == {None}


def test_table_ids_are_told_from_anything_else():
    assert all(is_table_id(new_table_id()) for _ in range(100))
    assert not any(map(is_table_id, ("", "a" * 11, "A" * 12, "l" * 12, "a" * 11 + "\0")))


def test_names_lose_what_cannot_be_seen():
    assert clean_name("  Ada\u200b \t Lovelace\x00 ") == "Ada Lovelace"


def test_a_reader_who_is_too_slow_is_sent_away_and_holds_up_nobody():
    line = SocketLine(None, "seat", 0, None, most=3)
    for number in range(10):
        line.put(b"%d" % number)
    assert line._end == TOO_SLOW
    assert not line._waiting


def test_a_view_that_travels_to_a_bot_holds_nothing_of_the_match():
    match = osteria.new("mamma-mia", 3, seed=1)
    seat = match.decision.seat
    text = pickle.dumps(sealed(match.view(seat, "assisted")))
    assert b"osteria.play.match" not in text
    assert b"osteria.play.fate" not in text
    opened = pickle.loads(text)
    assert [str(move) for move in opened.decision.options] == [str(move) for move in match.decision.options]


def test_a_bot_that_fails_is_answered_for_with_a_legal_move(monkeypatch):
    thinkers = Thinkers(Config(think=0.01))
    monkeypatch.setattr(thinkers, "_workers", lambda: (_ for _ in ()).throw(RuntimeError("no workers")))
    match = osteria.new("roll-for-soles", 2, seed=1)
    move = asyncio.run(thinkers.choose("expert", match.view(match.decision.seat, "assisted")))
    assert move in map(str, match.decision.options)


def test_too_much_news_for_one_message_becomes_look_at_everything():
    bus = PostgresBus("postgresql://x@localhost/y", "me")
    few = str(bus.statement({"a" * 12: 1}).compile(compile_kwargs={"literal_binds": True}))
    many = str(bus.statement({f"{n:012d}": n for n in range(1000)}).compile(compile_kwargs={"literal_binds": True}))
    assert '"rows"' in few
    assert '"rows"' not in many
    assert len(many) < MOST_BYTES


def test_settings_come_from_the_environment_and_flags_go_first(monkeypatch):
    monkeypatch.setenv("OSTERIA_PORT", "9001")
    monkeypatch.setenv("OSTERIA_THINK", "0.5")
    assert Config.from_environment(host=None).port == 9001
    assert Config.from_environment(port=9002).port == 9002
    assert Config.from_environment().think == 0.5
    monkeypatch.setenv("OSTERIA_PORT", "many")
    with pytest.raises(OsteriaError, match="OSTERIA_PORT"):
        Config.from_environment()


def test_a_finished_table_verifies_from_its_address(server):
    table, keys = make_table(server)

    async def play():
        players = [Player([server.address], table, key, random.Random(2)) for key in keys.values()]
        await asyncio.gather(*(player.play() for player in players))

    with pytest.raises(OsteriaError, match="over"):
        fair.check(f"{server.address}/t/{table}")
    asyncio.run(play())
    assert fair.check(f"{server.address}/t/{table}#secret").is_fair


@pytest.mark.parametrize("change", ["another card", "a card too few", "a card too many"])
def test_a_log_that_is_not_what_its_seed_deals_is_refused(change):
    opened = changes.Opened("mamma-mia", 2, Settings(), bytes(32).hex(), None)
    made = [opened, changes.BotSat(0, "random"), changes.BotSat(1, "random")]
    rows = [Row("a" * 12, n, 0.0, HOUSE, write_change(one)) for n, one in enumerate(made, start=1)]
    rows += commands.begin(rebuild(rows))
    rows = [replace(row, played=None) for row in rows]
    assert rebuild(rows).asked is not None
    last = rows[-1]
    other = {
        "another card": [replace(last, text="deal bombastica" if last.text != "deal bombastica" else "deal minimale")],
        "a card too few": [],
        "a card too many": [last, replace(last, seq=last.seq + 1)],
    }[change]
    with pytest.raises(LogError):
        rebuild([*rows[:-1], *other])


def test_finished_games_are_exported_without_names_and_links(client, config, tmp_path):
    body = {"game": "roll-for-soles", "seats": [{"kind": "bot", "level": "random"}] * 2, "start": True}
    made = client.post("/api/tables", json=body).json()
    while (
        client.get(f"/api/tables/{made['table']}", params={"after": 10**6, "wait": 0.2}).json()["table"]["status"]
        != "over"
    ):
        pass
    write_games(config, tmp_path / "games.jsonl")
    (game,) = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert osteria.replay(game["transcript"]).outcome.score == tuple(game["score"])
    assert "name" not in game

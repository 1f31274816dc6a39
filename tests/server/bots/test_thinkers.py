"""What bots are handed, and what becomes of one that fails."""

import asyncio
import pickle

import osteria
from osteria.bots import data_only
from osteria.server.bots.thinkers import Thinkers
from osteria.server.config import Config


def test_a_view_that_travels_to_a_bot_holds_nothing_of_the_match():
    match = osteria.new("mamma-mia", 3, seed=1)
    seat = match.decision.seat
    text = pickle.dumps(data_only(match.view(seat, "assisted")))
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

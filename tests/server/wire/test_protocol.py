"""The protocol that is checked in is the one the server speaks."""

import json
import random
from pathlib import Path

import msgspec
import pytest

import osteria
from osteria.server.http.api import HANDLERS
from osteria.server.wire import refusal, views, words
from osteria.server.wire.endpoints import ENDPOINTS
from osteria.server.wire.messages import decode_client
from osteria.server.wire.schema import documents

PROTOCOL = Path(__file__).parents[3] / "protocol"


@pytest.mark.parametrize("name", sorted(documents()))
def test_the_checked_in_schema_is_what_the_types_say(name):
    kept = json.loads((PROTOCOL / name).read_text())
    assert kept == json.loads(json.dumps(documents()[name])), "run: python -m osteria.server.wire.schema"


@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande", "roll-for-soles"])
def test_every_event_is_a_move_or_a_reason_as_declared(game):
    rng, match = random.Random(game), osteria.new(game, 3, seed=4)
    while match.decision is not None:
        match.play(rng.choice(match.decision.options))
    for event in match.events:
        for viewer in (None, 0, 1, 2):
            words = event.seen_by(viewer)
            msgspec.convert(words, views.GameEvent)
            assert ("from" in words) == ("of" in words) == ("count" in words)
            assert ("from" in words) or "clause" in words


def test_every_endpoint_has_exactly_one_function():
    assert sorted(HANDLERS) == sorted(endpoint.name for endpoint in ENDPOINTS)


def test_every_error_key_has_a_sentence_and_a_status():
    assert set(refusal._SAID) == set(words.ERRORS)
    assert all(
        status in range(400, 504) and text.endswith((".", "back at once.")) for status, text in refusal._SAID.values()
    )


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"play","id":"1","question":0,"moves":["secure"],"extra":1}',
        '{"type":"play","id":"","question":0,"moves":["secure"]}',
        '{"type":"play","id":"1","question":-1,"moves":["secure"]}',
        '{"type":"play","id":"1","question":0,"moves":[]}',
        '{"type":"deal","card":"olive"}',
        '{"key":"x"}',
        "[]",
        "",
    ],
)
def test_what_is_not_declared_is_not_decoded(text):
    with pytest.raises(msgspec.MsgspecError):
        decode_client(text)

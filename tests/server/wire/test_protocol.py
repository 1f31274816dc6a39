"""The protocol that is checked in is the one the server speaks."""

import json
import random
import re
from pathlib import Path

import msgspec
import pytest
from msgspec import inspect

import osteria
from osteria.server.http.api import HANDLERS
from osteria.server.wire import messages, refusal, views, words
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


def patterns_in(kind):
    """The patterns of everything that a type is made of."""
    found, seen, left = set(), set(), [kind]
    while left:
        one = left.pop()
        if isinstance(one, inspect.StructType) and one.cls in seen:
            continue
        seen.add(getattr(one, "cls", None))
        found |= {one.pattern} if isinstance(one, inspect.StrType) and one.pattern else set()
        parts = [getattr(one, name, None) for name in ("type", "item_type", "key_type", "value_type")]
        parts += [*getattr(one, "types", ()), *getattr(one, "item_types", ())]
        left += [*filter(None, parts), *(part.type for part in getattr(one, "fields", ()))]
    return found


def test_no_text_of_a_pattern_may_end_with_a_line_end():
    bodies = [endpoint.body for endpoint in ENDPOINTS if endpoint.body]
    found = set().union(*map(patterns_in, map(inspect.type_info, [*bodies, messages.FromClient])))
    assert len(found) > 5
    assert [pattern for pattern in found if not (pattern.startswith("^") and pattern.endswith(r"\Z"))] == []


def test_patterns_that_are_checked_in_are_javascripts():
    texts = [(PROTOCOL / name).read_text() for name in ("api.json", "messages.json", "openapi.json")]
    found = [pattern for text in texts for pattern in re.findall(r'"pattern": (".*")', text)]
    assert found
    assert all(json.loads(pattern).endswith("$") for pattern in found)
    assert not any("Z" in json.loads(pattern).replace("A-Z", "") for pattern in found)

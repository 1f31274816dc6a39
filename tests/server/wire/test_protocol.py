"""The protocol that is checked in is the one the server speaks."""

import json
from pathlib import Path

import msgspec
import pytest

from osteria.server.http.api import HANDLERS
from osteria.server.wire import refusal, words
from osteria.server.wire.endpoints import ENDPOINTS
from osteria.server.wire.messages import decode_client
from osteria.server.wire.schema import documents

PROTOCOL = Path(__file__).parents[3] / "protocol"


@pytest.mark.parametrize("name", sorted(documents()))
def test_the_checked_in_schema_is_what_the_types_say(name):
    kept = json.loads((PROTOCOL / name).read_text())
    assert kept == json.loads(json.dumps(documents()[name])), "run: python -m osteria.server.wire.schema"


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

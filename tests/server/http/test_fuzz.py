"""Nonsense, in bulk: no trouble, no stuck table, no leak."""

import asyncio
import contextlib
import json
import random

import hypothesis
import pytest
import schemathesis
from housekit import IS_LONG, Player, make_table
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from osteria.server.wire.schema import openapi

EXAMPLES = 200 if IS_LONG else 8
LINES, MESSAGES = (200, 200) if IS_LONG else (8, 30)

schema = schemathesis.openapi.from_dict(openapi())

tables = {}


def _some_table(server):
    """One of a few tables, which the fuzz itself keeps changing."""
    number = random.randint(0, 4)
    if number not in tables:
        tables[number] = make_table(server, memory=random.choice(("authentic", "assisted")))
    return tables[number]


@schema.parametrize()
@hypothesis.settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(hypothesis.HealthCheck),
    phases=[hypothesis.Phase.generate],
    database=None,
)
def test_no_request_makes_trouble(case, server):
    if case.query and "wait" in case.query:
        case.query["wait"] = 0
    if (
        "table" in (case.path_parameters or {}) and random.random() < 0.7
    ):  # a table that exists, half the time as one of its seats
        table, keys = _some_table(server)
        case.path_parameters["table"] = table
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {random.choice([keys['0'], 'A' * 31])}"}
    response = case.call(base_url=server.address)
    assert response.status_code < 500, response.text
    if response.status_code == 413:  # refused for its size, before anybody looked at its shape
        return
    case.validate_response(
        response,
        excluded_checks=[
            schemathesis.checks.unsupported_method,  # every path answers other methods in its own words
            schemathesis.checks.positive_data_acceptance,  # a well-formed body may still be refused by the rules
            schemathesis.checks.ignored_auth,  # watching needs no link
            schemathesis.checks.use_after_free,
            schemathesis.checks.ensure_resource_availability,
        ],
    )


WORDS = ["hello", "play", "seen", "say", "play-on", "back", "ping", "deal", "", None, 7]
VALUES = [
    None,
    True,
    -1,
    0,
    1,
    5,
    10**30,
    1.5,
    "",
    "secure",
    "roll",
    "x" * 300,
    [],
    ["secure"],
    ["roll"] * 20,
    {},
    "\u0000",
]
NAMES = ["type", "id", "question", "moves", "frame", "phrase", "seat", "bot", "n", "key", "since", "extra"]


def _nonsense(rng, table):
    """A message that is nearly right, or not at all."""
    if rng.random() < 0.1:
        return rng.choice(["", "{", "[]", "null", '"hello"', "{}" * 9, "\ud7ff", '{"type":"play"', "1" * 5000])
    message = {"type": rng.choice(WORDS), "id": str(rng.randint(0, 9))}
    for name in rng.sample(NAMES, rng.randint(0, 6)):
        message[name] = rng.choice(VALUES)
    if rng.random() < 0.3:
        message = {"type": "play", "id": str(rng.random())[2:12], "question": rng.randint(0, 30), "moves": ["secure"]}
    return json.dumps(message)


async def _babble(server, table, key, rng):
    """Talks nonsense on one line; returns everything the house said."""
    heard = []
    address = server.address.replace("http", "ws", 1)
    try:
        async with connect(f"{address}/ws/tables/{table}", compression=None) as line:
            if rng.random() < 0.9:
                await line.send(json.dumps({"type": "hello", "key": key}))
            for _ in range(MESSAGES):
                await line.send(_nonsense(rng, table))
                if rng.random() < 0.1:
                    with contextlib.suppress(TimeoutError):
                        heard.append(await asyncio.wait_for(line.recv(), 0.3))
    except ConnectionClosed:
        pass
    return heard


@pytest.mark.timeout(3600 if IS_LONG else 900)
def test_no_message_makes_trouble_or_sticks_a_table(server):
    rng = random.Random(6)

    async def run():
        for _ in range(LINES):
            table, keys = await asyncio.to_thread(make_table, server)
            key = rng.choice([keys["0"], keys["1"], None, "A" * 31])
            heard = await _babble(server, table, key, rng)
            others = [other for other in keys.values() if other != key]
            for text in heard:
                assert not any(other in text for other in others), "somebody else's key"
                assert '"house.trouble"' not in text, text
            if rng.random() < 0.2 or not heard:
                players = [Player([server.address], table, one, random.Random(1)) for one in keys.values()]
                await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), 60)

    asyncio.run(run())
    assert server.call("/readyz")[0] == 200
    assert "Traceback" not in server.log()

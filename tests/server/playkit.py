"""Playing through the HTTP and WebSocket of a house in this process: what several tests share."""

import json
import random
import secrets
import uuid
from contextlib import contextmanager

from starlette.websockets import WebSocketDisconnect

ME, OPEN, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "random"}


def make(client, *seats, game="roll-for-soles", **settings):
    body = {"game": game, "seats": list(seats), "start": True, "settings": settings}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@contextmanager
def line(client, made, seat=None, since=None):
    key = None if seat is None else made["keys"][str(seat)]
    with client.websocket_connect(f"/ws/tables/{made['table']}") as socket:
        socket.send_json({"type": "hello", "key": key, "since": since})
        yield socket, receive(socket, "welcome")


def receive(socket, *kinds):
    """The next message of one of these kinds."""
    while True:
        message = json.loads(socket.receive_text())
        if message["type"] in kinds:
            return message


def hear_to_the_end(socket):
    """Everything that is said until the house closes the line, and the code."""
    heard = []
    try:
        while True:
            heard.append(json.loads(socket.receive_text()))
    except WebSocketDisconnect as ended:
        return heard, ended.code


def answer(question, *moves, client_id=None):
    return {"type": "play", "id": client_id or uuid.uuid4().hex, "question": question, "moves": list(moves)}


def finish(client, made, rng=None):
    """Plays a table where every key is ours to the end, over HTTP."""
    rng = rng or random.Random(1)
    path = f"/api/tables/{made['table']}"
    while True:
        for key in made["keys"].values():
            place = client.get(path, headers={"Authorization": f"Bearer {key}"}).json()
            if place["table"]["status"] == "over":
                return place
            options = (place["view"]["decision"] or {}).get("options")
            if options:
                body = {"id": uuid.uuid4().hex, "question": place["question"], "moves": [rng.choice(options)]}
                done = client.post(path + "/moves", json=body, headers={"Authorization": f"Bearer {key}"})
                assert done.status_code in (200, 409), done.text


def first_asked(client, made):
    """The seat that is asked first, with its welcome."""
    path = f"/api/tables/{made['table']}"
    for seat, key in made["keys"].items():
        place = client.get(path, headers={"Authorization": f"Bearer {key}"}).json()
        if "options" in (place["view"]["decision"] or {}):
            return int(seat), place
    raise AssertionError("nobody is asked")


class Device:
    """A browser with a card of its own."""

    def __init__(self, client, name="Ada"):
        self.client, self.secret = client, secrets.token_urlsafe(24)
        if name:
            assert self.post("", {"name": name}).status_code == 200

    def _headers(self):
        return {"Authorization": f"Bearer {self.secret}"}

    def get(self, path="", **query):
        return self.client.get("/api/card" + path, headers=self._headers(), params=query)

    def post(self, path, body=None):
        return self.client.post("/api/card" + path, headers=self._headers(), json=body)

    def claim(self, made, seat=0):
        answer = self.post("/seats", {"seats": [{"table": made["table"], "key": made["keys"][str(seat)]}]})
        return answer.json()["seats"]

    def keys(self):
        return {(one["table"], one["seat"]): one["key"] for one in self.get("/seats").json()["seats"]}

    def move_to(self, other):
        ticket = self.post("/ticket").json()["ticket"]
        return other.post("/take", {"ticket": ticket})


def auth(key):
    return {"Authorization": f"Bearer {key}"}


def key_of(answer):
    return answer.json()["error"]["key"]

"""A client written from `protocol/` alone: it knows nothing of the server's code, and checks all it is told by the schemas."""

import base64
import hashlib
import json
import os
import socket
import struct
import urllib.error
import urllib.request
from pathlib import Path

import jsonschema_rs

PROTOCOL = Path(__file__).parents[2] / "protocol"
MESSAGES = json.loads((PROTOCOL / "messages.json").read_text())
OPENAPI = json.loads((PROTOCOL / "openapi.json").read_text())
FROM_HOUSE = jsonschema_rs.validator_for({**MESSAGES, "$ref": "#/$defs/FromHouse"})
FAILURE = jsonschema_rs.validator_for({"$ref": "#/components/schemas/Failure", "components": OPENAPI["components"]})


def call(address, path, body=None, key=None, headers=None, method=None):
    """(status, answer, headers) of one HTTP call; what is refused is refused in the words of the protocol."""
    sent = {**({"Content-Type": "application/json"} if body is not None else {}), **(headers or {})}
    if key:
        sent["Authorization"] = f"Bearer {key}"
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, sent, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, read(answer.read()), answer.headers
    except urllib.error.HTTPError as error:
        found = read(error.read())
        if path.startswith("/api/"):
            FAILURE.validate(found)
        return error.code, found, error.headers


def read(text):
    try:
        return json.loads(text)
    except ValueError:
        return text.decode()


def frame(first, data):
    """A masked frame with this first byte."""
    mask, size = os.urandom(4), len(data)
    head = bytes([first, 0x80 | (min(126, size))]) + (struct.pack("!H", size) if size >= 126 else b"")
    return head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))


class Socket:
    """A WebSocket by hand (RFC 6455), so that it can also do what no library does."""

    def __init__(self, address, path, headers=None):
        host, port = address.removeprefix("http://").split(":")
        self._socket = socket.create_connection((host, int(port)), 30)
        self._socket.settimeout(30)
        key = base64.b64encode(os.urandom(16)).decode()
        headers = {"Host": f"{host}:{port}", **(headers or {})}
        lines = [f"GET {path} HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._waiting = b""
        head = self._until(b"\r\n\r\n").decode()
        self.status = int(head.split()[1])
        if self.status == 101:
            wanted = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
            assert base64.b64encode(wanted).decode() in head
        self.code = None

    def patience(self, seconds):
        """How long sending and receiving may take."""
        self._socket.settimeout(seconds)

    def _more(self):
        data = self._socket.recv(65_536)
        if not data:
            raise ConnectionError("the line ended without a code")
        self._waiting += data

    def _until(self, end):
        while end not in self._waiting:
            self._more()
        found, _, self._waiting = self._waiting.partition(end)
        return found

    def _take(self, count):
        while len(self._waiting) < count:
            self._more()
        found, self._waiting = self._waiting[:count], self._waiting[count:]
        return found

    def frame(self, opcode, data):
        """Sends one frame."""
        self.send(frame(0x80 | opcode, data))

    def send(self, data):
        """Sends bytes, whatever they are."""
        self._socket.sendall(data)

    def say(self, **message):
        """Sends a message of the protocol."""
        self.frame(1, json.dumps(message).encode())

    def hear(self):
        """The next message, checked by the schema; None when the house closed the line (`code` says how)."""
        while True:
            first, second = self._take(2)
            size = second & 0x7F
            size = struct.unpack("!H", self._take(2))[0] if size == 126 else size
            size = struct.unpack("!Q", self._take(8))[0] if size == 127 else size
            data = self._take(size)
            if first & 0x0F == 1:
                message = json.loads(data)
                FROM_HOUSE.validate(message)
                return message
            if first & 0x0F == 8:
                self.code = struct.unpack("!H", data[:2])[0] if data else 1005
                return None
            if first & 0x0F == 9:
                self.frame(10, data)

    def until(self, *kinds):
        """The next message of one of these kinds; None when the line was closed."""
        while (message := self.hear()) is not None and message["type"] not in kinds:
            pass
        return message

    def to_the_end(self):
        """Everything that comes until the house closes the line."""
        heard = []
        while (message := self.hear()) is not None:
            heard.append(message)
        return heard

    def close(self):
        self._socket.close()


def line(address, table, key=None, **hello):
    """A line that has said hello."""
    found = Socket(address, f"/ws/tables/{table}")
    found.say(type="hello", **({"key": key} if key else {}), **hello)
    return found


def make(address, people=2, game="roll-for-soles", start=True, **settings):
    """A table whose people are all ours."""
    seats = [{"kind": "me", "name": f"P{n}"} for n in range(people)]
    body = {"game": game, "seats": seats, "start": start, "settings": settings}
    status, made, _ = call(address, "/api/tables", body)
    assert status == 200, made
    return made["table"], made["keys"]

"""A push service of the tests: what arrives there is opened with the keys of the subscription (RFC 8291)."""

import base64
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Device:
    """What a browser keeps of a subscription, and what it tells the house of it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._private, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = self._private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.keys = {"p256dh": base64url(point), "auth": base64url(self._auth)}

    def wish(self, *seats: tuple[str, str]) -> dict:
        """The body with which it asks to be called."""
        held = [{"table": table, "key": key} for table, key in seats]
        return {"seats": held, "endpoint": self.endpoint, **self.keys}

    def open(self, sealed: bytes) -> dict:
        """What a message says; only this device can tell."""
        opened = http_ece.decrypt(sealed, private_key=self._private, auth_secret=self._auth, version="aes128gcm")
        return json.loads(opened)


class PushService:
    """Listens on this machine: a house is told of it by `OSTERIA_PUSH_SERVICES`."""

    def __init__(self) -> None:
        self.arrived: Queue[tuple[str, dict[str, str], bytes]] = Queue()
        self.answers: dict[str, int] = {}
        """What it answers for a path, where that is not 201."""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.arrived.put((self.path, dict(self.headers), body))
                self.send_response(service.answers.get(self.path, 201))
                self.send_header("Location", f"{service.origin}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def device(self, name: str = "device") -> Device:
        return Device(f"{self.origin}/{name}")

    def next(self, device: Device, seconds: float = 30.0) -> dict:
        """The next message, opened by its device, signed by a house."""
        path, headers, sealed = self.arrived.get(timeout=seconds)
        assert device.endpoint == self.origin + path
        assert Vapid02.verify(headers["Authorization"])
        return device.open(sealed)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

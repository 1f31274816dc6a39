"""What is pushed can be read by one device only (RFC 8291), and says which house it is from (VAPID, RFC 8292)."""

import base64
import time

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from osteria.server.store.subscriptions import Device

TOKEN_SECONDS = 12 * 3_600
"""How long a signature holds; half as long it is used again."""
POINT_BYTES, AUTH_BYTES = 65, 16


def new_key() -> str:
    """A private key, as text to be kept."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


def seal(payload: bytes, device: Device) -> bytes:
    """A message that only the device can open: `aes128gcm`, with a new key each time."""
    private = ec.generate_private_key(ec.SECP256R1())
    sealed: bytes = http_ece.encrypt(
        payload, private_key=private, dh=_bytes(device.p256dh), auth_secret=_bytes(device.auth), version="aes128gcm"
    )
    return sealed


def is_key(p256dh: str, auth: str) -> bool:
    """Whether a device's keys can be used: a point of the curve, and sixteen bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        return len(_bytes(p256dh)) == POINT_BYTES and len(_bytes(auth)) == AUTH_BYTES
    except ValueError:
        return False


class Signer:
    """Signs what this house pushes."""

    def __init__(self, key: str, contact: str) -> None:
        self._vapid, self._contact = Vapid02.from_raw(key.encode()), contact
        self._tokens: dict[str, tuple[float, str]] = {}

    @property
    def public_key(self) -> str:
        """What a browser is told when it subscribes: only this house can then push to it."""
        encoding, form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return _text(self._vapid.public_key.public_bytes(encoding, form))

    def authorization(self, origin: str) -> str:
        """The header that says to a push service who pushes."""
        until, token = self._tokens.get(origin, (0.0, ""))
        if until < time.time():
            claims = {"aud": origin, "exp": int(time.time()) + TOKEN_SECONDS, "sub": self._contact}
            token = self._vapid.sign(claims)["Authorization"]
            self._tokens[origin] = (time.time() + TOKEN_SECONDS / 2, token)
        return token


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))

"""Secret links: what a key stands for, signed so that nobody can make one up.

A key names a role, a seat and the seat's generation. Whoever sits down, is removed or rotates the link starts a new
generation, so that older keys end; nothing secret is kept for a seat in the database.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Literal

LinkRole = Literal["seat", "invite", "host"]
_ROLES: tuple[LinkRole, ...] = ("seat", "invite", "host")
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 12
_SIGNATURE_BYTES = 18


@dataclass(frozen=True)
class Link:
    """What a key stands for."""

    role: LinkRole
    seat: int
    generation: int


def new_table_id() -> str:
    """An id that nobody guesses (60 bits) and everybody can read out."""
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in secrets.token_bytes(ID_LENGTH))


def is_table_id(text: str) -> bool:
    """Whether a text could be the id of a table."""
    return len(text) == ID_LENGTH and all(char in _ALPHABET for char in text)


def sign(secret: bytes, table: str, link: Link) -> str:
    """The key of a link."""
    payload = bytes([_ROLES.index(link.role), link.seat]) + link.generation.to_bytes(3, "big")
    return base64.urlsafe_b64encode(payload + _signature(secret, table, payload)).decode().rstrip("=")


def read(secret: bytes, table: str, key: str) -> Link | None:
    """The link of a key, or None when this house did not sign it for this table."""
    try:
        raw = base64.b64decode(key + "=" * (-len(key) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    payload, signature = raw[:5], raw[5:]
    if len(payload) < 5 or not hmac.compare_digest(signature, _signature(secret, table, payload)):
        return None
    return Link(_ROLES[payload[0]], payload[1], int.from_bytes(payload[2:], "big"))


def _signature(secret: bytes, table: str, payload: bytes) -> bytes:
    return hmac.digest(secret, table.encode() + payload, hashlib.sha256)[:_SIGNATURE_BYTES]

"""Cards: a secret that a device makes for itself. The house keeps a hash of it, and what belongs to the card."""

import hashlib
import re
import secrets

TICKET_SECONDS = 300.0
"""How long a link brings the card to another device, once."""
_SECRET = re.compile(r"[A-Za-z0-9_-]{32,86}")


def is_secret(text: str) -> bool:
    """Whether a text could be a card's secret: 192 bits or more, as base64 for addresses."""
    return _SECRET.fullmatch(text) is not None


def hash_of(secret: str) -> str:
    """What the house keeps of a secret, or of a ticket: nobody who reads the database can show either."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_card_id() -> str:
    """What the house itself calls a card; never sent to anybody."""
    return secrets.token_hex(8)


def new_ticket() -> str:
    """What a link to another device holds (144 bits)."""
    return secrets.token_urlsafe(18)

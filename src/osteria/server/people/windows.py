"""*Decline for me when I cannot*: the window at whose end a seat's answers come, whatever they are (G-6).

The length is a function of the house's secret bytes and of the number of the question alone. So it is drawn before anybody
looks at what the seat could answer, every process of a house draws the same, and nobody else can foresee it.
"""

import hmac

from osteria.server.wire.refusal import Refusal

LEAST, MOST = 3, 60
"""Seconds that a person may choose as the shortest window."""
SPREAD = 2.0
"""So many seconds longer a window may be."""


def window_seconds(secret: bytes, table: str, question: int, least: int) -> float:
    """How long the window of a question is: from `least` to `least + SPREAD`, evenly."""
    digest = hmac.digest(secret, f"window {table} {question}".encode(), "sha256")
    return least + SPREAD * int.from_bytes(digest[:8]) / 2.0**64


def check_seconds(seconds: int) -> int:
    """The shortest window that somebody wishes for, 0 for none; refuses what gives no time to answer."""
    if seconds and not LEAST <= seconds <= MOST:
        raise Refusal("options.wrong", f"A window has at least {LEAST} seconds and at most {MOST}; 0 is none.")
    return seconds

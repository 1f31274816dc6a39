"""Numbers, names and lists as WebAssembly writes them."""

from __future__ import annotations

from collections.abc import Sequence

GOES_ON, BITS, SIGN = 0x80, 0x7F, 0x40


class Reader:
    """Reads a section byte by byte."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    @property
    def is_at_end(self) -> bool:
        """Whether all of it was read."""
        return self.at >= len(self.data)

    def byte(self) -> int:
        """One byte."""
        self.at += 1
        return self.data[self.at - 1]

    def take(self, count: int) -> bytes:
        """So many bytes."""
        self.at += count
        return self.data[self.at - count : self.at]

    def unsigned(self) -> int:
        """A number from 0 of any length (LEB128)."""
        return self._number()[0]

    def signed(self) -> int:
        """A number of any length that may be negative."""
        value, bits, last = self._number()
        return value - (1 << bits) if last & SIGN else value

    def name(self) -> str:
        """A text with its length before it."""
        return self.take(self.unsigned()).decode()

    def _number(self) -> tuple[int, int, int]:
        value = bits = 0
        while True:
            byte = self.byte()
            value |= (byte & BITS) << bits
            bits += 7
            if byte < GOES_ON:
                return value, bits, byte


def unsigned(value: int) -> bytes:
    """A number from 0 in as few bytes as it needs."""
    out = bytearray()
    while value >= GOES_ON:
        out.append(value & BITS | GOES_ON)
        value >>= 7
    return bytes([*out, value])


def signed(value: int) -> bytes:
    """A number that may be negative, in as few bytes as it needs."""
    out = bytearray()
    while not -SIGN <= value < SIGN:
        out.append(value & BITS | GOES_ON)
        value >>= 7
    return bytes([*out, value & BITS])


def text(name: str) -> bytes:
    """A text with its length before it."""
    return unsigned(len(name.encode())) + name.encode()


def vector(items: Sequence[bytes]) -> bytes:
    """A list with its length before it."""
    return unsigned(len(items)) + b"".join(items)


def section(code: int, body: bytes) -> bytes:
    """A section of a module."""
    return bytes([code]) + unsigned(len(body)) + body

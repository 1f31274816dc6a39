"""Which frames each seat was sent, acknowledged, and was sent again.

At an authentic table a frame that a seat had not acknowledged when its line broke is sent to it once more, never after.
Frames that nobody has sent yet (they came while the line was broken) are sent for the first time.
"""

from collections.abc import Iterable
from dataclasses import dataclass

AHEAD = 32
"""SPEED: the book is written for so many frames at a time, not for each. It must never say less than what was sent; after
a crash it may say more, and frames that nobody had sent count as sent: then they come once, not twice."""


@dataclass(frozen=True)
class Seen:
    """What a seat was sent, acknowledged and was sent again."""

    table: str
    seat: int
    sent: int
    acked: int
    again: int


class Book:
    """The book of one table."""

    def __init__(self, table: str, players: int, kept: dict[int, tuple[int, int, int]]) -> None:
        self._table = table
        self._seats = [list(kept.get(seat, (0, 0, 0))) for seat in range(players)]
        self._written = [seat[0] for seat in self._seats]
        """Up to where the kept book counts frames as sent."""
        self._changed: set[int] = set()
        self.must_be_written = False
        """Whether it has to be written before anything more is sent."""

    def merge(self, kept: dict[int, tuple[int, int, int]]) -> None:
        """What another process noted of the same seats."""
        for seat, numbers in kept.items():
            self._seats[seat] = [max(pair) for pair in zip(self._seats[seat], numbers, strict=True)]
            self._written[seat] = max(self._written[seat], numbers[0])

    def write_again(self) -> None:
        """What was to be written may not have been."""
        self._changed.update(range(len(self._seats)))
        self.must_be_written = True

    def entry(self, seat: int) -> list[int]:
        """What a seat was sent, acknowledged and was sent again, to be put back."""
        return self._seats[seat]

    def put_back(self, seat: int, entry: list[int]) -> None:
        """Nothing of what was noted of a seat since came true."""
        self._seats[seat] = entry

    def acknowledge(self, seat: int, frame: int, last: int) -> None:
        """A seat has every frame up to this one."""
        entry = self._seats[seat]
        acked = min(frame, last)
        if acked > entry[1]:
            entry[1] = acked
            self._changed.add(seat)

    def send(self, seats: Iterable[int], frame: int) -> None:
        """A frame goes out to seats that are on the line."""
        for seat in seats:
            entry = self._seats[seat]
            if frame > entry[0]:
                entry[0] = frame
                if frame > self._written[seat]:
                    self.reserve(seat, frame)

    def _reserve(self, seat: int) -> None:
        if self._seats[seat][0] > self._written[seat]:
            self.reserve(seat, self._seats[seat][0])

    def reserve(self, seat: int, frame: int) -> None:
        """From this frame on some more may be sent to a seat, once that is written."""
        self._written[seat] = frame + AHEAD - 1
        self._changed.add(seat)
        self.must_be_written = True

    def open_line(self, seat: int, last: int) -> range:
        """A seat opens a line: the frames it may be told of, now and then never again."""
        sent, acked, again = self._seats[seat]
        self._seats[seat] = [last, acked, max(again, sent)]
        self._reserve(seat)
        if sent > again:
            self._changed.add(seat)
            self.must_be_written = True
        return range(max(acked, again) + 1, last + 1)

    def acknowledged(self, seat: int) -> int:
        """The last frame that a seat acknowledged."""
        return self._seats[seat][1]

    def changed(self) -> list[Seen]:
        """What is to be written since the last call."""
        if not self._changed:
            return []
        entries = [
            Seen(self._table, seat, self._written[seat], *self._seats[seat][1:]) for seat in sorted(self._changed)
        ]
        self._changed.clear()
        self.must_be_written = False
        return entries

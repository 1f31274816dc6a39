"""Banks of time, and days for each answer; counted from the times in the log alone, so that a restart neither grants nor
steals any."""

from osteria.server.wire.messages import Clock, ClockInfo

LEAST_AFTER_RETURN = 10.0
"""Seconds a person has at least who takes the seat back from a stand-in."""


DAY = 86_400.0


class Clocks:
    """The clocks of one table; without a `Clock` and without days nothing runs."""

    def __init__(self, players: int, clock: Clock | None, days: int | None = None) -> None:
        self.clock = clock
        self.per_answer = days * DAY if days else None
        self.left = [self.per_answer or float(clock.bank if clock else 0)] * players
        self.running: int | None = None
        self._since = 0.0
        self._given_back = 0.0
        """Seconds of the question that runs now."""

    def ask(self, seat: int | None, at: float) -> None:
        """The clock of the seat that is asked now runs."""
        self.running, self._since, self._given_back = seat, at, 0.0

    def answered(self, seat: int, at: float, *, counts: bool) -> None:
        """A seat answered. Time that a bot took is not counted."""
        if self.clock is None or not counts:
            return
        self.left[seat] = max(0.0, self.left[seat] - (at - self._since)) + self.clock.increment

    def returned(self, seat: int, at: float, seconds: float | None) -> None:
        """A broken line is whole again: so many seconds are given back, up to the grace in all for a question."""
        if self.clock is None or seat != self.running:
            return
        absent = self.clock.grace if seconds is None else seconds
        back = max(0.0, min(absent, at - self._since, self._grace_left))
        self._since += back
        self._given_back += back

    @property
    def _grace_left(self) -> float:
        return 0.0 if self.clock is None else self.clock.grace - self._given_back

    def came_back(self, seat: int, at: float) -> None:
        """A person takes over from a stand-in."""
        self.left[seat] = max(self.left[seat], LEAST_AFTER_RETURN)
        if seat == self.running and self.per_answer is None:
            self._since = at

    def deadline(self, seat: int, *, is_connected: bool) -> float | None:
        """When the time of a seat that is asked is up; None: never."""
        if self.clock is None and self.per_answer is None:
            return None
        return self._since + self.left[seat] + (0.0 if is_connected else self._grace_left)

    def info(self) -> ClockInfo | None:
        """What everybody sees of the clocks."""
        if self.clock is None and self.per_answer is None:
            return None
        return ClockInfo([round(left, 1) for left in self.left], self._since, self.running)

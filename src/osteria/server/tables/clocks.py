"""Banks of time, counted from the times in the log alone, so that a restart neither grants nor steals any."""

from osteria.server.wire.messages import Clock, ClockInfo

LEAST_AFTER_RETURN = 10.0
"""Seconds a person has at least who takes the seat back from a stand-in."""


class Clocks:
    """The clocks of one table; without a `Clock` nothing runs."""

    def __init__(self, players: int, clock: Clock | None) -> None:
        self.clock = clock
        self.left = [float(clock.bank if clock else 0)] * players
        self.running: int | None = None
        self._since = 0.0
        self._was_refunded = False

    def ask(self, seat: int | None, at: float) -> None:
        """The clock of the seat that is asked now runs."""
        self.running, self._since, self._was_refunded = seat, at, False

    def answered(self, seat: int, at: float, *, counts: bool) -> None:
        """A seat answered. Time that a bot took is not counted."""
        if self.clock is None or not counts:
            return
        self.left[seat] = max(0.0, self.left[seat] - (at - self._since)) + self.clock.increment

    def returned(self, seat: int, at: float) -> None:
        """A broken line is whole again: what it cost is given back, up to the grace, once a question."""
        if self.clock is None or seat != self.running or self._was_refunded:
            return
        self._since = min(at, self._since + self.clock.grace)
        self._was_refunded = True

    def came_back(self, seat: int, at: float) -> None:
        """A person takes over from a stand-in."""
        self.left[seat] = max(self.left[seat], LEAST_AFTER_RETURN)
        if seat == self.running:
            self._since = at

    def deadline(self, seat: int, *, is_connected: bool) -> float | None:
        """When the time of a seat that is asked is up; None: never."""
        if self.clock is None:
            return None
        grace = 0.0 if is_connected or self._was_refunded else float(self.clock.grace)
        return self._since + self.left[seat] + grace

    def info(self) -> ClockInfo | None:
        """What everybody sees of the clocks."""
        if self.clock is None:
            return None
        return ClockInfo([round(left, 1) for left in self.left], self._since, self.running)

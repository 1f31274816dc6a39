"""A second, naive reading of the law of Roll for Soles; see second_reading.py."""

from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from second_reading_orders import Game

FACES = ("1", "2", "hook", "double", "water")
COPIES = {"1": 2, "2": 1, "hook": 1, "double": 1, "water": 1}
"""RS-2: how often each face is on a die."""
SOLES = {"1": 1, "2": 2}


def rolls(dice: int) -> dict[str, int]:
    """Every roll with its number of ways."""
    found = {}
    for roll in combinations_with_replacement(FACES, dice):
        counts = [roll.count(face) for face in FACES]
        orders = factorial(dice) // prod(factorial(count) for count in counts)
        found["dice " + " ".join(roll)] = orders * prod(COPIES[face] for face in roll)
    return found


class Sea:
    """One table of Roll for Soles; `play()` is the game."""

    def __init__(self, players: int) -> None:
        self.seats = list(range(players))
        self.middle = {2: 80, 3: 100, 4: 120, 5: 140}.get(players, 160)
        self.phase, self.turn, self.net = "turn", None, 0
        self.supplies = dict.fromkeys(self.seats, 0)
        self.dice, self.rolled = [], []

    def zones(self) -> dict[str, Any]:
        """The table in the words of `Match.zones()`."""
        names = ("phase", "turn", "middle", "net", "supplies")
        return {name: getattr(self, name) for name in names} | {
            "dice": sorted(self.dice),
            "rolled": sorted(self.rolled),
        }

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """RS-12: score and winners."""
        score = tuple(self.supplies.values())
        return score, tuple(seat for seat in self.seats if score[seat] == max(score))

    def play(self) -> Game:
        move = yield "chance", {f"start seat {seat}": 1 for seat in self.seats}
        self.turn = int(move.split()[2])
        while self.middle:
            yield from self.take_turn()
            if self.middle:
                self.turn = (self.turn + 1) % len(self.seats)
        self.phase = "over"

    def take_turn(self) -> Game:
        """RS-3, RS-4, RS-8, RS-9, RS-10."""
        move = "roll"
        while move == "roll":
            self.dice += [face for face in self.rolled if face in ("double", "water")]
            self.rolled = []
            move = yield "chance", rolls(4 - len(self.dice))
            self.rolled = move.split()[1:]
            if not any(face in SOLES for face in self.rolled):
                self.middle, self.net = self.middle + self.net, 0
                break
            yield from self.take_haul()
            move = (yield self.turn, "again", {"secure", "roll"}) if self.middle else "secure"
        self.supplies[self.turn] += self.net
        self.net, self.dice, self.rolled = 0, [], []

    def take_haul(self) -> Game:
        """RS-5, RS-6, RS-7."""
        haul = sum(SOLES.get(face, 0) for face in self.rolled) * 2 ** (self.rolled + self.dice).count("double")
        others = [seat for seat in self.seats if seat != self.turn and self.supplies[seat]]
        source = "from middle"
        if "hook" in self.rolled and others:
            source = yield self.turn, "source", {"from middle"} | {f"from seat {seat}" for seat in others}
        if source == "from middle":
            taken = min(haul, self.middle)
            self.middle -= taken
        else:
            seat = int(source.split()[2])
            taken = min(haul, self.supplies[seat])
            self.supplies[seat] -= taken
        self.net += taken

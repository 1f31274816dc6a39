"""Roll for Soles, as the layers above know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from osteria.core import template as w
from osteria.core.errors import MalformedMove, OsteriaError, ScenarioError
from osteria.core.game import BY_SEAT, SET, Options, Zones
from osteria.core.plain import PlainGame
from osteria.core.schema import State, Table
from osteria.core.stacks import Stack
from osteria.games.roll_for_soles import record as r
from osteria.games.roll_for_soles.kernels import KERNELS
from osteria.games.roll_for_soles.lesson import LESSON
from osteria.games.roll_for_soles.options import SolesOptions
from osteria.games.roll_for_soles.telling import EVENTS
from osteria.games.roll_for_soles.wording import WORDING

ASKS = {r.START: "start", r.ROLL: "dice", r.SOURCE: "source", r.AGAIN: "again"}
ROLL_NUMBERS = {roll: number for number, roll in enumerate(r.ROLLS)}
STACKS = {
    r.START: Stack(w.listed("start"), words=w.listed("start")),
    r.ROLL: Stack(w.listed("dice"), words=w.listed("roll", w.var("number"))),
}
"""G-3, RS-3: the seed gives every roll of the game its dice, whoever rolls and however many: the first of them count."""
GIVEN = ("phase", "turn", "middle", "net", "supplies", "dice")


class RollForSoles(PlainGame):
    """RS: soles from the middle and, with a hook, from each other; 2 to 8 players."""

    name = "roll-for-soles"
    title = "Roll for Soles"
    most = r.MOST_PLAYERS
    kernels = KERNELS
    asks = ASKS
    last_asks = frozenset((r.AGAIN,))
    events = EVENTS
    wording = WORDING
    stacks = STACKS
    options_type = SolesOptions
    option_words: ClassVar = {"faces": r.FACES}
    judge = "osteria.hindsight.roll_for_soles:Solved"
    feat = "secure"
    zone_kinds: ClassVar = {"supplies": BY_SEAT, "dice": SET, "rolled": SET}
    sample_moves = ("from middle", "from seat 2", "secure", "roll", "start seat 1", "dice 1 hook")
    hints = "osteria.bots.roll_for_soles.hints:HINTS"
    drawing = "osteria.terminal.roll_for_soles.boat:Boat"
    page = "soles"
    lesson = LESSON

    def fresh(self, seats: tuple[Hashable, ...], options: Options) -> Table:
        """RS-1: all points in the middle."""
        states = np.zeros(1, r.RECORD)
        s = states[0]
        s["players"], s["middle"] = len(seats), r.MIDDLE[len(seats)]
        s["ask"], s["seat"], s["turn"] = r.START, -1, -1
        assert isinstance(options, SolesOptions)
        s["faces"] = checked_faces(options.faces)
        return states

    def place(self, seats: tuple[Hashable, ...], options: Options, given: Mapping[str, Any]) -> Table:
        """With a net or dice the player has just said `roll`."""
        states = self.fresh(seats, options)
        s = states[0]
        for key in given:
            if key not in GIVEN:
                raise ScenarioError(f"given.{key}: Roll for Soles has {', '.join(GIVEN)}.")
        if given.get("phase", "turn") != "turn":
            raise ScenarioError("given.phase: must be turn.")
        s["turn"] = _number(given, "turn", 0, len(seats) - 1)
        s["middle"] = _number(given, "middle", 0, 10**6)
        s["net"] = _number(given, "net", 0, 10**6)
        supplies, dice = given.get("supplies") or {}, given.get("dice") or []
        if not isinstance(supplies, Mapping) or not isinstance(dice, list):
            raise ScenarioError("given: supplies is a mapping of seats to points, dice a list of faces.")
        for seat, points in supplies.items():
            if seat not in seats or type(points) is not int or points < 0:
                raise ScenarioError(f"given.supplies: seats are {seats[0]} to {seats[-1]}, points whole numbers.")
            s["supplies"][seat] = points
        for face in dice:
            if str(face) not in ("double", "water"):
                raise ScenarioError(f"given.dice: only double and water are set aside, not {face}.")
            s["aside"][r.FACES.index(str(face))] += 1
        if int(s["aside"].sum()) >= r.DICE:
            raise ScenarioError("given.dice: at least one die is left to roll.")
        s["ask"] = r.ROLL
        return states

    def tables(self) -> dict[str, Any]:
        """RS-1, RS-2: the points in the middle, and the dice."""
        middle = {str(players): points for players, points in sorted(r.MIDDLE.items())}
        return super().tables() | {"middle": middle, "dice": r.DICE, "faces": list(r.FACES)}

    def read(self, s: State, text: str) -> tuple[int, ...]:
        """The action that a text stands for."""
        match text.split():
            case ["secure"]:
                return (r.SECURE,)
            case ["roll"]:
                return (r.ROLL_AGAIN,)
            case ["from", "middle"]:
                return (r.FROM_MIDDLE,)
            case ["from", "seat", seat] if seat.isdecimal() and int(seat) < r.MOST_PLAYERS:
                return (r.FROM_SEAT + int(seat),)
            case ["start", "seat", seat] if seat.isdecimal() and int(seat) < r.MOST_PLAYERS:
                return (r.START_SEAT + int(seat),)
            case ["dice", *faces] if 1 <= len(faces) <= r.DICE and all(face in r.FACES for face in faces):
                return (r.ROLLED + ROLL_NUMBERS[tuple(sorted(r.FACES.index(face) for face in faces))],)
        raise MalformedMove(
            f"“{text}” is no move of Roll for Soles: write secure, roll, from middle or from seat NUMBER."
        )

    def inventory(self, zones: Zones) -> Counter[str]:
        """G-2: every point, wherever it lies."""
        return Counter(soles=zones["middle"] + zones["net"] + sum(zones["supplies"].values()))


def checked_faces(faces: Sequence[str]) -> list[int]:
    """RS-2: any six of the five faces, at least one of them with a sole."""
    if len(faces) != r.SIDES or any(face not in r.FACES for face in faces):
        raise OsteriaError(f"A die has six faces out of {', '.join(r.FACES)}; {','.join(map(str, faces))} will not do.")
    if not {"1", "2"} & set(faces):
        raise OsteriaError("A die needs at least one face with a sole (1 or 2), else no game would end.")
    return [r.FACES.index(face) for face in faces]


def _number(given: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = given.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ScenarioError(f"given.{key}: must be a whole number from {low} to {high}, not {value!r}.")
    return value

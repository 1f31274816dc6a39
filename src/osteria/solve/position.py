"""A position of Roll for Soles with two or three players, in the words of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from osteria.core.errors import OsteriaError
from osteria.games.roll_for_soles.record import DICE, FACES
from osteria.solve.dice import BLUE, aside_of, soles_on

SOLVED = (2, 3)
"""Numbers of players that are solved."""
KEYS = ("middle", "supplies", "turn", "net", "dice", "rolled", "ask")


@dataclass(frozen=True)
class Position:
    """Where a game stands. The words are those of `match.zones()`.

    Attributes:
        middle: points in the middle.
        supplies: points of every seat.
        turn: the seat whose turn it is.
        net: points in that player's net.
        dice: the dice set aside.
        rolled: the dice just rolled.
        ask: "roll" when the dice are about to be rolled, "source" when the dice just rolled wait for their source,
            "again" when their haul lies in the net. Left out: "source" with dice just rolled (where nothing is to be
            chosen the haul is taken from the middle), else "again" with a net, else "roll".
    """

    middle: int
    supplies: tuple[int, ...]
    turn: int = 0
    net: int = 0
    dice: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    ask: str = ""

    @property
    def points(self) -> int:
        """All points of the game; there are 80 at a table for two and 100 at one for three."""
        return self.middle + sum(self.supplies) + self.net

    @property
    def own(self) -> int:
        """Points of the player whose turn it is."""
        return self.supplies[self.turn]

    @property
    def others(self) -> tuple[int, ...]:
        """Points of the other players, from the next to move on."""
        return self.supplies[self.turn + 1 :] + self.supplies[: self.turn]

    @property
    def other(self) -> int:
        """Points of the next player: at a table for two, the other one."""
        return self.others[0]

    @property
    def asked(self) -> str:
        """What `ask` says, or what follows from the rest."""
        return self.ask or ("source" if self.rolled else "again" if self.net else "roll")


def position_from(view: Mapping[str, Any]) -> Position:
    """The position that a view of a table for two or three shows (or `zones()` with a `decision`)."""
    supplies = {int(seat): int(points) for seat, points in view["supplies"].items()}
    if len(supplies) not in SOLVED:
        raise OsteriaError(f"Two and three players are solved, not {len(supplies)}.")
    decision = view.get("decision")
    return Position(
        middle=int(view["middle"]),
        supplies=tuple(supplies[seat] for seat in range(len(supplies))),
        turn=int(view["turn"]),
        net=int(view["net"]),
        dice=tuple(view["dice"]),
        rolled=tuple(view["rolled"]),
        ask=decision["ask"] if decision and decision["ask"] in ("again", "source") else "",
    )


def read_position(text: str, faces: Sequence[str] = FACES, players: int = 2) -> Position:
    """A position written as `middle=60,supplies=10/10,turn=0,net=6,dice=double`.

    Several dice, and the supplies of the players, are divided by `/`; what is left out is 0 or empty. `rolled=1/2/hook/water` are
    dice just rolled whose haul has not been taken yet (with `ask=again`: it lies in the net). `faces`
    are those of the dice.
    """
    words = dict(_pair(part) for part in text.split(",") if part.strip())
    supplies = [_number("supplies", word) for word in words.get("supplies", "/".join("0" * players)).split("/")]
    if len(supplies) != players:
        example = "/".join(["10"] * players)
        raise OsteriaError(f"supplies= takes the points of all {players} seats, such as supplies={example}.")
    return check(
        Position(
            middle=_number("middle", words["middle"]) if "middle" in words else _missing("middle"),
            supplies=tuple(supplies),
            turn=_number("turn", words.get("turn", "0")),
            net=_number("net", words.get("net", "0")),
            dice=_dice(words.get("dice", ""), faces),
            rolled=_dice(words.get("rolled", ""), faces),
            ask=words.get("ask", ""),
        )
    )


def check(position: Position) -> Position:
    """The same position, or an error that says why the table cannot stand so."""
    for holds, sentence in _laws(position):
        if not holds:
            raise OsteriaError(sentence)
    return position


def _laws(position: Position) -> list[tuple[bool, str]]:
    aside, rolled = len(position.dice), len(position.rolled)
    blue = sum(face in BLUE for face in position.rolled)
    return [
        (position.turn < len(position.supplies), f"turn= is a seat from 0 to {len(position.supplies) - 1}."),
        (min(position.middle, position.net, *position.supplies) >= 0, "Points cannot be negative."),
        (position.ask in ("", "roll", "source", "again"), "ask= is roll, source or again."),
        (all(face in BLUE for face in position.dice), "Only double and water are set aside (RS-10)."),
        (aside < DICE, "At least one die is always left (RS-10)."),
        (rolled in (0, DICE - aside), f"With {aside} dice aside {DICE - aside} are rolled, not {rolled}."),
        (not aside or position.net > 0, "Dice are set aside only when something was caught (RS-4)."),
        (position.asked != "source" or rolled > 0, "A source is chosen for dice just rolled: say rolled=."),
        (position.ask != "roll" or rolled == 0, "Dice about to be rolled are not rolled yet: leave out rolled=."),
        (position.asked != "again" or position.net > 0, "With an empty net nothing can be secured (RS-4)."),
        (position.ask != "again" or not rolled or soles_on(position.rolled) > 0, "No sole was rolled (RS-4)."),
        (position.asked != "again" or aside + blue < DICE, "At least one die is always left (RS-10)."),
    ]


def lying_aside(position: Position) -> int:
    """The index of the dice that lie aside if the player rolls on: RS-10 sets aside what was just rolled, too."""
    return aside_of(position.dice + position.rolled)


def haul(position: Position) -> int:
    """RS-5: what the dice just rolled are worth."""
    return soles_on(position.rolled) << (position.dice + position.rolled).count("double")


def haul_from_middle(position: Position) -> Position:
    """RS-7: the position after the haul was taken from the middle."""
    taken = min(haul(position), position.middle)
    return replace(position, middle=position.middle - taken, net=position.net + taken, ask="again")


def may_choose_source(position: Position) -> bool:
    """RS-6: a hook was rolled, with a sole, and another player has points."""
    return "hook" in position.rolled and max(position.others) > 0 and soles_on(position.rolled) > 0


def settled(position: Position) -> Position:
    """The position after what nobody is asked: a haul that can only come from the middle."""
    if position.asked != "source" or may_choose_source(position) or not soles_on(position.rolled):
        return position
    return haul_from_middle(position)


def _pair(part: str) -> tuple[str, str]:
    key, sign, value = part.strip().partition("=")
    if key not in KEYS or not sign:
        raise OsteriaError(f"{part.strip()!r} is no part of a position; the parts are {'= '.join(KEYS)}=.")
    return key, value.strip()


def _number(key: str, word: str) -> int:
    if not word.isascii() or not word.isdigit():
        raise OsteriaError(f"{key}= takes a whole number, not {word!r}.")
    return int(word)


def _missing(key: str) -> int:
    raise OsteriaError(f"A position needs {key}=.")


def _dice(text: str, faces: Sequence[str]) -> tuple[str, ...]:
    dice = tuple(text.replace("/", " ").split())
    for face in dice:
        if face not in faces:
            raise OsteriaError(f"{face!r} is no face of these dice; they have {' '.join(dict.fromkeys(faces))}.")
    return dice

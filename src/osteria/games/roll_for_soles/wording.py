"""The words of Roll for Soles: where everything lies, how moves are said, which clause asks, and why a move is refused."""

from __future__ import annotations

from osteria.core import template as w
from osteria.core.plain import public_table
from osteria.core.wording import Refusals, Spoken, Wording
from osteria.games.roll_for_soles import record as r
from osteria.games.roll_for_soles import telling
from osteria.games.roll_for_soles.rules.turn import FROM_ONESELF, NO_SOLES_THERE, NOBODY_THERE

ACTION = w.var("action")
ZONES = {
    "middle": w.field("middle"),
    "net": w.field("net"),
    "supplies": w.by_seat(w.field("supplies", w.var("seat"))),
    "dice": w.repeated("faces", w.field("aside")),
    "rolled": w.repeated("faces", w.field("rolled")),
}
MOVES = (
    Spoken(r.FROM_MIDDLE, 1, "from middle"),
    Spoken(r.FROM_SEAT, r.MOST_PLAYERS, w.text("from seat ", ACTION)),
    Spoken(r.SECURE, 1, "secure"),
    Spoken(r.ROLL_AGAIN, 1, "roll"),
    Spoken(r.START_SEAT, r.MOST_PLAYERS, w.text("start seat ", ACTION)),
    Spoken(r.ROLLED, len(r.ROLLS), w.text("dice ", w.word("rolls", ACTION))),
)
LEFT = w.calc("-", r.DICE, w.total(w.field("aside")))
REFUSALS = Refusals(
    asked={
        r.SOURCE: "choose where the haul comes from: from middle, or from seat NUMBER",
        r.AGAIN: "secure the net or roll again: secure, or roll",
        r.ROLL: w.text("the dice are rolled: dice with ", LEFT, " faces that these dice have"),
        r.START: "the starting player is drawn: start seat NUMBER",
    },
    reasons={
        FROM_ONESELF: ("You cannot take soles from yourself.", "RS-6"),
        NOBODY_THERE: ("There is no seat {seat} at this table.", "RS-6"),
        NO_SOLES_THERE: ("Seat {seat} has no soles to take.", "RS-6"),
    },
    about=(Spoken(r.FROM_SEAT, r.MOST_PLAYERS, {"seat": w.text("", ACTION)}),),
)
WORDING = Wording(
    **public_table(r.OVER, ZONES),
    clauses={r.START: "G-3", r.ROLL: "RS-3", r.SOURCE: "RS-6", r.AGAIN: "RS-9", r.OVER: "RS-8"},
    moves=MOVES,
    places=telling.PLACES,
    of_seats=telling.OF_SEATS,
    most=r.MOST_PLAYERS,
    lists={**telling.LISTS, "rolls": tuple(" ".join(r.FACES[face] for face in roll) for roll in r.ROLLS)},
    refusals=REFUSALS,
)

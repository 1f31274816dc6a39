"""The message keys that travel on the wire: clients turn them into sentences, in whatever language they speak."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

Game = Annotated[str, Meta(max_length=60, description="a game's name; `GET /api/house` lists those that are played")]
Memory = Literal["authentic", "assisted"]
Status = Literal["waiting", "playing", "over", "closed"]
SeatKind = Literal["open", "person", "bot"]
Role = Literal["stranger", "invited", "seat", "host"]
Hands = Literal["closed", "proposed", "open"]
LessonState = Literal["", "on", "off"]

Phrase = Literal[
    "hello", "good-luck", "well-played", "thanks", "sorry", "oops", "thinking", "one-moment", "your-turn", "delicious",
    "burnt", "lucky", "good-game", "again",
]  # fmt: skip

Reaction = Literal["re-bravo", "re-ouch", "re-think", "re-hurry", "re-thanks", "re-laugh"]
"""Drawn, shown beside the seat for a moment."""

ErrorKey = Literal[
    "request.malformed",  # not the shape that was asked for
    "request.too-large",
    "transcript.wrong",  # not the text of a game that could have been played; `text` says where
    "deal.elsewhere",  # the house did not deal this game
    "request.too-many",  # a rate or a number of tables or sockets was exceeded; `retry_after` says when to come back
    "request.unknown",  # no such page
    "request.method",
    "request.origin",  # a page of another site asked
    "link.missing",  # this needs a seat's link
    "link.invalid",  # not a link of this table
    "link.rotated",  # the link was replaced by a newer one
    "link.used",  # the invitation was taken up by somebody
    "link.opened",  # those at a listed table opened the chair, after a long absence and a warning
    "link.removed",  # the host or the table took the seat away
    "table.unknown",
    "code.unknown",  # no table with a free chair has this code
    "table.closed",  # everybody left before it began
    "table.started",  # too late: the game has begun
    "table.waiting",  # too early: the game has not begun
    "table.over",
    "table.running",  # only when the game is over
    "table.full",
    "table.empty-seats",  # somebody is still to come
    "table.no-spectators",
    "table.authentic",  # a running game with authentic memory has no past
    "table.busy",  # too many came at once; try again
    "host.only",
    "seat.unknown",
    "seat.taken",
    "seat.not-a-person",
    "kind.taken",
    "bot.unknown",
    "options.wrong",  # players, faces, clock or memory do not fit the game
    "name.wrong",
    "card.missing",  # this needs a card
    "card.unknown",  # the house does not know this card: it was deleted, or taken from this device
    "card.ticket",  # the link to another device was used, replaced, or is too old
    "card.last",  # no other device has the card
    "day.unknown",  # this house dealt nothing on that day
    "day.open",  # only when the day is over
    "day.tried",  # a card's first try at today's deal is over
    "phrase.unknown",
    "push.wrong",  # no push service that this house knows, or keys that are none
    "seat.present",  # nobody present can be stood in for
    "seat.not-waited-for",  # the table does not wait for this person
    "chair.kept",  # chairs are opened at listed tables only
    "undo.impossible",  # something was revealed since, or it is somebody else's decision
    "move.not-asked",  # somebody else is asked
    "move.stale",  # the question was answered meanwhile
    "move.illegal",  # `clause` says which rule
    "move.malformed",
    "move.too-far",  # the moves go past something nobody can know yet
    "house.stopping",
    "house.trouble",
]  # fmt: skip

PHRASES: tuple[str, ...] = get_args(Phrase)
REACTIONS: tuple[str, ...] = get_args(Reaction)
ERRORS: tuple[str, ...] = get_args(ErrorKey)

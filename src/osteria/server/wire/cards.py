"""Bodies and answers of the HTTP API about cards: a card is a secret that a device made for itself."""

from typing import Annotated, Literal

from msgspec import Meta

from osteria.server.wire.fields import Count, Key, SeatNumber, TableId, written
from osteria.server.wire.messages import Said, Shape
from osteria.server.wire.words import Game

CardName = Annotated[str, Meta(max_length=24, description="what its person is called; empty: not said")]
TicketText = Annotated[str, written("[A-Za-z0-9_-]{24}", "brings a card to one device, for minutes")]
Preferences = Annotated[
    dict[
        Annotated[str, written("[a-z-]{1,24}")],
        Annotated[str, Meta(max_length=100)],
    ],
    Meta(max_length=24, title="Preferences", description="what this person prefers, in the words of the page"),
]


class NewCard(Said, frozen=True):
    """A card for this device, whose secret it made itself and shows as a bearer: 32 to 86 letters of base64 for addresses,
    at random. Who has a card keeps it as it is."""

    name: CardName = ""


class CardInfo(Shape, frozen=True):
    """A card, as its own devices see it."""

    name: str
    made: Annotated[float, Meta(description="seconds since 1970")]
    devices: Annotated[int, Meta(ge=1, description="how many devices have it")]
    settings: Preferences


class SetSettings(Said, frozen=True):
    """What this person prefers."""

    settings: Preferences


class CardSeats(Shape, frozen=True):
    """The seats of a card at tables that wait or play, with their keys."""

    seats: list["CardSeat"]


class CardSeat(Shape, frozen=True):
    """One seat of a card."""

    table: TableId
    seat: SeatNumber
    key: Key


class Claim(Said, frozen=True):
    """Seats of this device, by their keys, that shall belong to the card."""

    seats: Annotated[list["ClaimedSeat"], Meta(max_length=50)]


class ClaimedSeat(Said, frozen=True):
    """One seat."""

    table: TableId
    key: Key


class Claimed(Shape, frozen=True):
    """How many of the keys were those of seats; a seat that another card has stays with it."""

    seats: Count


class Ticket(Shape, frozen=True):
    """Brings the card to one more device, once: a link is `/card#TICKET`."""

    ticket: TicketText
    until: Annotated[float, Meta(description="seconds since 1970")]


class UseTicket(Said, frozen=True):
    """A ticket that another device of the card made."""

    ticket: TicketText


class CardFound(Shape, frozen=True):
    """Whose card a ticket brings."""

    name: str


class Split(Said, frozen=True):
    """Who keeps the card: `this` device (all others lose it, and the links of its seats), or the `others`."""

    keep: Literal["this", "others"]


class Gone(Shape, frozen=True):
    """It is done: this device has no card now."""


class PlayedSeat(Shape, frozen=True):
    """A seat of a finished game."""

    seat: SeatNumber
    name: Annotated[str, Meta(description="empty for a bot, and where the name was deleted")]
    level: Annotated[str, Meta(description="the bot's name; empty for a person")]
    score: int
    won: bool


class PlayedGame(Shape, frozen=True):
    """A finished game of this card."""

    table: TableId
    game: Game
    ended: Annotated[float, Meta(description="seconds since 1970")]
    seat: SeatNumber
    score: int
    won: bool
    seats: list[PlayedSeat]


class Rival(Shape, frozen=True):
    """Somebody, or a kind of bot, that this card played against."""

    name: str
    level: str
    played: Count
    won: Annotated[int, Meta(ge=0, description="by this card")]


class GameRecord(Shape, frozen=True):
    """The statistics of one game."""

    game: Game
    played: Count
    won: Count
    score: Annotated[int, Meta(description="in all: orders delivered, or points")]
    most: Annotated[int, Meta(description="in one game")]
    best: Annotated[int, Meta(description="the largest feat, such as a net secured at once; 0: the game has none")]
    against: Annotated[list[Rival], Meta(description="the most frequent ones of the newest 500 games")]


class History(Shape, frozen=True):
    """What this card has played, the newest first."""

    total: Count
    games: list[GameRecord]
    results: list[PlayedGame]

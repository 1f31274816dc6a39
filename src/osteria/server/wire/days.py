"""Bodies and answers of the HTTP API about today's deal."""

from typing import Annotated

from msgspec import Meta

from osteria.server.wire.fields import Count, Name, TableId, written
from osteria.server.wire.messages import Said, Shape
from osteria.server.wire.words import Game

Day = Annotated[str, written(r"\d{4}-\d\d-\d\d", "a day (UTC), such as 2026-11-16")]
Seed = Annotated[str, written("[0-9a-f]{64}", "32 bytes in hex")]
Commitment = Annotated[str, Meta(description="SHA-256 of the seed's bytes, the day, a space and the game, in hex")]


class DayTry(Shape, frozen=True):
    """The try of this card: the first one, and the only one that counts."""

    table: TableId
    is_over: bool
    score: int | None = None
    place: Annotated[int, Meta(ge=1, description="among those at the table")] | None = None
    counts: Annotated[bool, Meta(description="it ended before the day did")] = False


class DayScore(Shape, frozen=True):
    """How many first tries ended with a score."""

    score: int
    people: Count


class DayDeal(Shape, frozen=True):
    """The deal of a day. How others did is told after the own end, or when the day is over; so is the seed, then."""

    day: Day
    game: Game
    ends: Annotated[float, Meta(description="when the day is over, seconds since 1970")]
    players: int
    bot: Annotated[str, Meta(description="who plays the other seats")]
    commitment: Commitment
    tries: Annotated[int, Meta(ge=0, description="how many first tries count so far")]
    own: DayTry | None = None
    scores: list[DayScore] | None = None
    seed: Annotated[Seed, Meta(description="when the day is over")] | None = None


class Days(Shape, frozen=True):
    """The deals of today, and what the house commits to for tomorrow."""

    day: Day
    deals: list[DayDeal]
    tomorrow: Annotated[dict[str, Commitment], Meta(description="by game")]


class PlayDay(Said, frozen=True):
    """Plays today's deal: a card's first try counts, and the same try is gone back to."""

    name: Name


class PlayAgain(Said, frozen=True):
    """Plays the deal of a day that is over, of any house, as often as one likes: nothing counts."""

    game: Game
    day: Day
    seed: Seed
    bot: Annotated[str, Meta(max_length=60)]
    name: Name

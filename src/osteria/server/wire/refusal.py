"""What the house says when it refuses something: one exception, a table of sentences and HTTP statuses."""

from osteria.server.wire.messages import Problem
from osteria.server.wire.words import ErrorKey

_SAID: dict[ErrorKey, tuple[int, str]] = {
    "request.malformed": (400, "This is not what was asked for."),
    "request.too-large": (413, "That is too large."),
    "transcript.wrong": (422, "This is no transcript of a game."),
    "deal.elsewhere": (409, "This game was begun elsewhere; the house did not deal it."),
    "request.too-many": (429, "Too many requests; wait a moment."),
    "request.unknown": (404, "There is nothing here."),
    "request.method": (405, "This cannot be done here."),
    "request.origin": (403, "A page of another site asked."),
    "link.missing": (401, "This needs the link of a seat."),
    "link.invalid": (403, "This is not a link of this table."),
    "link.rotated": (410, "This link was replaced by a newer one."),
    "link.used": (410, "Somebody has taken up this invitation."),
    "link.opened": (410, "After a long absence and a warning, those at this table opened the chair for somebody else."),
    "link.removed": (410, "This seat was taken away."),
    "table.unknown": (404, "There is no such table."),
    "code.unknown": (404, "No table with a free chair has this code."),
    "table.closed": (410, "Everybody left this table before the game began."),
    "table.started": (409, "The game has begun."),
    "table.waiting": (409, "The game has not begun."),
    "table.over": (409, "The game is over."),
    "table.running": (409, "Only when the game is over."),
    "table.full": (409, "No seat is open."),
    "table.empty-seats": (409, "A seat is still open."),
    "table.no-spectators": (403, "This table has no spectators."),
    "table.authentic": (403, "A running game with authentic memory has no past."),
    "table.busy": (503, "Too many came at once; try again."),
    "host.only": (403, "Only the host may do this."),
    "seat.unknown": (404, "There is no such seat."),
    "seat.taken": (409, "Somebody sits there."),
    "seat.not-a-person": (409, "No person sits there."),
    "kind.taken": (409, "Somebody has chosen this kind."),
    "bot.unknown": (400, "This house has no such bot."),
    "options.wrong": (400, "These options do not fit the game."),
    "name.wrong": (400, "A name has 1 to 24 visible characters."),
    "card.missing": (401, "This needs a card."),
    "card.unknown": (403, "This house does not know this card: it was deleted, or taken from this device."),
    "card.ticket": (410, "This link brings no card any more: it works once, for five minutes."),
    "card.last": (409, "No other device has this card; delete it instead."),
    "day.unknown": (404, "This house dealt nothing on that day."),
    "day.open": (409, "Only when the day is over: others still play this deal."),
    "day.tried": (
        409,
        "This card has had its try at today's deal, and the first one counts. Tomorrow there is another.",
    ),
    "phrase.unknown": (400, "This is not one of the phrases."),
    "push.wrong": (400, "This house does not call there: not a push service that it knows, or not its keys."),
    "seat.present": (409, "Whoever is here, or was here a moment ago, plays for themselves."),
    "seat.not-waited-for": (409, "The table does not wait for this person."),
    "chair.kept": (409, "Only at a listed table can a chair be opened for somebody else."),
    "undo.impossible": (409, "There is nothing that you could take back now."),
    "move.not-asked": (409, "Somebody else is asked."),
    "move.stale": (409, "This question was answered meanwhile."),
    "move.illegal": (422, "The rules do not allow this."),
    "move.malformed": (422, "This is not a move."),
    "move.too-far": (422, "These moves go past something nobody can know yet."),
    "house.stopping": (503, "The house is restarting; come back at once."),
    "house.trouble": (503, "Something went wrong in the house; try again."),
}


class Refusal(Exception):
    """Something was refused and changed nothing."""

    def __init__(
        self,
        key: ErrorKey,
        text: str = "",
        *,
        clause: str | None = None,
        at: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.status, sentence = _SAID[key]
        self.problem = Problem(key, text or sentence, clause, at, retry_after)
        super().__init__(self.problem.text)

"""Sitting down at a table in the terminal, and getting up from it."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.games import NAMES
from osteria.games import game as game_of
from osteria.play.match import Match
from osteria.play.new import new
from osteria.play.transcript import replay
from osteria.play.view import MEMORIES
from osteria.terminal import keeping
from osteria.terminal.drawing import standing
from osteria.terminal.opponents import Opponents, seated
from osteria.terminal.plain import drawing_of
from osteria.terminal.screen import Leave, Screen, this_terminal
from osteria.terminal.table import QUIT, Sitting

CALLED = os.environ.get("OSTERIA_CALLED", "osteria")
"""What was typed to come here: ./run says so."""
LEFT = f"You have left the table; `{CALLED} table --resume` goes on with the game."
LOST = "You have left the table; the game is not finished, and there is no place to keep it."
WAITS = (
    f"A game that you left is still there: `{CALLED} table --resume` goes on with it, leaving this one takes its place."
)
DONE, INTERRUPTED = 0, 130
LONGEST_PACE_S = 60


@dataclass(frozen=True)
class Wishes:
    """The table that a person wants.

    Attributes:
        game: its name; None: the person is asked.
        players: how many play, the person included.
        seat: where the person sits, from 0.
        own: the person's own kind; empty: as it comes.
        bots: names of bots with commas between them, clockwise from the person's left; one name serves for all.
        memory: "authentic" or "assisted".
        seed: of the deal and of the bots; None: from the operating system.
        faces: the faces of a die, with commas between them; None: the usual ones.
        pace: about how many seconds a bot's answer takes in a live terminal.
        transcript: where the finished game is written to.
        resume: whether the game that was left is gone on with; then only pace and transcript are looked at.
    """

    game: str | None
    players: int
    seat: int
    own: str
    bots: str
    memory: str
    seed: int | None
    faces: str | None
    pace: float
    transcript: Path | None
    resume: bool = False


def sit_down(wishes: Wishes) -> int:
    """Play a whole game in this terminal; returns the exit status. OsteriaError if there can be no such table."""
    _check(wishes)
    screen = this_terminal()
    table = _resumed() if wishes.resume else None
    try:
        table = table or _new_table(screen, wishes)
        match = _play(screen, table, wishes.pace)
    except Leave:
        screen.console.print(_goodbye(table))
        return DONE
    except KeyboardInterrupt:
        screen.console.print(f"\n{_goodbye(table)}")
        return INTERRUPTED
    keeping.forget()
    if wishes.transcript is not None:
        wishes.transcript.write_text(match.transcript, encoding="utf-8")
    return DONE


def _check(wishes: Wishes) -> None:
    """OsteriaError for what would go wrong only later."""
    if not 0 <= wishes.pace <= LONGEST_PACE_S:
        raise OsteriaError(f"--pace is a number of seconds from 0 to {LONGEST_PACE_S}.")
    if wishes.transcript is not None and (wishes.transcript.is_dir() or not wishes.transcript.parent.is_dir()):
        raise OsteriaError(f"{wishes.transcript} is no place for a transcript.")


@dataclass(frozen=True)
class Laid:
    """A table that somebody sits at, and what it takes to sit down at it again."""

    match: Match
    seat: int
    bots: str
    memory: str
    seed: int | bytes
    is_resumed: bool = False

    def keep(self) -> bool:
        """Put the game away as it is now; whether that could be done."""
        seed = self.seed.hex() if isinstance(self.seed, bytes) else self.seed
        return keeping.keep(keeping.Kept(self.seat, self.bots, self.memory, seed, self.match.transcript))


def _new_table(screen: Screen, wishes: Wishes) -> Laid:
    if screen.is_live and keeping.place().is_file():
        screen.console.print(WAITS)
    game = wishes.game or _choose_game(screen)
    seed = secrets.token_bytes(32) if wishes.seed is None else wishes.seed
    match = new(game, _players(game, wishes), seed=seed, options=_options(game, wishes.faces))
    return Laid(match, wishes.seat, wishes.bots, wishes.memory, seed)


def _resumed() -> Laid:
    """The table that was left, with everything as it was."""
    found = keeping.kept()
    if found is None:
        raise OsteriaError(f"no game was left here; `{CALLED} table GAME` begins one.")
    try:
        seed = bytes.fromhex(found.seed) if isinstance(found.seed, str) else int(found.seed)
        match = replay(found.transcript, seed=seed)
        if found.seat not in range(match.players) or found.memory not in MEMORIES:
            raise ValueError
    except (OsteriaError, ValueError, TypeError) as error:
        raise OsteriaError(f"the game in {keeping.place()} cannot be gone on with: {error}") from None
    return Laid(match, found.seat, found.bots, found.memory, seed, is_resumed=True)


def _goodbye(table: Laid | None) -> str:
    return LEFT if table is not None and table.keep() else LOST


def _play(screen: Screen, table: Laid, pace: float) -> Match:
    match, seat = table.match, table.seat
    others = [(seat + step) % match.players for step in range(1, match.players)]
    seed = table.seed if isinstance(table.seed, int) else None
    opponents = Opponents(seated(table.bots, others, seed), pace if screen.is_live else 0.0)
    with screen.opened():
        sitting = Sitting(match, seat, table.memory, opponents, screen, table.keep, is_resumed=table.is_resumed)
        sitting.play_through()
    view = match.view(seat)
    screen.console.print(*standing(view, drawing_of(match.game).voices(match.seats, match.seats[seat])), sep="\n")
    return match


def _players(game: str, wishes: Wishes) -> int | list[str]:
    """How many play, or (G-3) their own kinds, the person's as wished."""
    rules = game_of(game)
    rules.check_players(wishes.players)
    if wishes.seat not in range(wishes.players):
        raise OsteriaError(f"there is no seat {wishes.seat}; seats run from 0 to {wishes.players - 1}.")
    return (
        rules.choose_seats([wishes.own if seat == wishes.seat else "" for seat in range(wishes.players)])
        or wishes.players
    )


def _options(game: str, faces: str | None) -> Options:
    chosen = {} if faces is None else {"faces": tuple(face.strip() for face in faces.split(","))}
    return game_of(game).options(chosen)


def _choose_game(screen: Screen) -> str:
    """Ask which game is played, until one is named."""
    while True:
        for number, name in enumerate(NAMES, 1):
            screen.console.print(Text(f"{number:>3}  {game_of(name).title} ({name})"))
        word = screen.ask("Which game? ").lower()
        if word in QUIT:
            raise Leave
        found = [
            name for number, name in enumerate(NAMES, 1) if word == str(number) or (word and name.startswith(word))
        ]
        if len(found) == 1:
            return found[0]

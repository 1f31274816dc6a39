"""Sitting down at a table in the terminal, and getting up from it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from osteria.core.errors import OsteriaError
from osteria.core.game import Options
from osteria.games import NAMES
from osteria.games import game as game_of
from osteria.play.match import Match, new
from osteria.terminal.drawing import standing
from osteria.terminal.opponents import Opponents, seated
from osteria.terminal.plain import drawing_of
from osteria.terminal.screen import Leave, Screen, this_terminal
from osteria.terminal.table import QUIT, Sitting

LEFT = "You have left the table; the game is not finished."
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


def sit_down(wishes: Wishes) -> int:
    """Play a whole game in this terminal; returns the exit status. OsteriaError if there can be no such table."""
    _check(wishes)
    screen = this_terminal()
    try:
        match = _play(screen, wishes)
    except Leave:
        screen.console.print(LEFT)
        return DONE
    except KeyboardInterrupt:
        screen.console.print(f"\n{LEFT}")
        return INTERRUPTED
    if wishes.transcript is not None:
        wishes.transcript.write_text(match.transcript, encoding="utf-8")
    return DONE


def _check(wishes: Wishes) -> None:
    """OsteriaError for what would go wrong only later."""
    if not 0 <= wishes.pace <= LONGEST_PACE_S:
        raise OsteriaError(f"--pace is a number of seconds from 0 to {LONGEST_PACE_S}.")
    if wishes.transcript is not None and (wishes.transcript.is_dir() or not wishes.transcript.parent.is_dir()):
        raise OsteriaError(f"{wishes.transcript} is no place for a transcript.")


def _play(screen: Screen, wishes: Wishes) -> Match:
    game = wishes.game or _choose_game(screen)
    match = new(game, _players(game, wishes), seed=wishes.seed, options=_options(game, wishes.faces))
    others = [(wishes.seat + step) % match.players for step in range(1, match.players)]
    opponents = Opponents(seated(wishes.bots, others, wishes.seed), wishes.pace if screen.is_live else 0.0)
    with screen.opened():
        Sitting(match, wishes.seat, wishes.memory, opponents, screen).play_through()
    view = match.view(wishes.seat)
    screen.console.print(*standing(view, drawing_of(game).voices(match.seats, match.seats[wishes.seat])), sep="\n")
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

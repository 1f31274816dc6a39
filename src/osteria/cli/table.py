"""`osteria table`: a person against bots in the terminal."""

from typing import Literal

from osteria.cli.values import NewFile, Seed
from osteria.terminal.sitting import Wishes, sit_down


def table(
    game: str | None = None,
    *,
    players: int = 3,
    seat: int = 0,
    own: str = "",
    bots: str = "",
    memory: Literal["authentic", "assisted"] = "authentic",
    seed: Seed | None = None,
    faces: str | None = None,
    pace: float = 0.3,
    transcript: NewFile | None = None,
    resume: bool = False,
) -> int:
    """Play in the terminal, with bots, from the deal to the winner.

    Answer with a choice's number or its words; `?` shows the rule behind a question, `help` the rest, `quit` leaves. A game
    that is left is kept.

    Parameters
    ----------
    game
        The name of a game; left out, you are asked.
    players
        How many play, you included.
    seat
        Your seat, clockwise from 0.
    own
        Your own kind in the pizza games, such as salami; left out, the first kinds of the list are played.
    bots
        random, novice, regular (the usual one), maestro, expert, optimal or search: one for all the other seats, or one
        for each with commas between, clockwise from your left.
    memory
        authentic: you see what lies on the table now. assisted: what has passed is counted for you too.
    seed
        The same number gives the same deal.
    faces
        The six faces of the dice, where a game has such an option: 1,1,2,hook,double,water.
    pace
        About how many seconds a bot takes to answer.
    transcript
        A file for the transcript of the finished game.
    resume
        Go on with the game that you left.
    """
    return sit_down(Wishes(game, players, seat, own, bots, memory, seed, faces, pace, transcript, resume))

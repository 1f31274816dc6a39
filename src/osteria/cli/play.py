"""`osteria play`: the house on this machine, and a table in the browser."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def play(
    game: str | None = None,
    *,
    browser: Annotated[bool, Parameter(negative="--no-browser")] = True,
    port: int | None = None,
    data: Path | None = None,
    players: int = 3,
    bots: str = "",
) -> int:
    """Open the house on this machine and sit down in the browser.

    With a game: at a table with bots, dealt and ready. Without: at the door, to choose one. The address is printed; the
    part after the # is the secret of your seat.

    Parameters
    ----------
    game
        The name of a game.
    browser
        Open the browser.
    port
        Port to listen on; left out, 8000 or else a free one.
    data
        Folder for the database; left out, this user's data folder.
    players
        How many play, you included.
    bots
        The level of the bots; left out, the one that stands in for people.
    """
    from osteria.server.local import Sitting, play_here

    return play_here(
        port=port, data=data, sitting=Sitting(game, players, bots) if game else None, opens_browser=browser
    )

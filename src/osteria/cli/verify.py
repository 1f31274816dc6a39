"""`osteria verify`: was the deal of a finished game fair?"""


def verify(game: str, /, *, commitment: str | None = None, json: bool = False) -> int:
    """Check a finished game's deal against the commitment that was published before it.

    Deals everything again from the seed, without asking anybody, and plays the moves. What the house committed to, and what
    each seat added, is told too: compare it with what you saw before the game.

    Parameters
    ----------
    game
        A transcript from the house (FILE), or the address of the table (URL).
    commitment
        What the house committed to, as you noted it before the game, or of today's deal the day before; else the house is
        believed about that.
    json
        Print one object on one line.
    """
    from osteria.server.tables.fair import check, report

    return report(check(game, commitment), as_json=json)

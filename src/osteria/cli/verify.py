"""`osteria verify`: was the deal of a finished game fair?"""


def verify(game: str, /, *, json: bool = False) -> int:
    """Check a finished game's deal against the commitment that was published before it.

    Deals everything again from the seed, without asking anybody, and plays the moves.

    Parameters
    ----------
    game
        A transcript from the house (FILE), or the address of the table (URL).
    json
        Print one object on one line.
    """
    from osteria.server.tables.fair import check, report

    return report(check(game), as_json=json)

"""`osteria export`: finished games for whoever studies them."""

from pathlib import Path


def export(file: Path | None = None, /, *, database: str | None = None, data: str | None = None) -> int:
    """Write the finished games of a house as JSON lines: settings, transcript, result; no names, no links.

    Parameters
    ----------
    file
        The file to write; left out, standard output.
    database
        As for `osteria serve`.
    data
        As for `osteria serve`.
    """
    from osteria.server.config import Config
    from osteria.server.store.archive import write_games

    return write_games(Config.from_environment(database=database, data=data), file)

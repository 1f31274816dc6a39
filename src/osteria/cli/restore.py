"""`osteria restore`: a house from its backup."""

from pathlib import Path


def restore(file: Path, /, *, database: str | None = None, data: str | None = None) -> int:
    """Fill an empty database from a backup.

    Parameters
    ----------
    file
        A file that `osteria backup` wrote.
    database
        As for `osteria serve`; it must be empty.
    data
        As for `osteria serve`.
    """
    from osteria.server.config import Config
    from osteria.server.store.archive import read_backup

    return read_backup(Config.from_environment(database=database, data=data), file)

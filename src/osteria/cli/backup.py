"""`osteria backup`: everything the house keeps, as one file."""

from pathlib import Path


def backup(file: Path, /, *, database: str | None = None, data: str | None = None) -> int:
    """Write everything a house keeps to a file (JSON lines), also while it is open.

    The file restores to SQLite and to PostgreSQL alike. It holds secrets: keep it as you keep the database.

    Parameters
    ----------
    file
        The file to write.
    database
        As for `osteria serve`.
    data
        As for `osteria serve`.
    """
    from osteria.server.config import Config
    from osteria.server.store.archive import write_backup

    return write_backup(Config.from_environment(database=database, data=data), file)

"""Brings a database of an older version to this one."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from osteria.core.errors import OsteriaError


def settings(connection: Connection | None = None) -> Config:
    """Where the migrations are, and the connection they run on."""
    found = Config()
    found.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    found.attributes["connection"] = connection
    return found


def upgrade(connection: Connection, current: str | None, oldest_reader: str | None) -> None:
    """Runs what is missing. A database that a newer version wrote is left as it is, if that version says that this one can
    read it (two versions side by side while a house is upgraded), and else refused."""
    known = {script.revision for script in ScriptDirectory.from_config(settings()).walk_revisions()}
    if current is not None and current not in known:
        if oldest_reader in known:
            return
        raise OsteriaError(
            f"This database was written by a newer Osteria (revision {current}); install that version or a later one."
        )
    command.upgrade(settings(connection), "head")

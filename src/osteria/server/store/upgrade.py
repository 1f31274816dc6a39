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


def upgrade(connection: Connection, current: str | None) -> None:
    """Runs what is missing; refuses a database that a newer version wrote."""
    known = {script.revision for script in ScriptDirectory.from_config(settings()).walk_revisions()}
    if current is not None and current not in known:
        raise OsteriaError(
            f"This database was written by a newer Osteria (revision {current}); install that version or a later one."
        )
    command.upgrade(settings(connection), "head")

"""How a house is run: every setting with its default, from the environment (`OSTERIA_...`) and from flags."""

import os
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

from osteria.core.errors import OsteriaError


def data_folder() -> Path:
    """Where this user's data live: `$XDG_DATA_HOME/osteria`, else `~/.local/share/osteria`."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "osteria"


@dataclass(frozen=True)
class Config:
    """Settings of a house. Each is also an environment variable: `OSTERIA_` and its name in capitals."""

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = 8000
    """Port to listen on; 0 takes a free one."""
    data: str = ""
    """Folder for the database; empty: this user's data folder."""
    database: str = ""
    """`postgresql://user:password@host/name`, or `sqlite:///path`; empty: `house.sqlite3` in the data folder."""
    secret: str = ""
    """Signs the links; empty: made once and kept in the database."""
    origins: str = ""
    """Other origins whose pages may talk to this house, separated by commas."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose `X-Forwarded-For` and `-Proto` are believed, separated by commas."""
    workers: int = 1
    """Processes in which bots think."""
    bots: str = "random,novice,regular,expert,optimal"
    """Bots that may be seated, weakest first (those that this installation has)."""
    stand_in: str = "regular"
    """The bot that stands in for people."""
    think: float = 0.2
    """Seconds a bot may think about one decision."""
    playouts: int = 200
    """Games played on from each step of a finished game, to tell the chance to win; 0: that is not told."""
    pause_least: float = 0.8
    """Bots and stand-ins answer after a pause between this ..."""
    pause_most: float = 1.8
    """... and this many seconds, whatever their options are."""
    body_limit: int = 16_384
    """Bytes of a request's body, and of a WebSocket frame from a client."""
    rate: str = "30/second;600/minute"
    """Requests and WebSocket messages per address, in the words of the `limits` library; empty: no limit."""
    new_tables: str = "20/minute;200/hour"
    """Tables made per address; empty: no limit."""
    sockets: int = 64
    """Open WebSockets per address."""
    waits: int = 64
    """Requests of one address that wait for news at the same time."""
    outbox: int = 512
    """Messages that may wait for a slow reader before its line is closed."""
    ping: float = 5.0
    """Seconds between pings; a line that does not answer one is closed after as many again."""
    idle: float = 600.0
    """Seconds until a table that nobody looks at leaves the memory (never the database)."""
    stop: int = 5
    """Seconds a stopping house waits for its lines."""
    log_level: str = "info"
    """`debug`, `info`, `warning` or `error`."""

    @classmethod
    def from_environment(cls, **flags: Any) -> Self:
        """The settings of the environment; flags that are not None go before them."""
        found = {f.name: _read(f.name, f.type) for f in fields(cls) if f"OSTERIA_{f.name.upper()}" in os.environ}
        return replace(cls(**found), **{name: value for name, value in flags.items() if value is not None})

    @property
    def folder(self) -> Path:
        """The data folder in use."""
        return Path(self.data).expanduser() if self.data else data_folder()

    @property
    def allowed_origins(self) -> frozenset[str]:
        """Origins besides the house's own."""
        return frozenset(part.strip().rstrip("/") for part in self.origins.split(",") if part.strip())

    @property
    def levels(self) -> tuple[str, ...]:
        """Names of the bots that may be seated."""
        return tuple(part.strip() for part in self.bots.split(",") if part.strip())


def _read(name: str, kind: Any) -> Any:
    text = os.environ[f"OSTERIA_{name.upper()}"]
    try:
        return {"int": int, "float": float}.get(getattr(kind, "__name__", str(kind)), str)(text)
    except ValueError as error:
        raise OsteriaError(f"OSTERIA_{name.upper()} is not a number: {text!r}") from error

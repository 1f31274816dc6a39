"""The house on this machine, for whoever sits at it."""

import asyncio
import json
import socket
import sys
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from osteria.core.errors import OsteriaError
from osteria.games import game as game_of
from osteria.server.config import Config
from osteria.server.running import run

PORT = 8000


@dataclass(frozen=True)
class Sitting:
    """A table to sit down at, with bots."""

    game: str
    players: int
    level: str


def play_here(*, port: int | None, data: Path | None, sitting: Sitting | None, opens_browser: bool) -> int:
    """Serves on this machine only, and opens the browser at a table (or at the door)."""
    if sitting is not None:
        _check(sitting)
    config = Config.from_environment(
        host="127.0.0.1",
        port=_free_port() if port is None else port,
        data=str(data) if data else None,
        hosts="localhost,127.0.0.1,[::1]",
        metrics="",
        rate="",
        new_tables="",
        log_level="warning",
    )
    return run(config, _welcome(sitting, opens_browser=opens_browser))


def _check(sitting: Sitting) -> None:
    game_of(sitting.game).check_players(sitting.players)


def _free_port() -> int:
    """8000, or whatever is free where that is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", PORT))
        except OSError:
            return 0
    return PORT


def _welcome(sitting: Sitting | None, *, opens_browser: bool) -> Callable[[str], Awaitable[None]]:
    async def welcome(address: str) -> None:
        link = address + "/" if sitting is None else await asyncio.to_thread(_sit_down, address, sitting)
        print(link, flush=True)
        print("The house is open; Ctrl+C closes it. Games are kept, and go on where they were.", file=sys.stderr)
        if opens_browser:
            await asyncio.to_thread(webbrowser.open, link)

    return welcome


def _sit_down(address: str, sitting: Sitting) -> str:
    """A table with bots, asked for as any client does; the link of the own seat."""
    bot = {"kind": "bot", "level": sitting.level}
    seats = [{"kind": "me", "name": "You"}, *[bot] * (sitting.players - 1)]
    body = json.dumps({"game": sitting.game, "seats": seats, "start": True}).encode()
    request = urllib.request.Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            made = json.load(answer)
    except urllib.error.HTTPError as error:
        raise OsteriaError(json.load(error)["error"]["text"]) from None
    return f"{address}/t/{made['table']}#{made['keys']['0']}"

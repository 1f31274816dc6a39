"""Who somebody with a link is at a table, and whether they may look."""

import contextlib
from collections.abc import Iterable

from osteria.server.people.links import Link
from osteria.server.tables.table import Table
from osteria.server.wire.refusal import Refusal
from osteria.server.wire.words import Role

OF_THE_TABLE: frozenset[Role] = frozenset({"host", "seat"})
"""Who has a seat, or made the table."""
Viewer = tuple[Role, int | None]
"""A role, and the seat of whoever has one."""


def viewer_of(table: Table, link: Link | None) -> Viewer:
    """The role and seat of a link, or a refusal that says what became of it."""
    if link is None:
        return "stranger", None
    if link.role == "host":
        return "host", None
    seat = table.seats[link.seat]
    if link.generation < seat.generation:
        raise Refusal(seat.ended[link.generation])
    if link.role == "invite":
        return "invited", None
    return ("host" if table.host == link.seat else "seat"), link.seat


def seats_held(table: Table, links: Iterable[Link]) -> frozenset[int]:
    """The seats of all links that work now; others are passed over."""
    found = set[int]()
    for link in links:
        with contextlib.suppress(Refusal):
            _, seat = viewer_of(table, link)
            found |= {seat} if seat is not None else set()
    return frozenset(found)


def may_look(table: Table, role: Role) -> bool:
    """Whether somebody may see the game: strangers only where spectators are welcome, or before the start."""
    return role != "stranger" or table.settings.spectators or table.status == "waiting"


def admit(table: Table, link: Link | None) -> Viewer:
    """Who opens a line, or stays on one; a refusal for whoever may not look."""
    role, seat = viewer_of(table, link)
    if not may_look(table, role):
        raise Refusal("table.no-spectators")
    return role, seat

"""The tables of the database."""

from sqlalchemy import Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMES)

log = Table(
    "log",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),
    Column("who", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("client", String(80)),
    UniqueConstraint("table_id", "client"),
)
"""Every row of every table's log: all that counts."""

tables = Table(
    "tables",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("status", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("due", Float(53)),
    Index(None, "status", "changed"),
    Index(None, "due"),
)
"""An index of tables, made from the log: for the lobby, for exports, and for what is to be looked at when (`due`)."""

STATUSES = ("waiting", "playing", "over", "closed")
"""Every status of a table; with all of them named, the index is found by the time of the last change."""

seen = Table(
    "seen",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("sent", Integer, nullable=False),
    Column("acked", Integer, nullable=False),
    Column("again", Integer, nullable=False),
)
"""Which frames a seat was sent, acknowledged and was sent again: authentic memory is kept across restarts."""

acts = Table(
    "acts",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float(53), nullable=False),
    Column("who", String(80), nullable=False),
    Column("act", String(16), nullable=False),
    Column("subject", String(80), nullable=False),
    Column("seat", Integer),
    Column("until", Float(53)),
    Column("reason", Text, nullable=False),
)
"""What operators did: read by every open house, and kept as an audit."""

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("endpoint", String(1_000), primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("p256dh", String(88), nullable=False),
    Column("auth", String(24), nullable=False),
    Column("called", Integer, nullable=False),
    Column("at", Float(53), nullable=False),
    Index(None, "endpoint"),
)
"""Where a seat's person is called while the page is closed, by device; `called`: the last call that was sent there."""

names = Table(
    "names",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String(24), nullable=False),
)
"""Names of people by the row of the log that brought them: beside the log, so that they can be deleted."""

results = Table(
    "results",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String(60), nullable=False),
    Column("ended", Float(53), nullable=False),
    Column("level", String(60), nullable=False),
    Column("sitting", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("best", Integer, nullable=False),
)
"""How finished games ended, seat by seat: follows from the log, written with its last row."""

cards = Table(
    "cards",
    metadata,
    Column("card_id", String(16), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("made", Float(53), nullable=False),
    Column("settings", Text, nullable=False),
    Column("ticket", String(64), unique=True),
    Column("ticket_until", Float(53)),
)
"""Cards of people: a name and what they prefer; `ticket` (a hash) lets one more device have the card, once, for minutes."""

secrets = Table(
    "secrets",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("card_id", String(16), nullable=False, index=True),
    Column("made", Float(53), nullable=False),
)
"""The devices of a card: a hash of the secret that each of them keeps."""

card_seats = Table(
    "card_seats",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("sitting", Integer, primary_key=True, autoincrement=False),
    Column("card_id", String(16), nullable=False, index=True),
    Column("at", Float(53), nullable=False),
)
"""Seats that belong to a card; `sitting` counts the people who sat down there, one after the other."""

day_deals = Table(
    "day_deals",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("seed", String(64), nullable=False),
    Column("bot", String(60), nullable=False),
)
"""The deals of days: the seed is told to nobody before the day is over."""

day_tries = Table(
    "day_tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("card_id", String(16), primary_key=True),
    Column("table_id", String(12), nullable=False),
    Column("at", Float(53), nullable=False),
)
"""The table of every card's first try at a day's deal."""

house = Table(
    "house",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the house itself must remember: the secrets that sign links and pushes."""

OF_TABLES = (tables, log, seen, subscriptions, names, results, card_seats)
"""What is deleted with a table."""

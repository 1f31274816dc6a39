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
    Index(None, "status", "changed"),
)
"""An index of tables, made from the log: for the lobby and for exports."""

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

house = Table(
    "house",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the house itself must remember: the secrets that sign links and pushes."""

"""Cards of people, names beside the log, and how finished games ended.

Expands only: a house of the version before goes on with this database; people who sat down at a house of this version have
no names there meanwhile.
"""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables."""
    _create_beside_the_log()
    op.create_table(
        "cards",
        sa.Column("card_id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("made", sa.Float(53), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("ticket", sa.String(64)),
        sa.Column("ticket_until", sa.Float(53)),
        sa.PrimaryKeyConstraint("card_id", name="pk_cards"),
        sa.UniqueConstraint("ticket", name="uq_cards_ticket"),
    )
    op.create_table(
        "secrets",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("card_id", sa.String(16), nullable=False),
        sa.Column("made", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_secrets"),
    )
    op.create_index("ix_secrets_card_id", "secrets", ["card_id"])
    op.create_table(
        "card_seats",
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("sitting", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("card_id", sa.String(16), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "sitting", name="pk_card_seats"),
    )
    op.create_index("ix_card_seats_card_id", "card_seats", ["card_id"])


def _create_beside_the_log() -> None:
    op.create_table(
        "names",
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", "seat", name="pk_names"),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("ended", sa.Float(53), nullable=False),
        sa.Column("level", sa.String(60), nullable=False),
        sa.Column("sitting", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )


def downgrade() -> None:
    """Drops them."""
    for name in ("card_seats", "secrets", "cards", "results", "names"):
        op.drop_table(name)

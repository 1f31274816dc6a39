"""Where people are called while their page is closed: push subscriptions, by seat.

Expands only: a house of the version before goes on with this database while this one is put beside it.
"""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "subscriptions",
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("endpoint", sa.String(1_000), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("p256dh", sa.String(88), nullable=False),
        sa.Column("auth", sa.String(24), nullable=False),
        sa.Column("called", sa.Integer, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "endpoint", name="pk_subscriptions"),
    )
    op.create_index("ix_subscriptions_endpoint", "subscriptions", ["endpoint"])


def downgrade() -> None:
    """Drops it."""
    op.drop_table("subscriptions")

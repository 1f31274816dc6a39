"""The deals of days, and who tried them.

Expands only: a house of the version before goes on with this database.
"""

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "day_deals",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(60), nullable=False),
        sa.PrimaryKeyConstraint("day", "game", name="pk_day_deals"),
    )
    op.create_table(
        "day_tries",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("card_id", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("day", "game", "card_id", name="pk_day_tries"),
    )


def downgrade() -> None:
    """Drops them."""
    for name in ("day_tries", "day_deals"):
        op.drop_table(name)

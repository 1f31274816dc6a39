"""What operators did: acts that every open house reads, kept as an audit.

Expands only: a house of the version before goes on with this database while this one is put beside it.
"""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "acts",
        sa.Column("number", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(80), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("until", sa.Float(53)),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_acts"),
    )


def downgrade() -> None:
    """Drops it."""
    op.drop_table("acts")

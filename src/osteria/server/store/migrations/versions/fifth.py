"""When a table is to be looked at next, though nobody looks at it: tables of days.

Expands only: a house of the version before goes on with this database while this one is put beside it.
"""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column."""
    op.add_column("tables", sa.Column("due", sa.Float(53)))
    op.create_index("ix_tables_due", "tables", ["due"])


def downgrade() -> None:
    """Drops it."""
    op.drop_index("ix_tables_due", "tables")
    op.drop_column("tables", "due")

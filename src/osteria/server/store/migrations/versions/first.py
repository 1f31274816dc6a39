"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates them."""
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("who", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("client", sa.String(80)),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_log"),
        sa.UniqueConstraint("table_id", "client", name="uq_log_table_id_client"),
    )
    op.create_table(
        "tables",
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("changed", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_tables"),
    )
    op.create_index("ix_tables_status_changed", "tables", ["status", "changed"])
    op.create_table(
        "seen",
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("sent", sa.Integer, nullable=False),
        sa.Column("acked", sa.Integer, nullable=False),
        sa.Column("again", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seen"),
    )
    op.create_table(
        "house",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_house"),
    )


def downgrade() -> None:
    """Drops them."""
    for name in ("house", "seen", "tables", "log"):
        op.drop_table(name)

"""Record which commands Discord has, and under which ids."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the table; at the next start all commands are synced to Discord once more."""
    op.create_table(
        "commands",
        sa.Column("application", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("ids", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("commands")

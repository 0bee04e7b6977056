"""Record which servers the bot has left, until their data is deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "left_servers",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("left_servers")

"""Forget which pictures Discord has: their names there say it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Drop the table."""
    op.drop_table("card_emoji")


def downgrade() -> None:
    """Create it again, empty: the older program sends all pictures once more."""
    op.create_table(
        "card_emoji",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("emoji", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
    )

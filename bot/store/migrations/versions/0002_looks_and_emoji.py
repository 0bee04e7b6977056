"""Keep how each player wants to see cards, and which card emoji Discord has."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables of players' looks and of card emoji."""
    op.create_table(
        "looks",
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("colours", sa.Text, nullable=False),
        sa.Column("a_line", sa.Integer, nullable=False),
    )
    op.create_table(
        "card_emoji",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("emoji", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop both tables."""
    op.drop_table("card_emoji")
    op.drop_table("looks")

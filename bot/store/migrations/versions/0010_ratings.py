"""Rate players and puzzles."""

from __future__ import annotations

from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "1.0010"
down_revision = "1.0009"

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the table of players' ratings, and give each puzzle that of which nothing is known yet."""
    op.add_column("puzzles", sa.Column("rating", sa.Integer(), nullable=False, server_default="1500"))
    op.add_column("puzzles", sa.Column("deviation", sa.Float(), nullable=False, server_default="350"))
    op.add_column("puzzles", sa.Column("volatility", sa.Float(), nullable=False, server_default="0.06"))
    # If an older dump was restored over a newer database, it is there.
    op.drop_table("ratings", if_exists=True)
    op.create_table(
        "ratings",
        sa.Column("player", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("guild", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("rated_at", _MOMENT, nullable=False),
        sa.Column("known_until", _MOMENT, nullable=False),
    )
    op.create_index("ratings_of_a_server", "ratings", ["guild", "known_until", "player", "rating"])


def downgrade() -> NoReturn:
    """Refuse: the ratings would be lost."""
    raise NotImplementedError("The ratings would be lost.")

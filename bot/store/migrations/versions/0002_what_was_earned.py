"""Add the time at the board to games, and to results the moves that led to one whose game was reopened."""

from __future__ import annotations

from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "1.0002"
down_revision = "1.0001"

# All that can be told of games from before: no gap between two saves counted for more than two minutes.
_SECONDS = {
    "sqlite": "max(0, min(strftime('%s', updated_at) - strftime('%s', created_at), 120 * (version - 1)))",
    "postgresql": (
        "greatest(0, least(floor(extract(epoch FROM updated_at)) - floor(extract(epoch FROM created_at)), "
        "120 * (version - 1)))"
    ),
}


def upgrade() -> None:
    """Add the columns; games in play keep the time that their players can have spent on them."""
    op.add_column("games", sa.Column("seconds", sa.Integer, nullable=False, server_default="0"))
    op.add_column("results", sa.Column("line", sa.Text))
    seconds = _SECONDS[op.get_bind().dialect.name]
    op.execute(f"UPDATE games SET seconds = {seconds} WHERE status = 'playing'")  # noqa: S608  all constants


def downgrade() -> NoReturn:
    """Refuse: what was earned would be lost."""
    raise NotImplementedError("Results of games that were reopened would be lost.")

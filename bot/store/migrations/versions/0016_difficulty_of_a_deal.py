"""Keep which difficulty a deal was asked for with, so that its board can say it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.0016"
down_revision = "1.0015"


def upgrade() -> None:
    """Add the column: nobody knows of older games."""
    check = sa.CheckConstraint("stars BETWEEN 1 AND 5", name="games_stars")
    op.add_column("games", sa.Column("stars", sa.Integer(), check))


def downgrade() -> None:
    """Drop the column: boards no longer say what was asked for, and nothing else is lost."""
    op.drop_column("games", "stars")

"""Record when the first player of a race finished."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column; for running races that somebody has already finished, use the start."""
    op.add_column("races", sa.Column("first_end", sa.DateTime(timezone=True)))
    op.execute(
        "UPDATE races SET first_end = started_at WHERE over = false AND id IN "
        "(SELECT race FROM racers JOIN games ON games.id = game_id WHERE status = 'finished')"
    )


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("races", "first_end")

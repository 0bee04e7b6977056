"""Keep when the first player of a race had finished."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column; of races that are on and that somebody has finished, the start stands in."""
    op.add_column("races", sa.Column("first_end", sa.DateTime(timezone=True)))
    op.execute(
        "UPDATE races SET first_end = started_at WHERE over = false AND id IN "
        "(SELECT race FROM racers JOIN games ON games.id = game_id WHERE status = 'finished')"
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_column("races", "first_end")

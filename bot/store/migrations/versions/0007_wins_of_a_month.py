"""Find who has won which dailies without help in a server and a month, without reading all other results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.0007"
down_revision = "1.0006"

_UNAIDED_WIN = sa.text("kind = 'daily' AND outcome = 'won' AND assisted = 0")


def upgrade() -> None:
    """Add the index."""
    op.create_index(
        "wins_of_a_month",
        "results",
        ["guild", "day", "game", "player", "kind", "outcome", "assisted"],
        sqlite_where=_UNAIDED_WIN,
        postgresql_where=_UNAIDED_WIN,
    )


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("wins_of_a_month", "results")

"""Let statistics of a player be answered from indexes alone: each result was looked up in the table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

_OF_A_PLAYER = ["player", "game", "ended_at", "outcome", "assisted", "left", "lost_by"]
_DAILIES = ["player", "day"]


def upgrade() -> None:
    """Add to both indexes what was looked up: what kind of game it was, and how dailies ended."""
    _replace([*_OF_A_PLAYER, "kind"], [*_DAILIES, "game", "kind", "outcome"])


def downgrade() -> None:
    """Have the indexes of before, which hold less."""
    _replace(_OF_A_PLAYER, _DAILIES)


def _replace(of_a_player: list[str], dailies: list[str]) -> None:
    for name in ("results_of_a_player", "dailies_of_a_player"):
        op.drop_index(name, "results")
    op.create_index("results_of_a_player", "results", of_a_player)
    of_a_daily = sa.text("day IS NOT NULL")
    op.create_index(
        *("dailies_of_a_player", "results", dailies),
        sqlite_where=of_a_daily,
        postgresql_where=of_a_daily,
    )

"""Find which games were set aside, without reading all others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.0013"
down_revision = "1.0012"

_ASIDE = sa.text("set_aside IS NOT NULL")


def upgrade() -> None:
    """Add the index."""
    op.create_index("games_set_aside", "games", ["id"], sqlite_where=_ASIDE, postgresql_where=_ASIDE)


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("games_set_aside", "games")

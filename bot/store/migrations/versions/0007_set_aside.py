"""Record which games could not be read, and why."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column; no game has been set aside so far."""
    op.add_column("games", sa.Column("set_aside", sa.Text))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("games", "set_aside")

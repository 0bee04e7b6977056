"""Note which digests no longer tell what they would now, so that any process can mend them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.0006"
down_revision = "1.0005"


def upgrade() -> None:
    """Add the note; the digests that there are tell nothing that changes."""
    op.add_column("servers", sa.Column("stale", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(
        "servers_stale",
        "servers",
        ["guild"],
        sqlite_where=sa.text("stale = true"),
        postgresql_where=sa.text("stale = true"),
    )


def downgrade() -> None:
    """Drop the note: digests stay as they are."""
    op.drop_index("servers_stale", "servers")
    op.drop_column("servers", "stale")

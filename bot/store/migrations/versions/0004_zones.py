"""Let the digest of a server come at an hour of its own zone.

Processes of the version before, which know of no zone, take the hour for one of UTC until they have ended.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.0004"
down_revision = "1.0003"


def upgrade() -> None:
    """Give every server a zone; until its managers choose another, that is UTC, as before."""
    op.add_column("servers", sa.Column("zone", sa.Text(), nullable=False, server_default="UTC"))


def downgrade() -> None:
    """Drop the zones: hours are of UTC again."""
    op.drop_column("servers", "zone")

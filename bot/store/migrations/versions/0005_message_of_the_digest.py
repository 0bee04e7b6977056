"""Remember the message of a server's last digest, which counts who has saved what was lost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.0005"
down_revision = "1.0004"


def upgrade() -> None:
    """Add the message; it is unknown for digests that were posted before."""
    op.add_column("servers", sa.Column("message", sa.BigInteger()))


def downgrade() -> None:
    """Forget the messages: those digests stay as they are."""
    op.drop_column("servers", "message")

"""Keep for a day which deals had been seen by people whose data was deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "seen_deals",
        sa.Column("fingerprint", sa.Text, primary_key=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("seen_deals")

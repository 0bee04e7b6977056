"""Stop recording which card emoji Discord has: their names there say so."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Drop the table."""
    op.drop_table("card_emoji")


def downgrade() -> None:
    """Recreate the table, empty: the older version uploads all pictures once more."""
    op.create_table(
        "card_emoji",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("emoji", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
    )

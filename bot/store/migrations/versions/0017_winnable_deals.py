"""Let players ask for winnable deals only, once and for all."""

from __future__ import annotations

from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add to what a player has chosen which deals there should be: at first, any."""
    op.add_column("looks", sa.Column("deals", sa.Text, nullable=False, server_default="any"))


def downgrade() -> NoReturn:
    """Refuse: the wishes would be lost."""
    raise NotImplementedError("Go back to a copy of the database from before this migration.")

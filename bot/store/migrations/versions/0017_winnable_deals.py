"""Let players choose once and for all which deals they get, and who deals when nothing else can be done."""

from __future__ import annotations

from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add both to players' settings, with any deal and dealing by hand as defaults."""
    for name, usual in (("deals", "any"), ("dealing", "by hand")):
        op.add_column("looks", sa.Column(name, sa.Text, nullable=False, server_default=usual))


def downgrade() -> NoReturn:
    """Refuse: the wishes would be lost."""
    raise NotImplementedError("Go back to a copy of the database from before this migration.")

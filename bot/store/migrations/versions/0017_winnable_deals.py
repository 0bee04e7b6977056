"""Let players choose once and for all which deals they get, and who deals when nothing else can be done."""

from __future__ import annotations

from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add both to players' settings; the defaults are any deal, and dealing by hand."""
    for name, usual in (("deals", "any"), ("dealing", "by hand")):
        op.add_column("looks", sa.Column(name, sa.Text, nullable=False, server_default=usual))


def downgrade() -> NoReturn:
    """Refuse: players' choices would be lost."""
    raise NotImplementedError("Go back to a copy of the database from before this migration.")

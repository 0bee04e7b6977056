"""Keep what the message of each race shows, so that no end of a race is ever missed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the columns; of races that are over, the result is shown already."""
    for name in ("settled", "reposted"):
        op.add_column("races", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("races", sa.Column("shown", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE races SET settled = over")
    unsettled = sa.text("settled = false")
    op.create_index(
        *("races_unsettled", "races", ["guild"]), sqlite_where=unsettled, postgresql_where=unsettled
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_index("races_unsettled", "races")
    for name in ("shown", "reposted", "settled"):
        op.drop_column("races", name)

"""Record what the message of each race shows, so that the end of a race is never missed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the columns; races that are over count as already showing their result."""
    for name in ("settled", "reposted"):
        op.add_column("races", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("races", sa.Column("shown", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE races SET settled = over")
    unsettled = sa.text("settled = false")
    op.create_index(
        *("races_unsettled", "races", ["guild"]), sqlite_where=unsettled, postgresql_where=unsettled
    )


def downgrade() -> None:
    """Drop the columns."""
    op.drop_index("races_unsettled", "races")
    for name in ("shown", "reposted", "settled"):
        op.drop_column("races", name)

"""Record when each digest is due, until when it is taken, how often it was refused, and who set it up."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_MOMENT = sa.DateTime(timezone=True)
_SERVERS = sa.table(
    "servers",
    sa.column("guild", sa.BigInteger),
    sa.column("hour", sa.Integer),
    sa.column("last_digest", sa.Date),
    sa.column("due_at", _MOMENT),
)


def upgrade() -> None:
    """Add the columns; pending digests are due at today's chosen hour, those done today at tomorrow's."""
    op.add_column("servers", sa.Column("due_at", _MOMENT))
    op.add_column("servers", sa.Column("taken_until", _MOMENT))
    op.add_column("servers", sa.Column("refused", sa.Integer, nullable=False, server_default="0"))
    op.add_column("servers", sa.Column("manager", sa.BigInteger))
    now = datetime.now(UTC)
    for guild, hour, done in op.get_bind().execute(sa.select(*list(_SERVERS.c)[:3])).all():
        due = {"due_at": _next(hour, done, now)}
        op.execute(sa.update(_SERVERS).where(_SERVERS.c.guild == guild).values(due))
    with op.batch_alter_table("servers") as servers:
        servers.alter_column("due_at", existing_type=_MOMENT, nullable=False)
    op.create_index("servers_due", "servers", ["due_at"])


def _next(hour: int, done: date | None, now: datetime) -> datetime:
    today = datetime.combine(now.date(), time(hour), UTC)
    return today + timedelta(1) if done is not None and done >= today.date() else today


def downgrade() -> None:
    """Drop the columns."""
    op.drop_index("servers_due", "servers")
    for name in ("manager", "refused", "taken_until", "due_at"):
        op.drop_column("servers", name)

"""Keep which reminders come once, on the day after they were asked for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.errors import StoreError

revision = "1.0018"
down_revision = "1.0017"


def upgrade() -> None:
    """Add the column: all that there are come every day."""
    usual = sa.false()
    if op.get_context().dialect.name == "sqlite":
        check = sa.CheckConstraint("once IN (0, 1)", name="reminders_once")
        once = sa.Column("once", sa.Integer(), check, nullable=False, server_default=usual)
    else:
        once = sa.Column("once", sa.Boolean(), nullable=False, server_default=usual)
    op.add_column("reminders", once)


def downgrade() -> None:
    """Drop the column; refuse while any is to come once, which would come every day."""
    if op.get_bind().execute(sa.text("SELECT 1 FROM reminders WHERE once = true")).first():
        raise StoreError("Some reminders are to come once: within a day they have. Downgrade then.")
    op.drop_column("reminders", "once")

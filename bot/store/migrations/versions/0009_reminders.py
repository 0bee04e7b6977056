"""Remind of the daily whoever has asked for it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.0009"
down_revision = "1.0008"


def upgrade() -> None:
    """Add the table: nobody has asked yet."""
    # If an older dump was restored over a newer database, it is there.
    op.drop_table("reminders", if_exists=True)
    op.create_table(
        "reminders",
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("last_day", sa.Date()),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("taken_until", sa.DateTime(timezone=True)),
        sa.Column("chat", sa.BigInteger()),
        sa.Column("unanswered", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("last_game", sa.BigInteger()),
        sa.Column("stopped", sa.Text()),
        sa.PrimaryKeyConstraint("player"),
    )
    op.create_index("reminders_due", "reminders", ["due_at"])


def downgrade() -> None:
    """Refuse: nobody would be reminded any more."""
    raise NotImplementedError("What people have asked to be reminded of would be lost.")

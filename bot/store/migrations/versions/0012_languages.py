"""Keep the language that a player or a server has chosen, and in which a reminder was asked for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.0012"
down_revision = "1.0011"


def upgrade() -> None:
    """Add the columns and the table: nobody has chosen yet."""
    op.add_column("looks", sa.Column("language", sa.Text(), nullable=False, server_default=""))
    op.add_column("reminders", sa.Column("locale", sa.Text()))
    # If an older dump was restored over a newer database, it is there.
    op.drop_table("server_languages", if_exists=True)
    op.create_table(
        "server_languages",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild"),
    )


def downgrade() -> None:
    """Refuse: nobody would know any more who reads what."""
    raise NotImplementedError("The languages that people have chosen would be lost.")

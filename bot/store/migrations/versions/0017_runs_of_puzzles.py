"""Keep runs of puzzles, failed ones that are tried again, what each try came to, and how moves are tapped."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.0017"
down_revision = "1.0016"

_RUN = sa.text("run IS NOT NULL")


def upgrade() -> None:
    """Add the columns: of tries before them, nobody knows more than how they ended."""
    op.add_column("games", sa.Column("repeats", sa.BigInteger().with_variant(sa.Integer(), "sqlite")))
    op.add_column("tries", sa.Column("run", sa.BigInteger().with_variant(sa.Integer(), "sqlite")))
    op.add_column("tries", sa.Column("gain", sa.Integer()))
    check = sa.CheckConstraint("kept >= 0", name="tries_kept")
    op.add_column("tries", sa.Column("kept", sa.Integer(), check))
    op.create_index("tries_of_a_run", "tries", ["player", "run"], sqlite_where=_RUN, postgresql_where=_RUN)
    op.add_column("looks", sa.Column("taps", sa.Text(), nullable=False, server_default="at once"))


def downgrade() -> None:
    """Drop the columns: runs are then tries like others, and what was tried again is a puzzle of nobody's."""
    op.drop_column("looks", "taps")
    op.drop_index("tries_of_a_run", "tries")
    op.drop_column("tries", "kept")
    op.drop_column("tries", "gain")
    op.drop_column("tries", "run")
    op.drop_column("games", "repeats")

"""Keep puzzles with their proofs, and who has tried them."""

from __future__ import annotations

from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "1.0008"
down_revision = "1.0007"

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)
_OPEN = sa.text("outcome = 'open'")
_LOST_DAILY = sa.text("kind = 'daily' AND lost_by > 0")


def upgrade() -> None:
    """Create the tables, and the index by which puzzles are made of dailies."""
    op.create_index(
        "lost_dailies", "results", ["day"], sqlite_where=_LOST_DAILY, postgresql_where=_LOST_DAILY
    )
    # If an older dump was restored over a newer database, they are there, with tries at games that are not.
    op.drop_table("tries", if_exists=True)
    op.drop_table("puzzles", if_exists=True)
    op.create_table(
        "puzzles",
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("proof", sa.Text(), nullable=False),
        sa.Column("choices", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Date(), unique=True),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("made_at", _MOMENT, nullable=False),
    )
    op.create_index("puzzles_of_a_game", "puzzles", ["game", "player", "id"])
    op.create_index("puzzles_one_a_position", "puzzles", ["position", "player"], unique=True)
    op.create_table(
        "tries",
        sa.Column("player", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("puzzle", _KEY, sa.ForeignKey("puzzles.id"), primary_key=True),
        sa.Column("game_id", _KEY, nullable=False, unique=True),
        sa.Column("outcome", sa.Text(), nullable=False, server_default="open"),
        sa.Column("began_at", _MOMENT, nullable=False),
        sa.Column("ended_at", _MOMENT),
    )
    op.create_index("tries_open", "tries", ["player"], sqlite_where=_OPEN, postgresql_where=_OPEN)


def downgrade() -> NoReturn:
    """Refuse: who has solved what would be lost."""
    raise NotImplementedError("Puzzles and the tries at them would be lost.")

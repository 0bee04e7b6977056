"""Rank results with as much left by the rest of their score, such as the penalty of Accordion."""

from __future__ import annotations

from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

# Only a replay tells what would break the ties of an old result, so it ranks behind newer ones with as much
# left, and among old ones as before. Were it a small number, nobody could ever beat an old result that had
# just as many piles; and as the version before leaves this number out as well, a best result that it saves
# meanwhile would stay in the way of better ones. Games without tie-breaks have the same number throughout.
_NONE = "9999"
# A single pile leaves no penalty, so old wins stay among new ones.
_NO_PENALTY = """
    UPDATE {table} SET tiebreak = 0 WHERE "left" = 1 AND game IN (
        'accordion', 'till-dawn', 'idle-year', 'idle-year-slides', 'tarbart', 'tower-of-babel', 'goren',
        'parlett', 'compacted', 'relaxed-accordion', 'skidoo', 'accordions-revenge', 'late-binding'
    )
"""
_RANK = ["unwon", "assisted", "left", "tiebreak", "moves", "seconds", "player"]


def upgrade() -> None:
    """Add the number to both tables, and to what leaderboards are ordered by."""
    if op.get_bind().dialect.name == "postgresql":
        # Whatever locks rows of both tables has this lock first (see `take_part`): wait until none of that is
        # half done, or two would wait for each other for ever.
        op.execute("SELECT pg_advisory_xact_lock(0)")
    for table in ("results", "bests"):
        op.add_column(table, sa.Column("tiebreak", sa.Integer, nullable=False, server_default=_NONE))
        op.execute(_NO_PENALTY.format(table=table))
    op.drop_index("bests_in_order", "bests")
    op.create_index("bests_in_order", "bests", ["guild", "game", "period", "hidden", *_RANK])


def downgrade() -> NoReturn:
    """Refuse: what breaks ties would be lost."""
    raise NotImplementedError("Go back to a copy of the database from before this migration.")

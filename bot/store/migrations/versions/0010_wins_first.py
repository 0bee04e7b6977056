"""Rank wins above everything else, whatever help was used."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_RANK = ("unwon", "assisted", "left", "moves", "seconds")
_WHOSE = ("player", "guild", "game")
_RESULTS = sa.table(
    "results",
    *(sa.column(name) for name in (*_WHOSE, *_RANK, "kind", "outcome")),
    sa.column("ended_at", sa.DateTime(timezone=True)),
)
_EVER = datetime(1883, 1, 1, tzinfo=UTC)


def upgrade() -> None:
    """Recompute every player's best results, which may differ in the new order."""
    op.add_column("results", sa.Column("unwon", sa.Integer, nullable=False, server_default="1"))
    op.execute("UPDATE results SET unwon = 0 WHERE outcome = 'won'")
    op.drop_table("bests")
    op.create_table(
        "bests",
        *(
            sa.Column(name, sa.BigInteger, primary_key=True, autoincrement=False)
            for name in ("player", "guild")
        ),
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("game", "period")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in _RANK),
        sqlite_with_rowid=False,
    )
    now = datetime.now(UTC)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    for period, since in (
        (f"{now:%Y-%m-%d}", midnight),
        (f"{now:%Y-%m}", midnight.replace(day=1)),
        ("all", _EVER),
    ):
        _fill(period, since)
    op.create_index("bests_in_order", "bests", ["guild", "game", "period", *_RANK, "player"])


def downgrade() -> NoReturn:
    """Refuse: leaderboards would have to be recomputed in the old order."""
    raise NotImplementedError("Go back to a copy of the database from before this migration.")


def _fill(period: str, since: datetime) -> None:
    """Insert each player's best result since some moment."""
    columns = _RESULTS.c
    whose, rank = [columns[name] for name in _WHOSE], [columns[name] for name in _RANK]
    number = sa.func.row_number().over(partition_by=whose, order_by=rank).label("number")
    counts = (
        columns.guild.is_not(None),
        columns.kind.in_(["free", "daily", "race"]),
        columns.outcome != "resigned",
        columns.ended_at >= since,
    )
    found = sa.select(*whose, *rank, number).where(*counts).subquery()
    best = sa.select(*(found.c[name] for name in (*_WHOSE, *_RANK)), sa.literal(period, sa.Text))
    bests = sa.table("bests", *(sa.column(name) for name in (*_WHOSE, *_RANK, "period")))
    op.execute(bests.insert().from_select([*_WHOSE, *_RANK, "period"], best.where(found.c.number == 1)))

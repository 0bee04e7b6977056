"""Keep quick races, which message tells of the end of a race, and which servers want none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "1.0019"
down_revision = "1.0018"

_LONG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT: Mapping[str, tuple[Any, str]] = {
    "sqlite": (
        sa.Text(),
        "open_until >= '0001-01-01' "
        "AND datetime(substr(open_until, 1, 19), '+0 days') IS substr(open_until, 1, 19) "
        "AND (length(open_until) = 19 OR substr(open_until, 20) GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9]')",
    ),
    "postgresql": (
        sa.DateTime(timezone=True),
        "open_until >= '0001-01-01 00:00+00' AND open_until < '9999-12-31 00:00+00'",
    ),
}


def upgrade() -> None:
    """Add the columns and the table: no race was quick, and no end had a message of its own."""
    moment, is_moment = _MOMENT[op.get_bind().dialect.name]
    check = sa.CheckConstraint(is_moment, name="races_open_until")
    op.add_column("races", sa.Column("open_until", moment, check))
    op.add_column("races", sa.Column("end_post", _LONG))
    # If an older dump was restored over a newer database, it is there.
    op.drop_table("quiet_races", if_exists=True)
    op.create_table(
        "quiet_races",
        sa.Column("guild", _LONG, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild"),
        sqlite_strict=True,
    )


def downgrade() -> None:
    """Drop them, unless a server has chosen that it wants no posts; quick races are like others then."""
    if op.get_bind().execute(sa.text("SELECT guild FROM quiet_races")).first() is not None:
        raise NotImplementedError("What servers have chosen would be lost.")
    op.drop_table("quiet_races")
    op.drop_column("races", "end_post")
    op.drop_column("races", "open_until")

"""Keep the games of parlours, in which a server plays one deal together, and who made which move."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from bot.store.errors import StoreError

revision = "1.0020"
down_revision = "1.0019"

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_DAY = sa.Date().with_variant(sa.Text(), "sqlite")
_MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
_FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")
_CHECKS = {
    "parlours": {
        "revision": {"sqlite": "{0} >= 0", "postgresql": "{0} >= 0"},
        "started_at": {
            "sqlite": (
                "{0} >= '0001-01-01' AND datetime(substr({0}, 1, 19), '+0 days') IS substr({0}, 1, 19) "
                "AND (length({0}) = 19 OR substr({0}, 20) GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9]')"
            ),
            "postgresql": "{0} >= '0001-01-01 00:00+00' AND {0} < '9999-12-31 00:00+00'",
        },
        "over": {"sqlite": "{0} IN (0, 1)"},
    },
    "parlour_moves": {
        "number": {"sqlite": "{0} >= 0", "postgresql": "{0} >= 0"},
        "day": {
            "sqlite": "{0} >= '0001-01-01' AND date({0}, '+0 days') IS {0}",
            "postgresql": "{0} BETWEEN '0001-01-01' AND '9999-12-31'",
        },
    },
}


def upgrade() -> None:
    """Create the tables."""
    # If an older dump was restored over a newer database, they are there.
    op.drop_table("parlour_moves", if_exists=True)
    op.drop_table("parlours", if_exists=True)
    op.create_table(
        "parlours",
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("guild", _KEY, nullable=False),
        sa.Column("channel", _KEY, nullable=False),
        sa.Column("message", _KEY),
        sa.Column("starter", _KEY, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("started_at", _MOMENT, nullable=False),
        sa.Column("over", _FLAG, nullable=False),
        *_checks("parlours"),
        sqlite_strict=True,
    )
    running = sa.text("over = false")
    op.create_index(
        *("parlours_one_a_server", "parlours", ["guild"]),
        unique=True,
        sqlite_where=running,
        postgresql_where=running,
    )
    op.create_table(
        "parlour_moves",
        sa.Column("parlour", _KEY, sa.ForeignKey("parlours.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("player", _KEY),
        sa.Column("day", _DAY, nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        *_checks("parlour_moves"),
        sqlite_strict=True,
    )
    one_a_day = ["player", "parlour", "day"]
    op.create_index("parlour_moves_one_a_day", "parlour_moves", one_a_day, unique=True)


def downgrade() -> None:
    """Drop the tables; raise StoreError if there is a game, which would be lost."""
    if op.get_bind().execute(sa.text("SELECT id FROM parlours LIMIT 1")).first() is not None:
        raise StoreError("The games of parlours would be lost.")
    op.drop_table("parlour_moves")
    op.drop_table("parlours")


def _checks(table: str) -> Iterator[sa.CheckConstraint]:
    """Yield what the columns of a table refuse."""
    dialect = op.get_bind().dialect.name
    for column, conditions in _CHECKS[table].items():
        if dialect in conditions:
            yield sa.CheckConstraint(conditions[dialect].format(column), name=f"{table}_{column}")

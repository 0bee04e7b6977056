"""Keep queries fast with a million finished games, and allow one race at a time in a channel."""

from __future__ import annotations

from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_RANK = ["assisted", "left", "moves", "seconds"]
_BESTS = ", ".join(f'"{name}"' for name in ("player", "guild", "game", "period", *_RANK))


def upgrade() -> None:
    """Change the tables without losing any rows; of two races in one channel, the later one goes on."""
    _index_all_that_statistics_ask()
    _find_bests_by_player()
    op.drop_column("racers", "left_race")
    op.execute(
        "UPDATE races SET over = true WHERE over = false "
        "AND id NOT IN (SELECT max(id) FROM races WHERE over = false GROUP BY channel)"
    )
    running = sa.text("over = false")
    op.create_index(
        *("races_one_a_channel", "races", ["channel"]),
        unique=True,
        sqlite_where=running,
        postgresql_where=running,
    )


def downgrade() -> NoReturn:
    """Refuse: leaderboard rows no longer refer to their results."""
    raise NotImplementedError("Go back to a copy of the database from before this migration.")


def _index_all_that_statistics_ask() -> None:
    for name in ("results_of_a_player", "results_of_a_server"):
        op.drop_index(name, "results")
    op.create_index(
        "results_of_a_player",
        "results",
        ["player", "game", "ended_at", "outcome", "assisted", "left", "lost_by"],
    )
    op.create_index("results_of_a_server", "results", ["guild", "game", "left", "outcome"])
    of_a_daily = sa.text("day IS NOT NULL")
    op.create_index(
        *("dailies_of_a_player", "results", ["player", "day"]),
        sqlite_where=of_a_daily,
        postgresql_where=of_a_daily,
    )


def _find_bests_by_player() -> None:
    """Rebuild the table with a key that begins with the player."""
    op.drop_index("bests_in_order", "bests")
    op.rename_table("bests", "old_bests")
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
    op.execute(f"INSERT INTO bests ({_BESTS}) SELECT {_BESTS} FROM old_bests")  # noqa: S608  our own names
    op.drop_table("old_bests")
    op.create_index("bests_in_order", "bests", ["guild", "game", "period", *_RANK, "player"])

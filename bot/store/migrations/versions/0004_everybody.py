"""Keep what is shared: dailies, servers' settings, hidden players, races."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables, and allow each player one counted attempt at a daily."""
    op.create_table(
        "dailies",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("family", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("stars", sa.Integer),
        sa.Column("chance", sa.Float),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("last_digest", sa.Date),
    )
    op.create_table(
        "hidden_players",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "races",
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("starter", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_index("races_going_on", "races", ["over", "ends_at"])
    op.create_table(
        "racers",
        sa.Column("race", _KEY, sa.ForeignKey("races.id"), primary_key=True),
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", _KEY, sa.ForeignKey("games.id"), nullable=False, unique=True),
        sa.Column("left_race", sa.Boolean, nullable=False),
    )
    counted = sa.text("kind = 'daily'")
    op.create_index(
        *("games_one_daily", "games", ["owner", "day", "game"]),
        unique=True,
        sqlite_where=counted,
        postgresql_where=counted,
    )
    op.create_index("results_of_a_day", "results", ["guild", "day", "game"])


def downgrade() -> None:
    """Drop the tables and indexes."""
    op.drop_index("results_of_a_day", "results")
    op.drop_index("games_one_daily", "games")
    for name in ("racers", "races", "hidden_players", "servers", "secrets", "dailies"):
        op.drop_table(name)

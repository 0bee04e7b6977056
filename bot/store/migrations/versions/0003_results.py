"""Keep results: how games ended, with what help, and each player's best ones in a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create both tables; games that ended before have no result."""
    for name in ("undos", "hints", "checks"):
        op.add_column("games", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("kind", sa.Text, nullable=False, server_default="chosen"))
    op.add_column("games", sa.Column("day", sa.Date))
    op.create_index("games_of_a_seat", "games", ["owner", "channel", "id"])
    op.create_table(
        "results",
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("game_id", _KEY, sa.ForeignKey("games.id"), nullable=False, unique=True),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("day", sa.Date),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("assisted", sa.Integer, nullable=False),
        sa.Column("left", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("lost_by", sa.Integer),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("results_of_a_player", "results", ["player", "game", "ended_at"])
    op.create_index("results_of_a_server", "results", ["guild", "game", "left"])
    op.create_table(
        "bests",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("assisted", sa.Integer, nullable=False),
        sa.Column("left", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("result", _KEY, sa.ForeignKey("results.id"), nullable=False),
    )
    op.create_index(
        "bests_in_order",
        "bests",
        ["guild", "game", "period", "assisted", "left", "moves", "seconds", "player"],
    )


def downgrade() -> None:
    """Drop both tables."""
    op.drop_table("bests")
    op.drop_table("results")
    op.drop_index("games_of_a_seat", "games")
    for name in ("day", "kind", "checks", "hints", "undos"):
        op.drop_column("games", name)

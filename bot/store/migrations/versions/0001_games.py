"""Keep games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the table of games."""
    playing = sa.text("status = 'playing'")
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("undone", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status IN ('playing', 'finished', 'resigned')", name="games_status"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "games_one_playing",
        "games",
        ["owner", "channel"],
        unique=True,
        sqlite_where=playing,
        postgresql_where=playing,
    )


def downgrade() -> None:
    """Drop the table of games."""
    op.drop_table("games")

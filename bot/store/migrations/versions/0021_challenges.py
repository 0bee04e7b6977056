"""Keep who was dealt the same by a post of how a game went."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.0021"
down_revision = "1.0020"

_LONG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the table: nobody has answered a post yet."""
    # If an older dump was restored over a newer database, it is there.
    op.drop_table("challenges", if_exists=True)
    op.create_table(
        "challenges",
        *(
            sa.Column(name, _LONG, autoincrement=False, nullable=False)
            for name in ("message", "player", "game_id", "shared", "guild")
        ),
        sa.PrimaryKeyConstraint("message", "game_id"),
        sqlite_strict=True,
    )
    op.create_index("challenges_of_a_player", "challenges", ["player"])
    op.create_index("challenges_of_a_game", "challenges", ["game_id"])


def downgrade() -> None:
    """Drop the table: posts no longer say who has answered them."""
    op.drop_table("challenges")

"""Index the games that a player has had of each deal."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the index; help given in earlier games counts as well."""
    op.create_index("games_of_a_deal", "games", ["owner", "seed", "game"])


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("games_of_a_deal", "games")

"""Keep how games ended, and find the games of a player in a channel without reading all of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column, empty for games that have ended before, and the index."""
    op.add_column("games", sa.Column("outcome", sa.Text))
    op.create_index("games_of_a_seat", "games", ["owner", "channel", "id"])


def downgrade() -> None:
    """Drop both."""
    op.drop_index("games_of_a_seat", "games")
    op.drop_column("games", "outcome")

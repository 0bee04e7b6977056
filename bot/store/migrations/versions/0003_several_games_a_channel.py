"""Let a player have several games in play in a channel.

Processes of the version before, which still play while the first new one migrates, expect one game there, and
refuse what is pressed where a player has two by then. No such version has been released: otherwise the index
would have to wait for the release after the one in which nothing relies on it any more.
"""

from __future__ import annotations

from typing import NoReturn

from alembic import op

revision = "1.0003"
down_revision = "1.0002"


def upgrade() -> None:
    """Drop the index that allows one; those on games in play and on dailies that count stay."""
    op.drop_index("games_one_playing", "games")


def downgrade() -> NoReturn:
    """Refuse: of several games in a channel, all but one would be lost."""
    raise NotImplementedError("Of several games in a channel, all but one would be lost.")

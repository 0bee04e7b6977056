"""Let dailies that count be played beside any other game in a channel."""

from __future__ import annotations

from typing import NoReturn

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Exclude those dailies from the index that limits a player to one game per channel."""
    playing, seated = sa.text("status = 'playing'"), sa.text("status = 'playing' AND kind <> 'daily'")
    place = ["owner", "channel"]
    op.drop_index("games_one_playing", "games")
    op.create_index(
        "games_one_playing", "games", place, unique=True, sqlite_where=seated, postgresql_where=seated
    )
    op.create_index("games_in_play", "games", place, sqlite_where=playing, postgresql_where=playing)


def downgrade() -> NoReturn:
    """Refuse: a game in play beside a daily would violate the old index."""
    raise NotImplementedError("Go back to a copy of the database from before this migration.")

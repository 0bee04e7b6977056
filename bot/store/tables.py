"""The tables as they are now; `migrations` says how they came to be."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    text,
)

if TYPE_CHECKING:
    from sqlalchemy import Dialect

PLAYING = text("status = 'playing'")

# SQLite counts only INTEGER keys up by itself.
_Key = BigInteger().with_variant(Integer, "sqlite")


class Moment(TypeDecorator[datetime]):
    """A moment in UTC; SQLite keeps no time zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn a moment of any time zone into UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment with its time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", _Key, primary_key=True),
    Column("owner", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("guild", BigInteger),
    Column("game", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("seed", Text, nullable=False),
    Column("moves", Text, nullable=False),
    Column("undone", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("outcome", Text),
    Column("public", Boolean, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    CheckConstraint("status IN ('playing', 'finished', 'resigned')", name="games_status"),
    Index(
        "games_one_playing", "owner", "channel", unique=True, sqlite_where=PLAYING, postgresql_where=PLAYING
    ),
    Index("games_of_a_seat", "owner", "channel", "id"),
    # Buttons of old messages carry ids: an id must never come to mean another game.
    sqlite_autoincrement=True,
)
"""Every game that was dealt; a player plays one at a time in a channel."""

looks = Table(
    "looks",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("cards", Text, nullable=False),
    Column("colours", Text, nullable=False),
    Column("a_line", Integer, nullable=False),
)
"""How a player wants to see cards; who has no row sees them as they come."""

card_emoji = Table(
    "card_emoji",
    metadata,
    Column("name", Text, primary_key=True),
    Column("emoji", BigInteger, nullable=False),
    Column("digest", Text, nullable=False),
)
"""The pictures that Discord has of ours: the emoji's id, and the SHA-256 of the picture that was sent."""

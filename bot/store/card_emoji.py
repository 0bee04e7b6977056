"""The queries on the pictures that Discord has of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, delete, insert, select

from bot.store.tables import card_emoji

if TYPE_CHECKING:
    from bot.store.database import Database


class SentEmoji(NamedTuple):
    """A picture that was sent: under which name, which emoji it became, and its SHA-256."""

    name: str
    emoji: int
    digest: str


_DELETE = delete(card_emoji).where(card_emoji.c.name == bindparam("key"))


class SentEmojis:
    """The table of card emoji."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> dict[str, SentEmoji]:
        """Return every picture that was sent, by name."""
        async with self._database.statement() as connection:
            rows = await connection.execute(select(card_emoji))
        return {row.name: SentEmoji(row.name, row.emoji, row.digest) for row in rows}

    async def put(self, sent: SentEmoji) -> None:
        """Remember a picture that was sent, in place of an older one of its name."""
        async with self._database.transaction() as connection:
            await connection.execute(_DELETE, {"key": sent.name})
            await connection.execute(insert(card_emoji), sent._asdict())

"""The queries on secrets, which the bot makes up once and never tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from bot.store.tables import secrets

if TYPE_CHECKING:
    from bot.store.connections.database import Database

_VALUE = select(secrets.c.value).where(secrets.c.name == bindparam("key"))


class Secrets:
    """The table of secrets."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        """Return a secret, or None if none has been saved."""
        return (await self._database.execute(_VALUE, {"key": name})).scalar_one_or_none()

    async def keep(self, name: str, value: str) -> str:
        """Save a secret, and return the one in force: one that another process saved before stays."""
        try:
            await self._database.execute(insert(secrets), {"name": name, "value": value})
        except IntegrityError:
            kept = await self.get(name)
            if kept is None:
                raise
            return kept
        return value

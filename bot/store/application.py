"""What the bot keeps for itself: the commands that Discord knows, and secrets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from bot.store.database import Database, take_turns
from bot.store.tables import commands, secrets


class Registered(NamedTuple):
    """The commands last synced with Discord."""

    digest: str
    """The SHA-256 of all commands."""
    ids: Mapping[str, int]
    """Discord's id of each command by its name."""


_THIS = commands.c.application == bindparam("key")
_ONE = select(commands.c.digest, commands.c.ids).where(_THIS)


class Commands:
    """The table of commands."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, application: int) -> Registered | None:
        """Return what was last synced of an application's commands, or None if nothing was."""
        row = (await self._database.execute(_ONE, {"key": application})).one_or_none()
        return None if row is None else Registered(row.digest, json.loads(row.ids))

    async def put(self, application: int, registered: Registered) -> None:
        """Save what has been synced, replacing what was synced before."""
        row = {"application": application, "digest": registered.digest, "ids": json.dumps(registered.ids)}
        async with self._database.transaction() as connection:
            await take_turns(connection, application)
            await connection.execute(delete(commands).where(_THIS), {"key": application})
            await connection.execute(insert(commands), row)


_VALUE = select(secrets.c.value).where(secrets.c.name == bindparam("key"))


class Secrets:
    """The table of secrets."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        """Return a secret, or None if none has been saved."""
        value: str | None = (await self._database.execute(_VALUE, {"key": name})).scalar_one_or_none()
        return value

    async def save(self, name: str, value: str) -> str:
        """Save a secret, and return the one in force: one that another process saved before stays."""
        try:
            await self._database.execute(insert(secrets), {"name": name, "value": value})
        except IntegrityError:
            kept = await self.get(name)
            if kept is None:
                raise
            return kept
        return value

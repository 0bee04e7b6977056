"""The queries on the commands that Discord knows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, delete, insert, select

from bot.store.connections.database import take_turns
from bot.store.tables import commands

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.store.connections.database import Database


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
        """Return what was last synced of an application's commands, or None."""
        row = (await self._database.execute(_ONE, {"key": application})).one_or_none()
        return None if row is None else Registered(row.digest, json.loads(row.ids))

    async def put(self, application: int, registered: Registered) -> None:
        """Save what has been synced, replacing what was synced before."""
        row = {"application": application, "digest": registered.digest, "ids": json.dumps(registered.ids)}
        async with self._database.transaction() as connection:
            await take_turns(connection, application)
            await connection.execute(delete(commands).where(_THIS), {"key": application})
            await connection.execute(insert(commands), row)

"""Emptying leaderboards: of some players at a time, so that others can play on in between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, null, select, update

from bot.store.connections.database import MANY, take_turns
from bot.store.tables import bests, results

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

_SOME = 20
"""Results whose players come next: with them, each player's other results leave as well."""
_LAST = select(results.c.id).order_by(results.c.id.desc()).limit(1)


async def last_result(connection: AsyncConnection) -> int:
    """Return the id of the newest result, or 0 if there is none."""
    return (await connection.execute(_LAST)).scalar_one_or_none() or 0


async def reset_some(connection: AsyncConnection, guild: int, game: str | None, last: int) -> int:
    """Within a transaction, take some players off the leaderboards of a server, or of one game there.

    Return how many results left them; 0 once nobody has any that is as old as the one whose id is `last`. A
    player leaves with all results at once, as the best of those that stay would take the place of one
    that is undone.
    """
    await take_turns(connection, MANY)
    there, best = [results.c.guild == guild], [bests.c.guild == guild]
    # The sum keeps both databases from looking through the index of a whole server.
    theirs = [results.c.guild + 0 == guild]
    if game is not None:
        for conditions, table in ((there, results), (best, bests), (theirs, results)):
            conditions.append(table.c.game == game)
    some = select(results.c.player).where(*there, results.c.id <= last).limit(_SOME)
    players = set((await connection.execute(some)).scalars())
    if not players:
        return 0
    await connection.execute(delete(bests).where(*best, bests.c.player.in_(players)))
    leave = update(results).where(*theirs, results.c.player.in_(players))
    return (await connection.execute(leave.values(guild=null()))).rowcount

"""Very many servers to measure on, in each of which somebody finished a daily yesterday."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import insert

from bot.bench.filled.full_store import MOVES, NOW, YESTERDAY, dailies_of_yesterday
from bot.store import open_store
from bot.store.connections.database import Database
from bot.store.tables import dailies, games, results, servers
from small_discord.world.places import Channel, Guild

if TYPE_CHECKING:
    from small_discord import World

__all__ = ["NOW", "fill"]
_APART = 1 << 22
"""A server's shard follows from the time in its id: a millisecond apart, two shards take turns."""


async def fill(url: str, world: World, count: int) -> None:
    """Create this many servers in a world, and a database that knows them; all want their digest at noon."""
    await (await open_store(url)).close()
    guilds = [_found(world, number) for number in range(1, count + 1)]
    rows = [(number, int(guild.id), int(guild.channels[0].id)) for number, guild in enumerate(guilds, 1)]
    database = Database(url)
    async with database.transaction() as connection:
        await connection.execute(insert(dailies), [daily._asdict() for daily in dailies_of_yesterday()])
        await connection.execute(insert(games), [_game(*row) for row in rows])
        await connection.execute(insert(results), [_result(*row) for row in rows])
        due = {"hour": NOW.hour, "due_at": NOW}
        await connection.execute(
            insert(servers), [{"guild": guild, "channel": channel, **due} for _, guild, channel in rows]
        )
    await database.close()


def _found(world: World, number: int) -> Guild:
    """Create a server with one channel."""
    ada, *_ = world.people()
    guild_id = str((1 << 60) + number * _APART)
    channel = Channel(str(int(guild_id) + 1), "patience", guild_id)
    guild = Guild(guild_id, f"Server {number}", ada.id, (channel,), (ada.id, world.app.bot.id))
    world.guilds[guild.id] = guild
    world.channels[channel.id] = channel
    return guild


def _game(number: int, guild: int, channel: int) -> dict[str, object]:
    ended = NOW - timedelta(days=1)
    return {
        "id": number,
        "owner": number,
        "channel": channel,
        "guild": guild,
        "game": "accordion",
        "revision": 1,
        "seed": "seed",
        "moves": MOVES,
        "undone": "",
        "version": 40,
        "status": "finished",
        "kind": "daily",
        "day": YESTERDAY,
        "public": False,
        "created_at": ended,
        "updated_at": ended,
    }


def _result(number: int, guild: int, _channel: int) -> dict[str, object]:
    return {
        "game_id": number,
        "player": number,
        "guild": guild,
        "game": "accordion",
        "kind": "daily",
        "day": YESTERDAY,
        "outcome": "stuck",
        "assisted": 0,
        "left": 5,
        "moves": 40,
        "seconds": 90,
        "ended_at": NOW - timedelta(days=1),
    }

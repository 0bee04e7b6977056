"""Rows that cleaning has to tell apart, and what should be left of them: a reading of its own."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sqlalchemy import insert, select

from bot.store import NOBODY
from bot.store.tables import metadata

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.database import Database

Rows: TypeAlias = dict[str, set[tuple[Any, ...]]]

_COMPARED = {
    "games": ("id", "owner", "guild"),
    "results": ("game_id", "player", "guild"),
    "bests": ("player", "guild"),
    "races": ("id", "guild", "starter"),
    "racers": ("game_id", "player", "race"),
    "hidden_players": ("player", "guild"),
    "servers": ("guild", "manager"),
    "quiet_races": ("guild",),
    "left_servers": ("guild",),
    "seen_deals": ("fingerprint",),
}
_PLAYERS = (1, 2, 3)


class Leftovers(NamedTuple):
    """Servers by what became of the bot there, and players who want everything about them deleted."""

    long_gone: list[int]
    left_lately: list[int]
    left_unseen: list[int]
    """The bot was removed while it was offline, and has yet to find out."""
    here: list[int]
    deleting: list[int]

    async def put(self, database: Database, now: datetime) -> None:
        """Fill every table that cleaning deletes from."""
        async with database.transaction() as connection:
            guilds = [*self.long_gone, *self.left_lately, *self.left_unseen, *self.here]
            for number, guild in enumerate(guilds, start=1):
                # Where people still play, nothing is deleted.
                played = now - timedelta(days=9) if guild in self.long_gone else now
                await _use(connection, guild, [*_PLAYERS, *self.deleting], 10 * number, played)
            for left, days in ((self.long_gone, 8), (self.left_lately, 6)):
                at = now - timedelta(days=days)
                await _put(connection, "left_servers", *({"guild": guild, "left_at": at} for guild in left))
            for name, hours in (("old", -1), ("new", 20)):
                until = now + timedelta(hours=hours)
                await _put(connection, "seen_deals", {"fingerprint": name, "until": until})

    def cleaned(self, rows: Rows) -> Rows:
        """Return what should be left of some rows, and of them alone."""
        gone, left = set(self.long_gone), {*self.long_gone, *self.left_unseen}
        theirs = set(self.deleting)
        races = {race: guild for race, guild, _ in rows["races"]}
        return {
            "games": {row for row in rows["games"] if row[1] not in theirs},
            "results": {
                (game, player, None if guild in gone else guild)
                for game, player, guild in rows["results"]
                if player not in theirs
            },
            **{
                name: {row for row in rows[name] if row[0] not in theirs and row[1] not in gone}
                for name in ("bests", "hidden_players")
            },
            "races": {
                (race, guild, NOBODY if starter in theirs else starter)
                for race, guild, starter in rows["races"]
                if guild not in gone
            },
            "racers": {row for row in rows["racers"] if row[1] not in theirs and races[row[2]] not in gone},
            "servers": {
                (guild, None if manager in theirs else manager)
                for guild, manager in rows["servers"]
                if guild not in left
            },
            "quiet_races": {row for row in rows["quiet_races"] if row[0] not in left},
            "left_servers": {(guild,) for guild in (*self.left_lately, *self.left_unseen)},
            "seen_deals": {("new",)},
        }


async def read_rows(database: Database) -> Rows:
    """Return the columns by which all these rows are compared."""
    found: Rows = {}
    async with database.statement() as connection:
        for name, columns in _COMPARED.items():
            query = select(*(metadata.tables[name].c[column] for column in columns))
            found[name] = {tuple(row) for row in await connection.execute(query)}
    return found


async def _use(
    connection: AsyncConnection, guild: int, players: list[int], first: int, now: datetime
) -> None:
    """Have a game, a result, a place and a part in a race for each player, from the first id on."""
    last, moments = players[-1], {"created_at": now, "updated_at": now}
    dealt = {"channel": guild, "guild": guild, "game": "accordion", "seed": "x"}
    blank = {"revision": 1, "moves": "2<", "undone": "", "version": 2, "status": "finished", "public": False}
    score = {"assisted": 0, "left": 9, "moves": 1, "seconds": 1, "unwon": 1}
    place = {"guild": guild, "game": "accordion"}
    race = {"id": first, "message": 1, "starter": last, "started_at": now, "ends_at": now}
    numbered = list(enumerate(players, start=first))
    await _put(
        connection, "games", *({"id": key, "owner": each} | dealt | blank | moments for key, each in numbered)
    )
    ended = {"kind": "free", "outcome": "stuck", "ended_at": now}
    await _put(
        connection,
        "results",
        *({"game_id": key, "player": each} | place | score | ended for key, each in numbered),
    )
    await _put(connection, "bests", *({"player": each, "period": "all"} | place | score for each in players))
    over = {"over": True, "settled": True, "first_end": None}
    await _put(connection, "races", race | over | dealt)
    await _put(
        connection, "racers", *({"race": first, "player": each, "game_id": key} for key, each in numbered)
    )
    await _put(connection, "hidden_players", *({"guild": guild, "player": each} for each in (1, last)))
    digest = {"channel": guild, "hour": 8, "due_at": now + timedelta(days=300), "manager": last}
    await _put(connection, "servers", {"guild": guild} | digest)
    await _put(connection, "quiet_races", {"guild": guild})


async def _put(connection: AsyncConnection, table: str, *rows: dict[str, Any]) -> None:
    await connection.execute(insert(metadata.tables[table]), rows)

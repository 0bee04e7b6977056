"""All data kept about a player, to be handed over or deleted.

Which deals they had seen when it was deleted stays for two days, as others still play them, and so does in
which parlours' games they had moved that day. That they had tried puzzles stays for thirty: else they could
get a rating by those whose answers they have read.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import MANY, Database, take_part, take_turns
from bot.store.errors import DealSeen, StoreUpgraded
from bot.store.migrate import delete_old_copies, knows_all
from bot.store.saved_game import Status
from bot.store.tables import (
    bests,
    challenges,
    games,
    hidden_players,
    metadata,
    parlour_moves,
    parlours,
    puzzles,
    racers,
    races,
    ratings,
    reminders,
    results,
    seen_deals,
    servers,
    settings,
    tries,
)
from idle_year.engine.daily import earliest_on

NOBODY = 0
"""The starter of a race or a parlour's game whose starter's data was deleted."""
HELD = {
    "games": games.c.owner,
    "results": results.c.player,
    "best_results": bests.c.player,
    "races_joined": racers.c.player,
    "races_started": races.c.starter,
    "parlours_started": parlours.c.starter,
    "parlour_moves": parlour_moves.c.player,
    "posts_answered": challenges.c.player,
    "puzzles_tried": tries.c.player,
    "puzzles_of_lost_games": puzzles.c.player,
    "puzzle_ratings": ratings.c.player,
    "digests_set_up": servers.c.manager,
    "settings": settings.c.player,
    "reminder": reminders.c.player,
    "hidden_from_leaderboards": hidden_players.c.player,
}
"""Every column that says whose a row is, by the name of the section that players read."""

_TELLS_OF_NOBODY = {puzzles.c.proof, puzzles.c.position}
"""What follows from a deal; it would give the puzzle away."""
_KEPT = timedelta(days=2)
"""How long a fingerprint stays: others play a race for a day, and a daily for an hour more."""
_UNRATED = "puzzles", "rating"
"""Stands in a fingerprint for having tried puzzles; no deal is called so."""
_MOVED = "parlour {}"
"""Stands in a fingerprint for having moved in such a game, with the day in place of a deal."""
_UNRATED_FOR = timedelta(days=30)
"""How long it keeps tries from changing ratings."""
_A_READ = 200
"""Rows of games or results per read: between two reads, people can play on."""
_SECTIONS = {
    section: select(*(column for column in whose.table.c if column not in {whose, *_TELLS_OF_NOBODY}))
    .where(whose == bindparam("whose"))
    .order_by(*whose.table.primary_key)
    for section, whose in HELD.items()
}
_LONG_SECTIONS = {
    section: _SECTIONS[section].where(HELD[section].table.c.id > bindparam("after")).limit(_A_READ)
    for section in ("games", "results")
}
_GAMES_AT_ONCE = 500
"""Games that are over and deleted together: between two such deletions, others can end theirs."""
_RACED = exists().where(races.c.over.is_(False), races.c.game == games.c.game, races.c.seed == games.c.seed)
_SOME_OLD = (
    select(games.c.id)
    .where(
        games.c.owner == bindparam("whose"),
        games.c.status != Status.PLAYING.value,
        or_(games.c.day.is_(None), games.c.day < bindparam("earliest")),
        ~_RACED,
    )
    .limit(bindparam("most"))
)
_DELETE_SOME = [
    delete(column.table).where(column.in_(bindparam("ids", expanding=True)))
    for column in (results.c.game_id, racers.c.game_id, games.c.id)
]
_LOCK = select(games.c.id).where(games.c.owner == bindparam("whose")).with_for_update()
_STILL_PLAYED = (
    select(games.c.game, games.c.seed)
    .where(games.c.owner == bindparam("whose"), or_(games.c.day >= bindparam("earliest"), _RACED))
    .distinct()
)
_PUZZLES_OF_THE_DAY = (
    select(puzzles.c.game, puzzles.c.seed)
    .join(tries)
    .where(tries.c.player == bindparam("whose"), puzzles.c.day >= bindparam("earliest"))
)
_MOVED_TODAY = select(parlour_moves.c.parlour).where(
    parlour_moves.c.player == bindparam("whose"), parlour_moves.c.day == bindparam("today")
)
# A race or a parlour's game belongs to everyone who takes part in it, and a digest to its server.
_LEAVE_BEHIND = {
    "races_started": update(races).where(races.c.starter == bindparam("whose")).values(starter=NOBODY),
    "parlours_started": update(parlours)
    .where(parlours.c.starter == bindparam("whose"))
    .values(starter=NOBODY),
    "parlour_moves": update(parlour_moves)
    .where(parlour_moves.c.player == bindparam("whose"))
    .values(player=None),
    "digests_set_up": update(servers).where(servers.c.manager == bindparam("whose")).values(manager=None),
}
_OWN = {whose.table: whose for section, whose in HELD.items() if section not in _LEAVE_BEHIND}
_DELETE = [
    delete(table).where(_OWN[table] == bindparam("whose"))
    for table in reversed(metadata.sorted_tables)  # rows go before those that they refer to
    if table in _OWN
]
_HAS_TRIED = select(tries.c.player).where(tries.c.player == bindparam("whose")).limit(1)
_SEEN = select(seen_deals.c.until).where(seen_deals.c.fingerprint == bindparam("key"))
_UNSEE = delete(seen_deals).where(seen_deals.c.fingerprint == bindparam("key"))
_FORGET_SEEN = delete(seen_deals).where(seen_deals.c.until <= bindparam("now"))


class Privacy:
    """What all tables hold about one player."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def held(self, player: int, section: str) -> AsyncIterator[list[dict[str, Any]]]:
        """Yield every row about a player in a section of HELD, some at a time, without the player's id."""
        if section not in _LONG_SECTIONS:
            yield await self._read(_SECTIONS[section], whose=player)
            return
        rows = await self._read(_LONG_SECTIONS[section], whose=player, after=0)
        while rows:
            yield rows
            rows = await self._read(_LONG_SECTIONS[section], whose=player, after=rows[-1]["id"])

    async def _read(self, query: Select[Any], **values: int) -> list[dict[str, Any]]:
        return [dict(row) for row in (await self._database.execute(query, values)).mappings()]

    async def delete(self, player: int) -> None:
        """Delete every row about a player; races, digests and parlours' games stay, anonymised.

        Old games go first, some at a time: all at once, those of somebody who has very many would keep others
        from ending theirs for seconds. All the rest goes at once, or nothing of it does.

        Fingerprints record which deals the player has seen that others still play, and that there were tries
        at puzzles. Nothing is left in SQLite's write-ahead log either, unless somebody is just reading or
        writing: then it goes within a minute.

        Raise StoreUpgraded, with nothing deleted, if a newer program has upgraded the database.
        """
        whose = {"whose": player}
        while await self._delete_some(player):
            pass
        async with self._database.transaction() as connection:
            await take_turns(connection, MANY)
            await _check_all_known(connection)
            asked = {**whose, "today": self._database.now().date()}
            moved = (await connection.execute(_MOVED_TODAY, asked)).scalars().all()
            # Locks in the same order as the end of a race: first the race, then its games. Else the two could
            # deadlock.
            for leave in _LEAVE_BEHIND.values():
                await connection.execute(leave, whose)
            # A move that is being saved is either saved before all of this, or finds no game any more.
            await connection.execute(_LOCK, whose)
            # A player who hides at this moment does so before or after.
            await take_turns(connection, player)
            await self._save_seen(connection, player, moved)
            for query in _DELETE:
                await connection.execute(query, whose)
        await self._database.checkpoint()

    async def _delete_some(self, player: int) -> bool:
        """Delete some games that are over, of deals that nobody else still plays; return whether any were."""
        async with self._database.transaction() as connection:
            await take_part(connection)
            await _check_all_known(connection)
            await take_turns(connection, player)
            asked = {"whose": player, "earliest": earliest_on(self._database.now()), "most": _GAMES_AT_ONCE}
            ids = (await connection.execute(_SOME_OLD, asked)).scalars().all()
            for query in _DELETE_SOME if ids else ():
                await connection.execute(query, {"ids": ids})
        return bool(ids)

    async def has_seen(self, player: int, game: str, seed: str) -> bool:
        """Whether a player had seen a deal when all data about them was deleted, at most two days ago."""
        async with self._database.statement() as connection:
            return await _is_seen(connection, player, game, seed)

    async def forget_expired(self) -> None:
        """Delete the fingerprints, and copies from before an upgrade, that were to be kept until now.

        Nothing is deleted while the day is in doubt.
        """
        if not self._database.is_day_certain():
            return
        await self._database.execute(_FORGET_SEEN, {"now": self._database.now()})
        if self._database.file is not None:
            await asyncio.to_thread(delete_old_copies, self._database.file)

    async def _save_seen(self, connection: AsyncConnection, player: int, moved: Sequence[int]) -> None:
        now = self._database.now()
        asked = {"whose": player, "earliest": earliest_on(now)}
        deals = await connection.execute(_STILL_PLAYED, asked)
        puzzle = await connection.execute(_PUZZLES_OF_THE_DAY, asked)
        for game, seed in {*deals.all(), *puzzle.all()}:
            await _remember_seen(connection, player, game, seed, now + _KEPT)
        for parlour in moved:
            moved_on = _MOVED.format(parlour), now.date().isoformat()
            await _remember_seen(connection, player, *moved_on, now + _KEPT)
        if (await connection.execute(_HAS_TRIED, {"whose": player})).first():
            await _remember_seen(connection, player, *_UNRATED, now + _UNRATED_FOR)


async def _check_all_known(connection: AsyncConnection) -> None:
    if not await knows_all(connection):
        raise StoreUpgraded("A newer version has upgraded the database: that one has to delete data.")


async def check_unseen(connection: AsyncConnection, player: int, game: str, seed: str) -> None:
    """Raise DealSeen if a player had seen a deal when all data about them was deleted, some days ago.

    Call this after `take_part`: then nobody's data is deleted meanwhile.
    """
    if await _is_seen(connection, player, game, seed):
        raise DealSeen("The player had seen this deal when all data about them was deleted.")


async def check_unmoved(connection: AsyncConnection, player: int, parlour: int, day: date) -> None:
    """Raise DealSeen if a player had moved in a parlour's game on a day, and then had all data deleted.

    Call this after `take_part`.
    """
    await check_unseen(connection, player, _MOVED.format(parlour), day.isoformat())


async def is_unrated(connection: AsyncConnection, player: int) -> bool:
    """Whether a player had tried puzzles when all data about them was deleted, less than thirty days ago."""
    return await _is_seen(connection, player, *_UNRATED)


async def _is_seen(connection: AsyncConnection, player: int, game: str, seed: str) -> bool:
    key = _fingerprint(player, game, seed)
    return (await connection.execute(_SEEN, {"key": key})).first() is not None


async def _remember_seen(
    connection: AsyncConnection, player: int, game: str, seed: str, until: datetime
) -> None:
    key = _fingerprint(player, game, seed)
    await connection.execute(_UNSEE, {"key": key})
    await connection.execute(insert(seen_deals), {"fingerprint": key, "until": until})


def _fingerprint(player: int, game: str, seed: str) -> str:
    """Return what stands for a player and a deal, and tells neither."""
    return hashlib.sha256(f"{player}/{game}/{seed}".encode()).hexdigest()

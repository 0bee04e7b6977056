"""Seats: which games a player has in play in a channel, and where a game is played."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, bindparam, exists, func, or_, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database, take_turns
from bot.store.errors import TooManyInPlay
from bot.store.saved_game import RACED, Kind, SavedGame, Seen, Status, read_game, saved_game
from bot.store.tables import COUNTED_DAILY, NO_DAILY, PLAYING, SEATED, SECONDS_NOW, games

_HERE = games.c.owner == bindparam("owner"), games.c.channel == bindparam("channel")
_OWN_SEATED = games.c.owner == bindparam("owner"), SEATED
_SEATS_TAKEN = select(func.count()).select_from(games).where(*_OWN_SEATED)
_LEFT_LONGEST = (
    select(games)
    .where(*_OWN_SEATED, _SEATS_TAKEN.scalar_subquery() >= bindparam("most"))
    .order_by(games.c.updated_at, games.c.id)
    .limit(1)
)
_LAST_PLAYED_ON = games.c.updated_at.desc(), games.c.id.desc()
# Without a move, or with those that practice began with; to leave a race or a puzzle would lose the one try,
# and what would be lost with a kind that only a newer version knows cannot be told.
_UNTOUCHED = and_(
    games.c.undone == "",
    or_(games.c.moves == "", games.c.version == 1),
    games.c.kind.in_([kind.value for kind in Kind if kind not in (*RACED, Kind.PUZZLE)]),
)
_UNTOUCHED_HERE = select(exists().where(*_HERE, SEATED, _UNTOUCHED))
_CLEAR = (
    update(games)
    .where(games.c.owner == bindparam("whose"), games.c.channel == bindparam("where"), SEATED, _UNTOUCHED)
    .values(
        version=games.c.version + 1,
        status=Status.RESIGNED.value,
        seconds=SECONDS_NOW,
        updated_at=bindparam("now"),
    )
)
_OF_DEAL = (
    select(games)
    .where(*_HERE, PLAYING, games.c.game == bindparam("game"), games.c.seed == bindparam("seed"))
    .limit(1)
)
# A hundred, unless LIMIT_GAMES allows more: too few to need an index that keeps them in order.
_PLAYING = select(games).where(*_HERE, PLAYING).order_by(*_LAST_PLAYED_ON).limit(1)
_ALL_PLAYING = (
    select(games)
    .where(games.c.owner == bindparam("owner"), PLAYING)
    .order_by(*_LAST_PLAYED_ON)
    .limit(bindparam("most"))
)
_RECENT_GAMES, _RECENT_DAILIES = 100, 10
# The latest games and dailies are found by columns that never change: an index on the time of the last change
# would be written at every move.
_IN_PLAY = select(games.c.id).where(*_HERE, PLAYING)
_LAST_GAMES = select(games.c.id).where(*_HERE, NO_DAILY).order_by(games.c.id.desc()).limit(_RECENT_GAMES)
_LAST_DAILIES = (
    select(games.c.id).where(*_HERE, COUNTED_DAILY).order_by(games.c.day.desc()).limit(_RECENT_DAILIES)
)
_LAST_ONES = union_all(_IN_PLAY, _LAST_GAMES.subquery().select(), _LAST_DAILIES.subquery().select())
_LATEST = select(games).where(games.c.id.in_(_LAST_ONES)).order_by(*_LAST_PLAYED_ON).limit(1)
_LATEST_OVER = _LATEST.where(games.c.status != Status.PLAYING.value, games.c.moves != "")
_TURN_TO = (
    update(games)
    .where(games.c.id == bindparam("key"), PLAYING)
    .values(seconds=SECONDS_NOW, updated_at=bindparam("now"))
)
_TAKE_ALONG = (
    update(games)
    .where(games.c.id == bindparam("key"), games.c.version == bindparam("seen"), PLAYING)
    .values(
        version=games.c.version + 1,
        channel=bindparam("to"),
        seconds=SECONDS_NOW,
        updated_at=bindparam("now"),
    )
)


class Seats:
    """Where players have games in play: any number in a channel, of which the one last played on is meant."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def untouched(self, owner: int, channel: int) -> bool:
        """Whether a player has a game in a channel that gives way to the next, as nothing was done in it."""
        found = await self._database.execute(_UNTOUCHED_HERE, {"owner": owner, "channel": channel})
        return bool(found.scalar_one())

    async def of_deal(self, owner: int, channel: int, game: str, seed: str) -> SavedGame | None:
        """Return the game of a deal that a player has in play in a channel, or None."""
        return await self._here(_OF_DEAL, owner, channel, game=game, seed=seed)

    async def playing(self, owner: int, channel: int) -> SavedGame | None:
        """Return the game in play in a channel that its player last played on or turned to, or None."""
        return await self._here(_PLAYING, owner, channel)

    async def all_playing(self, owner: int, most: int) -> list[SavedGame]:
        """Return the games that a player has in play, anywhere: the `most` last played on, in order."""
        rows = await self._database.execute(_ALL_PLAYING, {"owner": owner, "most": most})
        return [saved_game(row) for row in rows.mappings()]

    async def latest(self, owner: int, channel: int) -> SavedGame | None:
        """Return the game that a player last played on in a channel, in play or over, or None.

        The candidates are those in play, the last hundred that were dealt and the last ten dailies.
        """
        return await self._here(_LATEST, owner, channel)

    async def latest_over(self, owner: int, channel: int) -> SavedGame | None:
        """Return the game of those candidates that is over and had a move, or None."""
        return await self._here(_LATEST_OVER, owner, channel)

    async def _here(self, query: Select[Any], owner: int, channel: int, **more: str) -> SavedGame | None:
        return read_game(await self._database.execute(query, {"owner": owner, "channel": channel, **more}))

    async def left_longest(self, owner: int, most: int) -> SavedGame | None:
        """Return the game in play that its player left longest ago, or None if fewer than `most` are in play.

        Dailies are not counted.
        """
        return read_game(await self._database.execute(_LEFT_LONGEST, {"owner": owner, "most": most}))

    async def turn_to(self, game_id: int) -> None:
        """Make a game in play the one that its player last turned to."""
        await self._database.execute(_TURN_TO, {"key": game_id, "now": self._database.now()})

    async def take_along(self, seen: Seen, channel: int) -> bool:
        """Move a game in play to another channel; return False if the version seen is outdated."""
        values = {"key": seen.id, "seen": seen.version, "to": channel, "now": self._database.now()}
        return (await self._database.execute(_TAKE_ALONG, values)).rowcount == 1


async def clear_seat(connection: AsyncConnection, owner: int, channel: int, now: datetime) -> None:
    """Within a transaction, resign the games of a player in a channel in which nothing was done yet."""
    await take_turns(connection, owner)
    await connection.execute(_CLEAR, {"whose": owner, "where": channel, "now": now})


async def take_seat(connection: AsyncConnection, owner: int, most: int) -> None:
    """Within a transaction, raise TooManyInPlay if a player has `most` games in play, dailies not counted."""
    await take_turns(connection, owner)
    left = read_game(await connection.execute(_LEFT_LONGEST, {"owner": owner, "most": most}))
    if left is not None:
        raise TooManyInPlay(left)

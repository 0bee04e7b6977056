"""The queries on seats: which game a player has in play in a channel, and where a game is played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Select, bindparam, func, select, union_all, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database, take_turns
from bot.store.saved_game import SavedGame, Seen, read_game, saved_game
from bot.store.tables import COUNTED_DAILY, NO_DAILY, PLAYING, SEATED, SECONDS_NOW, games
from bot.store.troubles import SeatTaken, TooManyInPlay

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
_SEATED = select(games).where(*_HERE, SEATED)
# One game and the dailies beside it: too few to need an index that keeps them in order.
_PLAYING = select(games).where(*_HERE, PLAYING).order_by(*_LAST_PLAYED_ON).limit(1)
_ALL_PLAYING = (
    select(games)
    .where(games.c.owner == bindparam("owner"), PLAYING)
    .order_by(*_LAST_PLAYED_ON)
    .limit(bindparam("most"))
)
_RECENT_DAILIES = 10
# The latest games and dailies are found by columns that never change: an index on the time of the last change
# would be written at every move.
_LAST_GAME = select(games.c.id).where(*_HERE, NO_DAILY).order_by(games.c.id.desc()).limit(1)
_LAST_DAILIES = (
    select(games.c.id).where(*_HERE, COUNTED_DAILY).order_by(games.c.day.desc()).limit(_RECENT_DAILIES)
)
_LAST_ONES = union_all(_LAST_GAME.subquery().select(), _LAST_DAILIES.subquery().select())
_LATEST = select(games).where(games.c.id.in_(_LAST_ONES)).order_by(*_LAST_PLAYED_ON).limit(1)
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
_SEATS = ("games_one_playing", "games_one_daily", "games.owner")
"""What a violation is named after: the index in PostgreSQL, its first column in SQLite."""


class Seats:
    """Where players have games in play: one game a channel, and dailies that count beside it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def seated(self, owner: int, channel: int) -> SavedGame | None:
        """Return the game that a player has in play in a channel, except dailies that count, or None."""
        return await self._here(_SEATED, owner, channel)

    async def playing(self, owner: int, channel: int) -> SavedGame | None:
        """Return the game in play in a channel that its player last played on or turned to, or None."""
        return await self._here(_PLAYING, owner, channel)

    async def all_playing(self, owner: int, most: int) -> list[SavedGame]:
        """Return the games that a player has in play, anywhere: the `most` last played on, in order."""
        rows = await self._database.execute(_ALL_PLAYING, {"owner": owner, "most": most})
        return [saved_game(row) for row in rows.mappings()]

    async def latest(self, owner: int, channel: int) -> SavedGame | None:
        """Return the game that a player last played on in a channel, in play or over, or None.

        The candidates are the game dealt last and the last ten dailies.
        """
        return await self._here(_LATEST, owner, channel)

    async def _here(self, query: Select[Any], owner: int, channel: int) -> SavedGame | None:
        return read_game(await self._database.execute(query, {"owner": owner, "channel": channel}))

    async def left_longest(self, owner: int, most: int) -> SavedGame | None:
        """Return the game in play that its player left longest ago, or None if fewer than `most` are in play.

        Dailies are not counted.
        """
        return read_game(await self._database.execute(_LEFT_LONGEST, {"owner": owner, "most": most}))

    async def turn_to(self, game_id: int) -> None:
        """Make a game in play the one that its player last turned to."""
        await self._database.execute(_TURN_TO, {"key": game_id, "now": self._database.now()})

    async def take_along(self, seen: Seen, channel: int) -> bool:
        """Move a game in play to another channel; return False if the version seen is outdated.

        Raise SeatTaken if its player plays another one there, unless it is a daily that counts.
        """
        values = {"key": seen.id, "seen": seen.version, "to": channel, "now": self._database.now()}
        with seat_taken():
            return (await self._database.execute(_TAKE_ALONG, values)).rowcount == 1


async def take_seat(connection: AsyncConnection, owner: int, most: int) -> None:
    """Within a transaction, raise TooManyInPlay if a player has `most` games in play, dailies not counted."""
    await take_turns(connection, owner)
    left = read_game(await connection.execute(_LEFT_LONGEST, {"owner": owner, "most": most}))
    if left is not None:
        raise TooManyInPlay(left)


@contextmanager
def seat_taken() -> Iterator[None]:
    """Turn a violation of the unique indexes on a player's games into SeatTaken."""
    try:
        yield
    except IntegrityError as error:
        if not any(named in str(error.orig) for named in _SEATS):
            raise
        raise SeatTaken("The player already plays another game in this channel.") from error

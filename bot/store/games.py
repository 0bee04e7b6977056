"""The queries on saved games."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.engine.rules import Outcome
from bot.store.errors import SeatTaken
from bot.store.saved_game import NewGame, Record, SavedGame, Status
from bot.store.tables import games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import CursorResult
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.database import Database

# Built once: SQLAlchemy then finds each in its cache of compiled statements by identity.
_BY_ID = select(games).where(games.c.id == bindparam("key"))
_PLAYING = select(games).where(
    games.c.owner == bindparam("owner"),
    games.c.channel == bindparam("channel"),
    games.c.status == Status.PLAYING.value,
)
_LATEST = (
    select(games)
    .where(games.c.owner == bindparam("owner"), games.c.channel == bindparam("channel"))
    .order_by(games.c.id.desc())
    .limit(1)
)
_RECORD = select(func.count(), func.count().filter(games.c.outcome == Outcome.WON.value)).where(
    games.c.owner == bindparam("owner"),
    games.c.game == bindparam("game"),
    games.c.status != Status.PLAYING.value,
    games.c.moves != "",
)
_SAVE = (
    update(games)
    .where(games.c.id == bindparam("key"), games.c.version == bindparam("seen"))
    .values(version=games.c.version + 1)
)
_CREATE = insert(games).returning(*games.c)


class SavedGames:
    """The table of games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, new: NewGame) -> SavedGame:
        """Keep a new game at version 1; raise SeatTaken where its owner is playing in its channel."""
        with _seat_taken():
            async with self._database.statement() as connection:
                return await _create(connection, new)

    async def get(self, game_id: int) -> SavedGame | None:
        """Return a game, or None where there is none with this id."""
        async with self._database.statement() as connection:
            return _read(await connection.execute(_BY_ID, {"key": game_id}))

    async def playing(self, owner: int, channel: int) -> SavedGame | None:
        """Return the game that a player has in play in a channel, or None."""
        async with self._database.statement() as connection:
            return _read(await connection.execute(_PLAYING, {"owner": owner, "channel": channel}))

    async def latest(self, owner: int, channel: int) -> SavedGame | None:
        """Return the game that was last dealt to a player in a channel, or None."""
        async with self._database.statement() as connection:
            return _read(await connection.execute(_LATEST, {"owner": owner, "channel": channel}))

    async def record(self, owner: int, game: str) -> Record:
        """Return how many games of a kind a player has finished or resigned, and how many of them are won."""
        async with self._database.statement() as connection:
            played, won = (await connection.execute(_RECORD, {"owner": owner, "game": game})).one()
            return Record(played, won)

    async def save(
        self,
        game_id: int,
        *,
        seen_version: int,
        moves: str,
        undone: str,
        status: Status,
        outcome: Outcome | None = None,
    ) -> bool:
        """Save over the version that was seen; return False, with nothing saved, if it is no longer that.

        Raise SeatTaken where the game would come back into play beside another one.
        """
        with _seat_taken():
            async with self._database.statement() as connection:
                values = {"moves": moves, "undone": undone, "status": status.value, "outcome": outcome}
                return await _save(connection, game_id, seen_version, values)

    async def replace(self, old_id: int, old_version: int, new: NewGame) -> SavedGame | None:
        """Resign one game and keep a new one, both or neither; return None if the old one has moved on."""
        with _seat_taken():
            async with self._database.transaction() as connection:
                if not await _save(connection, old_id, old_version, {"status": Status.RESIGNED.value}):
                    return None
                return await _create(connection, new)


async def _create(connection: AsyncConnection, new: NewGame) -> SavedGame:
    now = datetime.now(UTC)
    blank = {"moves": "", "undone": "", "version": 1, "status": Status.PLAYING.value}
    values = {**new._asdict(), **blank, "created_at": now, "updated_at": now}
    created = _read(await connection.execute(_CREATE, values))
    assert created is not None  # noqa: S101  RETURNING gives the row that was inserted
    return created


async def _save(connection: AsyncConnection, game_id: int, seen: int, values: dict[str, str | None]) -> bool:
    keys = {"key": game_id, "seen": seen, "updated_at": datetime.now(UTC)}
    result = await connection.execute(_SAVE, keys | values)
    return result.rowcount == 1


def _read(result: CursorResult[Any]) -> SavedGame | None:
    row = result.mappings().one_or_none()
    if row is None:
        return None
    ended = row["outcome"] and Outcome(row["outcome"])
    return SavedGame(**{**row, "status": Status(row["status"]), "outcome": ended})


@contextmanager
def _seat_taken() -> Iterator[None]:
    """Turn a breach of the one unique index into SeatTaken."""
    try:
        yield
    except IntegrityError as error:
        if "unique" not in str(error.orig).lower():
            raise
        raise SeatTaken("The player already plays another game in this channel.") from error

"""Parlours: the one deal that a whole server plays, and who made which of its moves."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.store.database import Database, take_part
from bot.store.privacy import check_unmoved
from bot.store.tables import parlour_moves, parlours
from bot.store.troubles import is_taken


class NewParlour(NamedTuple):
    """What is known about a parlour's game when it is dealt."""

    guild: int
    channel: int
    starter: int
    game: str
    revision: int
    seed: str


class Parlour(NamedTuple):
    """A deal that a server plays together."""

    id: int
    guild: int
    channel: int
    """Where its board is."""
    message: int | None
    """The message that is its board; None before it is posted."""
    starter: int
    game: str
    revision: int
    seed: str
    started_at: datetime
    over: bool


class ParlourMove(NamedTuple):
    """One move of a parlour's game."""

    player: int | None
    """Who made it; None if that person's data was deleted."""
    day: date
    """Of UTC."""
    move: str
    """In canonical notation."""


_COLUMNS = [parlours.c[name] for name in Parlour._fields]
_RUNS = parlours.c.over.is_(False)
_THIS = parlours.c.id == bindparam("parlour")
_ONE = select(*_COLUMNS).where(_THIS)
_ON = select(*_COLUMNS).where(parlours.c.guild == bindparam("guild"), _RUNS)
_SEEDS = select(parlours.c.seed).where(_RUNS)
_START = insert(parlours).returning(*_COLUMNS)
_MOVES = (
    select(*(parlour_moves.c[name] for name in ParlourMove._fields))
    .where(parlour_moves.c.parlour == bindparam("parlour"))
    .order_by(parlour_moves.c.number)
)
_POSTED = (
    update(parlours)
    .where(_THIS, or_(parlours.c.message.is_(None), parlours.c.message < bindparam("posted")))
    .values(channel=bindparam("place"), message=bindparam("posted"))
)
_HOLD = select(parlours.c.id).where(_THIS, _RUNS).with_for_update()
_MOVE = insert(parlour_moves)
_END = update(parlours).where(_THIS, _RUNS).values(over=True)


class Parlours:
    """The tables of parlours' games and their moves."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def start(self, new: NewParlour) -> Parlour | None:
        """Save a new game; return None if another one is on in its server."""
        values = {**new._asdict(), "started_at": self._database.now(), "over": False}
        try:
            async with self._database.transaction() as connection:
                await take_part(connection)
                return Parlour(*(await connection.execute(_START, values)).one())
        except IntegrityError as error:
            if not is_taken(error):
                raise
            return None

    async def get(self, parlour: int) -> Parlour | None:
        """Return a game, or None if there is none with this id."""
        return await self._find(_ONE, parlour=parlour)

    async def on(self, guild: int) -> Parlour | None:
        """Return the game that is on in a server, or None."""
        return await self._find(_ON, guild=guild)

    async def moves(self, parlour: int) -> list[ParlourMove]:
        """Return the moves of a game, in order."""
        return [ParlourMove(*row) for row in await self._database.execute(_MOVES, {"parlour": parlour})]

    async def seeds(self) -> set[str]:
        """Return the seeds of all games that are not over."""
        return set((await self._database.execute(_SEEDS)).scalars())

    async def posted(self, parlour: int, channel: int, message: int) -> None:
        """Record which message is the board of a game, and where: of two, the later one."""
        asked = {"parlour": parlour, "place": channel, "posted": message}
        await self._database.execute(_POSTED, asked)

    async def move(self, parlour: int, number: int, move: ParlourMove, *, ends: bool) -> bool:
        """Save the move with a number, counted from 1, and that it `ends` the game if it does.

        Return False, with nothing saved, if somebody else has made that move or the player another one on
        that day, or if the game is over. Raise DealSeen if that other one is nobody's by now, as all data
        about the player was deleted after it.
        """
        values = {"parlour": parlour, "number": number, **move._asdict()}
        try:
            async with self._database.transaction() as connection:
                await take_part(connection)
                if (await connection.execute(_HOLD, {"parlour": parlour})).first() is None:
                    return False
                if move.player is not None:
                    await check_unmoved(connection, move.player, parlour, move.day)
                await connection.execute(_MOVE, values)
                if ends:
                    await connection.execute(_END, {"parlour": parlour})
        except IntegrityError as error:
            if not is_taken(error):
                raise
            return False
        return True

    async def end(self, parlour: int) -> None:
        """End a game as it stands."""
        await self._database.execute(_END, {"parlour": parlour})

    async def _find(self, query: Select[Any], **values: int) -> Parlour | None:
        row = (await self._database.execute(query, values)).one_or_none()
        return None if row is None else Parlour(*row)

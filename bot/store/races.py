"""The queries on races."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, bindparam, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.store.errors import RaceClosed
from bot.store.saved_game import Kind, Status
from bot.store.tables import games, racers, races
from bot.store.tables.together import UNSETTLED

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.database import Database
    from bot.store.shards import Shards

NOBODY = 0
"""The starter of a race whose starter's data was deleted."""


class NewRace(NamedTuple):
    """What is known of a race when it begins."""

    guild: int
    channel: int
    starter: int
    game: str
    seed: str
    ends_at: datetime


class Race(NamedTuple):
    """A deal that several people play at once."""

    id: int
    guild: int
    channel: int
    message: int | None
    """The message that shows how it goes; None before it is posted."""
    starter: int
    game: str
    seed: str
    started_at: datetime
    ends_at: datetime
    over: bool
    first_end: datetime | None = None
    """When the first of its players had finished; None before that."""
    reposted: bool = False
    """Whether the message has already been posted anew, because the first one could not be edited."""
    settled: bool = False
    """Whether nothing is left to be shown: its message has the result, or could not be given it."""


class Unshown(NamedTuple):
    """A race whose message does not show how it stands, or whose time is up."""

    race: Race
    state: int
    """What grows with whatever happens in its games."""


_A_SHARD = 1 << 22
"""Servers that were made a millisecond apart, as their ids tell, belong to one shard after the other."""

_RUNS = races.c.over.is_(False)
_ALL = select(*(races.c[name] for name in Race._fields)).order_by(races.c.id)
_ONE = _ALL.where(races.c.id == bindparam("race"))
_GOING_ON = _ALL.where(_RUNS)
_HERE = _GOING_ON.where(races.c.channel == bindparam("channel"))
_OF_SEED = _GOING_ON.where(races.c.seed == bindparam("seed"))
_OF_GAME = _ALL.join(racers, racers.c.race == races.c.id).where(racers.c.game_id == bindparam("game_id"))
_START = insert(races).returning(*(races.c[name] for name in Race._fields))
_POSTED = update(races).where(races.c.id == bindparam("race")).values(message=bindparam("posted"))
_REPOSTED = _POSTED.values(reposted=True)
_LOST = update(races).where(races.c.id == bindparam("race")).values(message=None)
_SHOWN = update(races).where(races.c.id == bindparam("race")).values(shown=bindparam("state"))
_SETTLE = update(races).where(races.c.id == bindparam("race")).values(settled=True)
# Every move, undo and end makes a new version; help does not.
_STATE = func.coalesce(func.sum(games.c.version + games.c.hints + games.c.checks), 0)
_UNSHOWN = (
    select(*(races.c[name] for name in Race._fields), _STATE)
    .select_from(races.outerjoin(racers).outerjoin(games))
    .where(
        UNSETTLED,
        (races.c.guild // _A_SHARD % bindparam("total")).in_(bindparam("ids", expanding=True)),
    )
    .group_by(races.c.id)
    .having(or_(races.c.over, races.c.ends_at <= bindparam("now"), races.c.shown != _STATE))
    .order_by(races.c.id)
)
_END = update(races).where(races.c.id == bindparam("race"), _RUNS).values(over=True)
# Whoever goes on when the deal is public may look it up.
_UNFINISHED_IS_PRACTICE = (
    update(games)
    .where(
        games.c.id.in_(select(racers.c.game_id).where(racers.c.race == bindparam("race"))),
        games.c.status == Status.PLAYING.value,
    )
    .values(kind=Kind.PRACTICE.value)
)
_OPEN = select(races.c.first_end).where(races.c.id == bindparam("race"), _RUNS).with_for_update()
_HOLD = (
    select(races.c.id)
    .join(racers, racers.c.race == races.c.id)
    .where(racers.c.game_id == bindparam("game_id"), _RUNS)
    .with_for_update(of=races)
)
_FIRST_END = (
    update(races)
    .where(races.c.id == bindparam("race"), races.c.first_end.is_(None))
    .values(first_end=bindparam("moment"))
)
_JOINED = select(racers.c.game_id).where(
    and_(racers.c.race == bindparam("race"), racers.c.player == bindparam("player"))
)


class Races:
    """The table of races, and who takes part in them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def start(self, new: NewRace) -> Race | None:
        """Keep a new race; return None where another one is on in its channel."""
        values = {**new._asdict(), "started_at": self._database.now(), "over": False}
        try:
            async with self._database.statement() as connection:
                return Race(*(await connection.execute(_START, values)).one())
        except IntegrityError as error:
            if "unique" not in str(error.orig).lower():
                raise
            return None

    async def posted(self, race: int, message: int, *, anew: bool = False) -> None:
        """Keep which message shows a race, in place of another one if `anew`."""
        async with self._database.statement() as connection:
            await connection.execute(_REPOSTED if anew else _POSTED, {"race": race, "posted": message})

    async def lost(self, race: int) -> None:
        """Keep that no message shows a race any more."""
        async with self._database.statement() as connection:
            await connection.execute(_LOST, {"race": race})

    async def shown(self, race: int, state: int) -> None:
        """Keep which state of its games the message of a race shows."""
        async with self._database.statement() as connection:
            await connection.execute(_SHOWN, {"race": race, "state": state})

    async def settle(self, race: int) -> None:
        """Keep that nothing of a race is left to be shown."""
        async with self._database.statement() as connection:
            await connection.execute(_SETTLE, {"race": race})

    async def unshown(self, shards: Shards) -> list[Unshown]:
        """Return the races in servers of these shards that have changed, whose time is up, or that are over.

        One look at all of them costs no more than a few milliseconds.
        """
        asked = {"now": self._database.now(), **shards._asdict()}
        async with self._database.statement() as connection:
            rows = await connection.execute(_UNSHOWN, asked)
            return [Unshown(Race(*race), state) for *race, state in rows]

    async def get(self, race: int) -> Race | None:
        """Return a race, or None where there is none with this id."""
        found = await self._find(_ONE, race=race)
        return found[0] if found else None

    async def here(self, channel: int) -> Race | None:
        """Return the race that is on in a channel, or None."""
        found = await self._find(_HERE, channel=channel)
        return found[0] if found else None

    async def of_game(self, game_id: int) -> Race | None:
        """Return the race that a game is part of, or None."""
        found = await self._find(_OF_GAME, game_id=game_id)
        return found[0] if found else None

    async def going_on(self) -> list[Race]:
        """Return every race that is not over, the oldest first."""
        return await self._find(_GOING_ON)

    async def deals(self, seed: str) -> bool:
        """Whether a seed is that of a race which is not over."""
        return bool(await self._find(_OF_SEED, seed=seed))

    async def joined(self, race: int, player: int) -> int | None:
        """Return the id of a player's game in a race; None before it is dealt."""
        async with self._database.statement() as connection:
            found = await connection.execute(_JOINED, {"race": race, "player": player})
            return found.scalar_one_or_none()

    async def end(self, race: int) -> bool:
        """End a race; return False where somebody else has done so.

        What is still in play becomes practice.
        """
        async with self._database.transaction() as connection:
            if (await connection.execute(_END, {"race": race})).rowcount != 1:
                return False
            await connection.execute(_UNFINISHED_IS_PRACTICE, {"race": race})
            return True

    async def _find(self, query: Select[Any], **values: object) -> list[Race]:
        async with self._database.statement() as connection:
            return [Race(*row) for row in await connection.execute(query, values)]


async def enter_race(connection: AsyncConnection, race: int, player: int) -> Kind:
    """Return as what a player's game in a race counts who takes part from now on.

    Raise RaceClosed where the race is over, or was joined already.
    """
    # Whoever holds the row is alone: the race does not end meanwhile, and two presses come in turn.
    is_open = (await connection.execute(_OPEN, {"race": race})).one_or_none()
    joined = (await connection.execute(_JOINED, {"race": race, "player": player})).first()
    if is_open is None or joined is not None:
        raise RaceClosed("The race is over, or the player has joined it already.")
    return Kind.RACE if is_open.first_end is None else Kind.LATE


async def join_race(connection: AsyncConnection, race: int, player: int, game_id: int) -> None:
    """Let a player who has entered a race take part with a game."""
    await connection.execute(insert(racers), {"race": race, "player": player, "game_id": game_id})


async def hold_race(connection: AsyncConnection, game_id: int) -> int | None:
    """Return the race that is on in which a game takes part, for what follows to be alone with it; else None.

    Before the game is saved: whoever ends a race has its row first, and then wants those of its games.
    """
    return (await connection.execute(_HOLD, {"game_id": game_id})).scalar_one_or_none()


async def note_end(connection: AsyncConnection, race: int, moment: datetime) -> None:
    """Keep that somebody had finished a race by a moment: whoever joins from then on may know its cards."""
    await connection.execute(_FIRST_END, {"race": race, "moment": moment})

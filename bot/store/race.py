"""Races: deals that several people play at once, who takes part, and what their messages have yet to show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database, take_part
from bot.store.errors import RaceClosed
from bot.store.privacy import check_unseen
from bot.store.saved_game import Kind, Status
from bot.store.tables import UNSETTLED, games, racers, races, results
from bot.store.troubles import is_taken


class Shards(NamedTuple):
    """The shards of a process, and how many there are in total."""

    ids: Sequence[int]
    total: int


_GATHERING = timedelta(minutes=2)
"""How long those who saw a race begin have to join it, even if somebody finishes meanwhile."""
_ALONE = timedelta(minutes=10)
"""How long a race keeps its channel if nobody has joined but its starter."""


class NewRace(NamedTuple):
    """What is known about a race when it begins."""

    guild: int
    channel: int
    starter: int
    game: str
    seed: str
    ends_at: datetime
    open_until: datetime | None = None
    """Until when a quick one can be joined; None of any other: that is open to its end."""


class Race(NamedTuple):
    """A deal that several people play at once."""

    id: int
    guild: int
    channel: int
    message: int | None
    """The message that shows its standings; None before it is posted, or if there is none any more."""
    starter: int
    game: str
    seed: str
    started_at: datetime
    ends_at: datetime
    over: bool
    first_end: datetime | None = None
    """When the first of its players finished; None before that."""
    reposted: bool = False
    """Whether the message has already been reposted, because the first one could not be edited."""
    settled: bool = False
    """Whether nothing is left to show: its message has the result, or could not be given it."""
    open_until: datetime | None = None
    """Until when a quick one can be joined; None of any other: that is open to its end."""
    end_post: int | None = None
    """The message that tells of its end: 0 while it may be on its way, None before."""

    @property
    def quick(self) -> bool:
        """Whether it is a quick one, which counts on no leaderboard."""
        return self.open_until is not None

    def is_shut(self, now: datetime) -> bool:
        """Whether nobody can join it any more, though it goes on."""
        return self.open_until is not None and now >= self.open_until

    @property
    def hours(self) -> int:
        """How long it could last, as was asked for: the end is set a moment before the start."""
        return max(1, round((self.ends_at - self.started_at) / timedelta(hours=1)))


class Unshown(NamedTuple):
    """A race whose message is out of date, or whose time is up."""

    race: Race
    state: int
    """A number that grows with everything that happens in its games."""


_A_SHARD = 1 << 22
"""Ids of servers grow by this much per millisecond of creation; each such step is the next shard's."""

_RUNS = races.c.over.is_(False)
_ALL = select(*(races.c[name] for name in Race._fields)).order_by(races.c.id)
_ONE = _ALL.where(races.c.id == bindparam("race"))
_GOING_ON = _ALL.where(_RUNS)
_BEGUN = races.c.started_at <= bindparam("begun_by")
_LONELY = (
    select(races.c.id)
    .where(
        _RUNS,
        races.c.channel == bindparam("channel"),
        _BEGUN,
        ~exists().where(racers.c.race == races.c.id, racers.c.player != races.c.starter),
    )
    .with_for_update()
)
_HERE = _GOING_ON.where(races.c.channel == bindparam("channel"))
_SEEDS = select(races.c.seed).where(_RUNS)
_OF_SEED = _GOING_ON.where(races.c.seed == bindparam("seed"))
_OF_GAME = _ALL.join(racers, racers.c.race == races.c.id).where(racers.c.game_id == bindparam("game_id"))
_START = insert(races).returning(*(races.c[name] for name in Race._fields))
_POSTED = update(races).where(races.c.id == bindparam("race")).values(message=bindparam("posted"))
_REPOSTED = _POSTED.values(reposted=True)
_LOST = update(races).where(races.c.id == bindparam("race")).values(message=None)
_SHOWN = update(races).where(races.c.id == bindparam("race")).values(shown=bindparam("state"))
_END_POST = update(races).where(races.c.id == bindparam("race")).values(end_post=bindparam("posted"))
_SETTLE = update(races).where(races.c.id == bindparam("race")).values(settled=True)
# Every move, undo and end makes a new version; help does not. That nobody can join any more is shown as well.
_STATE = func.coalesce(func.sum(games.c.version + games.c.hints + games.c.checks), 0) + case(
    (races.c.open_until <= bindparam("now"), 1), else_=0
)
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
_HELD = select(races.c.ends_at).where(races.c.id == bindparam("race"), _RUNS).with_for_update()
# A player who has reopened a game has finished it.
_GAMES = (
    select(
        func.count(),
        func.count().filter(games.c.status == Status.PLAYING.value, results.c.id.is_(None)),
    )
    .select_from(racers.join(games).outerjoin(results, results.c.game_id == games.c.id))
    .where(racers.c.race == bindparam("race"))
)
# Once the deal is public, players who go on may look it up.
_UNFINISHED_IS_PRACTICE = (
    update(games)
    .where(
        games.c.id.in_(select(racers.c.game_id).where(racers.c.race == bindparam("race"))),
        or_(games.c.status == Status.PLAYING.value, games.c.set_aside.startswith(Status.PLAYING.value)),
    )
    .values(kind=Kind.PRACTICE.value)
)
_IN_TIME = and_(_RUNS, races.c.ends_at > bindparam("now"))
_OPEN = (
    select(races.c.first_end, races.c.game, races.c.seed, races.c.open_until)
    .where(
        races.c.id == bindparam("race"),
        _IN_TIME,
        or_(races.c.open_until.is_(None), races.c.open_until > bindparam("now")),
    )
    .with_for_update()
)
_HOLD = (
    select(races.c.id)
    .join(racers, racers.c.race == races.c.id)
    .where(racers.c.game_id == bindparam("game_id"), _IN_TIME)
    .with_for_update(of=races)
)
_FIRST_END = (
    update(races)
    .where(races.c.id == bindparam("race"), races.c.first_end.is_(None), _BEGUN)
    .values(first_end=bindparam("now"))
)
_JOINED = select(racers.c.game_id).where(
    and_(racers.c.race == bindparam("race"), racers.c.player == bindparam("player"))
)


class Races:
    """The table of races, and who takes part in them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def start(self, new: NewRace) -> Race | None:
        """Save a new race; return None if another one is on in its channel.

        One that nobody but its starter has joined gives way after ten minutes: it is over then.
        """
        now = self._database.now()
        values = {**new._asdict(), "started_at": now, "over": False}
        try:
            async with self._database.transaction() as connection:
                await _give_way(connection, new.channel, now)
                return Race(*(await connection.execute(_START, values)).one())
        except IntegrityError as error:
            if not is_taken(error):
                raise
            return None

    async def posted(self, race: int, message: int, *, anew: bool = False) -> None:
        """Record which message shows a race; `anew` if it replaces an earlier one."""
        await self._database.execute(_REPOSTED if anew else _POSTED, {"race": race, "posted": message})

    async def lost(self, race: int) -> None:
        """Record that no message shows a race any more."""
        await self._database.execute(_LOST, {"race": race})

    async def shown(self, race: int, state: int) -> None:
        """Record which state of its games the message of a race shows."""
        await self._database.execute(_SHOWN, {"race": race, "state": state})

    async def post_end(self, race: int, message: int = 0) -> None:
        """Record which message tells of the end of a race; 0 before it is posted, which may go unheard."""
        await self._database.execute(_END_POST, {"race": race, "posted": message})

    async def settle(self, race: int) -> None:
        """Record that nothing about a race is left to show."""
        await self._database.execute(_SETTLE, {"race": race})

    async def unshown(self, shards: Shards) -> list[Unshown]:
        """Return the races in servers of these shards that have changed, whose time is up, or that are over.

        A single look at all of them takes no more than a few milliseconds.
        """
        asked = {"now": self._database.now(), **shards._asdict()}
        rows = await self._database.execute(_UNSHOWN, asked)
        return [Unshown(Race(*row), state) for *row, state in rows]

    async def get(self, race: int) -> Race | None:
        """Return a race, or None if there is none with this id."""
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

    async def seeds(self) -> set[str]:
        """Return the seeds of all races that are not over."""
        return set((await self._database.execute(_SEEDS)).scalars())

    async def deals(self, seed: str) -> bool:
        """Whether a seed is that of a race which is not over."""
        return (await self._database.execute(_OF_SEED, {"seed": seed})).first() is not None

    async def joined(self, race: int, player: int) -> int | None:
        """Return the id of a player's game in a race; None before it is dealt."""
        found = await self._database.execute(_JOINED, {"race": race, "player": player})
        return found.scalar_one_or_none()

    async def end(self, race: int) -> bool:
        """End a race; return False if it was ended already.

        Games still in play become practice.
        """
        async with self._database.transaction() as connection:
            return await _end(connection, race)

    async def end_if_done(self, race: int, fewest: int) -> bool:
        """End a race whose time is up, or that at least `fewest` play and none is playing any more.

        Return whether it is over then. Nobody joins, ends or undoes in between.
        """
        async with self._database.transaction() as connection:
            ends_at = (await connection.execute(_HELD, {"race": race})).scalar_one_or_none()
            if ends_at is None:
                return True
            played, playing = (await connection.execute(_GAMES, {"race": race})).one()
            if ends_at > self._database.now() and (played < fewest or playing):
                return False
            return await _end(connection, race)

    async def _find(self, query: Select[Any], **values: object) -> list[Race]:
        return [Race(*row) for row in await self._database.execute(query, values)]


async def _give_way(connection: AsyncConnection, channel: int, now: datetime) -> None:
    """End the race in a channel if nobody but its starter has joined it in its first minutes."""
    asked = {"channel": channel, "begun_by": now - _ALONE}
    lonely = (await connection.execute(_LONELY, asked)).scalar_one_or_none()
    # Asked again now that nobody can join any more: somebody may have, just before.
    if lonely is not None and (await connection.execute(_LONELY, asked)).scalar_one_or_none() is not None:
        await _end(connection, lonely)


async def _end(connection: AsyncConnection, race: int) -> bool:
    if (await connection.execute(_END, {"race": race})).rowcount != 1:
        return False
    await connection.execute(_UNFINISHED_IS_PRACTICE, {"race": race})
    return True


async def enter_race(connection: AsyncConnection, race: int, player: int, now: datetime) -> Kind:
    """Return the kind of the game of a player who joins a race now.

    Raise RaceClosed if the race is over, or the player has joined it already, DealSeen if that was before all
    data about the player was deleted. Call this before anything else is locked: the end of a game locks its
    race first, then what belongs to its player.
    """
    await take_part(connection)
    # The lock on the row is exclusive: the race does not end meanwhile, and two presses take turns.
    is_open = (await connection.execute(_OPEN, {"race": race, "now": now})).one_or_none()
    joined = (await connection.execute(_JOINED, {"race": race, "player": player})).first()
    if is_open is None or joined is not None:
        raise RaceClosed("The race is over, or the player has joined it already.")
    await check_unseen(connection, player, is_open.game, is_open.seed)
    if is_open.open_until is not None:
        return Kind.QUICK
    return Kind.RACE if is_open.first_end is None else Kind.LATE


async def join_race(connection: AsyncConnection, race: int, player: int, game_id: int) -> None:
    """Record the game with which a player who has entered a race takes part."""
    await connection.execute(insert(racers), {"race": race, "player": player, "game_id": game_id})


async def hold_race(connection: AsyncConnection, game_id: int, now: datetime) -> int | None:
    """Lock and return the race that a game is part of and whose time is not up; None if there is none.

    Call this before the game is saved: ending a race locks its row first, and then those of its games.
    """
    return (await connection.execute(_HOLD, {"game_id": game_id, "now": now})).scalar_one_or_none()


async def note_end(connection: AsyncConnection, race: int, now: datetime) -> None:
    """Record that somebody has finished a race by now: players who join later may know its cards.

    An end in its first minutes makes nobody late: else the first of several could shut out the others.
    """
    await connection.execute(_FIRST_END, {"race": race, "now": now, "begun_by": now - _GATHERING})

"""Leaderboards, of a game and of a month: their places, who hides from them, and emptying them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Delete,
    Integer,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    null,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import MANY, Database, take_part, take_turns
from bot.store.results import ORDER
from bot.store.tables import (
    NO_TIEBREAK,
    UNAIDED_WIN,
    bests,
    dailies,
    games,
    hidden_players,
    races,
    ratings,
    results,
)
from idle_year.engine.daily import earliest_on

EVERYWHERE = 0
"""The guild that stands for all of them, used when a player hides by choice."""
BEST_OF_A_FAMILY = 2
"""A player's wins that count in each family: whoever plays more can only put better ones in their place."""
_UNGRADED = 1
"""The stars of a daily that has none."""


class Ranking(NamedTuple):
    """One leaderboard: of a game in a server, over a period (see `pure.days.periods`)."""

    guild: int
    game: str
    period: str


class Place(NamedTuple):
    """A player's best result on a leaderboard."""

    number: int
    """1 is the best; equal results share one."""
    player: int
    unwon: int
    """0 if it was won, else 1."""
    assisted: int
    left: int
    tiebreak: int
    moves: int
    seconds: int


class OwnPlace(NamedTuple):
    """How many players are on a leaderboard, and where one of them stands."""

    players: int
    place: Place | None
    """None if the player has no visible one."""


class MonthPlace(NamedTuple):
    """A player's place on the board of a month."""

    number: int
    """1 is the best; equal points share one."""
    position: int
    """The line that it is on, counted from 1."""
    players: int
    """How many players are on the board."""
    player: int
    points: int
    wins: int
    """Wins that count."""


class ResultRow(NamedTuple):
    """A result as it is exported: with the deal and the moves that led to it."""

    player: int
    game: str
    kind: str
    outcome: str
    assisted: int
    left: int
    tiebreak: int | None
    """None if nothing breaks a tie, or nobody knows."""
    moves: int
    seconds: int
    ended_at: datetime
    seed: str
    played: str


_RANKED = [bests.c[name] for name in ORDER]
_ORDER = [*_RANKED, bests.c.player]
# Spelt as the index begins, which has all of a leaderboard in order: counting then reads nothing else.
_ON_BOARD = and_(*(bests.c[name] == bindparam(name) for name in Ranking._fields), ~bests.c.hidden)
_PLACES = select(*(bests.c[name] for name in Place._fields[1:])).where(_ON_BOARD)
_PAGE = _PLACES.order_by(*_ORDER).offset(bindparam("start")).limit(bindparam("count"))
_OWN = _PLACES.where(bests.c.player == bindparam("player"))
_COUNT = select(func.count()).select_from(bests).where(_ON_BOARD)
_IS_BETTER = tuple_(*_RANKED) < tuple_(*(bindparam(column.name) for column in _RANKED))
_COUNT_BETTER = select(func.count(), func.count().filter(_IS_BETTER)).select_from(bests).where(_ON_BOARD)
_BETTER = select(func.count()).select_from(bests).where(_ON_BOARD, _IS_BETTER)
_HIDDEN = select(hidden_players.c.player).where(
    hidden_players.c.guild.in_(bindparam("guilds", expanding=True)),
    hidden_players.c.player.in_(bindparam("players", expanding=True)),
)
_A_READ = 200
"""Rows per read: between two reads, people can play on."""
_IDS = select(results.c.id).where(results.c.guild == bindparam("guild")).order_by(results.c.id)
_TIEBREAK = func.nullif(results.c.tiebreak, NO_TIEBREAK)
_EXPORT = (
    select(
        *(_TIEBREAK if name == "tiebreak" else results.c[name] for name in ResultRow._fields[:-2]),
        games.c.seed,
        func.coalesce(results.c.line, games.c.moves),
    )
    .join(games, games.c.id == results.c.game_id)
    .where(
        results.c.id.in_(bindparam("ids", expanding=True)),
        results.c.guild == bindparam("guild"),
        or_(results.c.day.is_(None), results.c.day < bindparam("earliest")),
        ~exists().where(
            races.c.over.is_(False), races.c.game == results.c.game, races.c.seed == games.c.seed
        ),
    )
    .order_by(results.c.id)
)

_SOME = 20
"""Results whose players come next: with them, each player's other results leave as well."""
_LAST = select(results.c.id).order_by(results.c.id.desc()).limit(1)


def page_of(found: Subquery, by: str) -> Select[Any]:
    """Return a query for a page of the players that were found, with the highest value of a column first.

    Before the columns found, which begin with `player`, come those of every place: its `number`, which equal
    values share, its `position`, which they do not, and how many `players` there are. Asked for a `page`,
    counted from 0, of `count` places, it returns the last one if there are fewer, and always the place of the
    `asker`.
    """
    ranked = select(
        func.rank().over(order_by=found.c[by].desc()).label("number"),
        func.row_number().over(order_by=(found.c[by].desc(), found.c.player)).label("position"),
        func.count().over().label("players"),
        *found.c,
    ).subquery()
    count, asked = bindparam("count", type_=BigInteger), bindparam("page", type_=BigInteger)
    last = (ranked.c.players - 1) // count
    on_page = (ranked.c.position - 1) // count == case((last < asked, last), else_=asked)
    own = ranked.c.player == bindparam("asker")
    return select(ranked).where(or_(on_page, own)).order_by(ranked.c.position)


def shown(player: Column[int]) -> ColumnElement[bool]:
    """Return whether a player may be named in the server `guild`."""
    return ~exists().where(
        hidden_players.c.player == player, hidden_players.c.guild.in_([EVERYWHERE, bindparam("guild")])
    )


_STARS = func.coalesce(dailies.c.stars, _UNGRADED)
_WON = (
    select(
        results.c.player,
        _STARS.label("stars"),
        func.row_number()
        .over(partition_by=(results.c.player, dailies.c.family), order_by=_STARS.desc())
        .label("line"),
    )
    .join(dailies, (dailies.c.day == results.c.day) & (dailies.c.game == results.c.game))
    .where(
        UNAIDED_WIN,
        results.c.guild == bindparam("guild"),
        results.c.day >= bindparam("first"),
        results.c.day <= bindparam("last"),
        shown(results.c.player),
    )
    .subquery()
)
_POINTS = (
    select(
        _WON.c.player,
        cast(func.sum(_WON.c.stars), Integer).label("points"),
        func.count().label("wins"),
    )
    .where(_WON.c.line <= BEST_OF_A_FAMILY)
    .group_by(_WON.c.player)
    .subquery()
)
_OF_MONTH = page_of(_POINTS, "points")


class Ranks:
    """The leaderboards."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, ranking: Ranking, start: int, count: int) -> list[Place]:
        """Return `count` places after skipping the first `start`, the best first; equal results share one."""
        async with self._database.statement() as connection:
            asked = {**ranking._asdict(), "start": start, "count": count}
            rows = (await connection.execute(_PAGE, asked)).all()
            if not rows:
                return []
            better = await connection.execute(_BETTER, {**ranking._asdict(), **rows[0]._asdict()})
            number = int(better.scalar_one()) + 1
        ranks = [tuple(getattr(row, name) for name in ORDER) for row in rows]
        numbers = [number if rank == ranks[0] else start + 1 + ranks.index(rank) for rank in ranks]
        return [Place(number, *row) for number, row in zip(numbers, rows, strict=True)]

    async def own_place(self, ranking: Ranking, player: int) -> OwnPlace:
        """Count the players on a leaderboard, and those above one of them: at once, as both read it all."""
        async with self._database.statement() as connection:
            own = (await connection.execute(_OWN, {**ranking._asdict(), "player": player})).one_or_none()
            if own is None:
                players = (await connection.execute(_COUNT, ranking._asdict())).scalar_one()
                return OwnPlace(int(players), None)
            counted = await connection.execute(_COUNT_BETTER, {**ranking._asdict(), **own._asdict()})
            players, better = counted.one()
            return OwnPlace(int(players), Place(int(better) + 1, *own))

    async def of_month(
        self, guild: int, first: date, last: date, *, page: int, count: int, asker: int
    ) -> list[MonthPlace]:
        """Return a page of the board of a month, whose days go from `first` to `last`, as `page_of` does.

        What each player has won of its dailies without help counts. Who hides has no place.
        """
        asked = {"guild": guild, "first": first, "last": last, "page": page, "count": count, "asker": asker}
        return [MonthPlace(*row) for row in await self._database.execute(_OF_MONTH, asked)]

    async def hide(self, guild: int, player: int) -> None:
        """Take a player off the leaderboards of a server, or of all (EVERYWHERE)."""
        async with self._database.transaction() as connection:
            await take_part(connection)
            await take_turns(connection, player)
            await connection.execute(_whose(guild, player))
            await connection.execute(insert(hidden_players), {"guild": guild, "player": player})

    async def show(self, guild: int, player: int) -> None:
        """Put a player back on the leaderboards."""
        async with self._database.transaction() as connection:
            await take_part(connection)
            await take_turns(connection, player)
            await connection.execute(_whose(guild, player))

    async def is_hidden(self, guild: int, player: int) -> bool:
        """Whether a player was taken off the leaderboards of a server, or of all (EVERYWHERE)."""
        query = select(func.count()).where(hidden_players.c.guild == guild, hidden_players.c.player == player)
        return bool((await self._database.execute(query)).scalar_one())

    async def count_hidden(self, guild: int) -> int:
        """Return how many players were taken off the leaderboards of a server."""
        query = select(func.count()).where(hidden_players.c.guild == guild)
        return int((await self._database.execute(query)).scalar_one())

    async def hidden(self, guild: int, players: Sequence[int]) -> set[int]:
        """Return which of some players are on no leaderboard of a server, by choice or by its managers'."""
        asked = {"guilds": [EVERYWHERE, guild], "players": list(players)}
        return set((await self._database.execute(_HIDDEN, asked)).scalars())

    async def reset(self, guild: int, game: str | None) -> int:
        """Empty the leaderboards of a server, or of one game there; return how many results left them.

        Players keep their results, which then belong to no server. Should the database fail halfway, some
        players have left the leaderboards with all their results, and the others with none.
        """
        async with self._database.statement() as connection:
            last = await last_result(connection)
            if game is None:
                await connection.execute(delete(ratings).where(ratings.c.guild == guild))
        gone = 0
        while True:
            async with self._database.transaction() as connection:
                some = await reset_some(connection, guild, game, last)
            if not some:
                return gone
            gone += some

    async def export(self, guild: int) -> AsyncIterator[list[ResultRow]]:
        """Yield every result of a server, some at a time; those of a daily or a race once it is over."""
        earliest = earliest_on(self._database.now())
        ids = (await self._database.execute(_IDS, {"guild": guild})).scalars().all()
        for start in range(0, len(ids), _A_READ):
            asked = {"guild": guild, "earliest": earliest, "ids": ids[start : start + _A_READ]}
            yield [ResultRow(*row) for row in await self._database.execute(_EXPORT, asked)]


def _whose(guild: int, player: int) -> Delete:
    return delete(hidden_players).where(hidden_players.c.guild == guild, hidden_players.c.player == player)


async def last_result(connection: AsyncConnection) -> int:
    """Return the id of the newest result, or 0 if there is none."""
    return (await connection.execute(_LAST)).scalar_one_or_none() or 0


async def reset_some(connection: AsyncConnection, guild: int, game: str | None, last: int) -> int:
    """Within a transaction, take some players off the leaderboards of a server, or of one game there.

    Return how many results left them; 0 once nobody has any that is as old as the one whose id is `last`. A
    player leaves with all results at once, so that a failure halfway leaves nobody with some of them.
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

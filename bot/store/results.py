"""Results, which are only ever written together with the last move of a game, and whether help was had."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    RowMapping,
    Text,
    and_,
    bindparam,
    case,
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

from bot.store.database import Database, take_turns
from bot.store.saved_game import Kind
from bot.store.tables import NO_TIEBREAK, bests, games, results

RESIGNED = "resigned"
"""The outcome of a game that was given up; the others are those of the engine."""
COUNTED = tuple(kind.value for kind in (Kind.FREE, Kind.DAILY, Kind.RACE))
"""The kinds of games that go on leaderboards: nobody has played their cards before, or chosen them."""
ORDER = ("unwon", "assisted", "left", "tiebreak", "moves", "seconds")
"""What results are ranked by, everywhere: the smaller, the better."""

ALL_TIME = "all"
_EVER = datetime(1883, 1, 1, tzinfo=UTC)


class Ended(NamedTuple):
    """How a game ended, judging by its moves; the store knows the rest."""

    outcome: str
    left: int
    """What its score is ranked by first, the smaller the better: piles or cards left, or points negated."""
    moves: int
    tiebreak: int = NO_TIEBREAK
    """What its score is ranked by next, such as the penalty of Accordion; most games have nothing more."""


class Result(NamedTuple):
    """How a game ended, as stored."""

    kind: str
    outcome: str
    assisted: int
    """1 if its player had help with the deal (see `bot.store.results`), else 0."""
    left: int
    moves: int
    seconds: int
    lost_by: int | None
    """Which move lost a winnable game, from 1 on; 0 if none did, None if nobody has looked."""


class Record(NamedTuple):
    """How many games a player has ended, and how many of them were won."""

    played: int
    won: int


_KEEP = insert(results)
_DROP = delete(results).where(results.c.game_id == bindparam("key")).returning(*results.c)
_DETACH = update(games).where(games.c.id == bindparam("key")).values(guild=null())
_ONE = select(*(results.c[name] for name in Result._fields)).where(results.c.game_id == bindparam("key"))
_LOST_BY = (
    update(results)
    .where(
        results.c.game_id.in_(
            select(games.c.id).where(games.c.id == bindparam("key"), games.c.version == bindparam("seen"))
        )
    )
    .values(lost_by=bindparam("number"))
)
_RECORD = select(func.count(), func.count().filter(results.c.outcome == "won")).where(
    results.c.player == bindparam("player"), results.c.game == bindparam("game")
)
_WHOSE = ("player", "guild", "game")
_RANKED = (*_WHOSE, *ORDER)
_OWN = and_(*(bests.c[name] == bindparam(name) for name in _WHOSE))
_VACANT = ~exists().where(_OWN, bests.c.period == bindparam("period"))
_IN_ITS_PERIODS = bests.c.period.in_(bindparam("periods", expanding=True))
# Better ones stay: they need not be searched for among thousands of results. Days and months that are over
# go, as nobody asks for them any more; in the next ones another process may be already.
_MAKE_ROOM = delete(bests).where(
    _OWN,
    or_(
        and_(
            _IN_ITS_PERIODS,
            tuple_(*(bests.c[name] for name in ORDER)) >= tuple_(*(bindparam(name) for name in ORDER)),
        ),
        and_(~_IN_ITS_PERIODS, bests.c.period < bindparam("day")),
    ),
)
_ENTER = insert(bests).from_select(
    [*_RANKED, "period"],
    select(*(bindparam(name, type_=bests.c[name].type) for name in (*_RANKED, "period"))).where(_VACANT),
)
_ENTER_NEXT = insert(bests).from_select(
    [*_RANKED, "period"],
    select(*(results.c[name] for name in _RANKED), bindparam("period", type_=Text))
    .where(
        *(results.c[name] == bindparam(name) for name in _WHOSE),
        results.c.ended_at >= bindparam("since"),
        or_(*(results.c.kind == kind for kind in COUNTED)),
        results.c.outcome != RESIGNED,
        _VACANT,
    )
    .order_by(*(results.c[name] for name in ORDER))
    .limit(1),
)

# Nothing is stored for help: the games' own counts are enough, and are saved before it is given.
_ANY = games.alias("any_game")
_HAD_HELP = exists().where(
    *(_ANY.c[name] == games.c[name] for name in ("owner", "game", "seed")),
    or_(
        _ANY.c.undos > 0,
        _ANY.c.hints > 0,
        _ANY.c.checks > 0,
        # Playing the same cards in a second game lets a player try out in one what to play in the other.
        and_(_ANY.c.id != games.c.id, _ANY.c.moves != ""),
    ),
)
_WITH_HELP = select(_HAD_HELP).where(games.c.id == bindparam("key"))
# What comes after the end of a game does not change its result.
_ASSISTED = (
    select(games.c.id)
    .outerjoin(results, results.c.game_id == games.c.id)
    .where(
        games.c.id.in_(bindparam("keys", expanding=True)),
        case((results.c.id.is_not(None), results.c.assisted == 1), else_=_HAD_HELP),
    )
)


class Results:
    """The table of results."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, player: int, game: str) -> Record:
        """Return how many games of a kind a player has ended, and how many of them were won."""
        played, won = (await self._database.execute(_RECORD, {"player": player, "game": game})).one()
        return Record(played, won)

    async def of(self, game_id: int) -> Result | None:
        """Return the result of a game, or None if it has none."""
        row = (await self._database.execute(_ONE, {"key": game_id})).one_or_none()
        return None if row is None else Result(*row)

    async def save_lost_by(self, game_id: int, seen_version: int, number: int) -> None:
        """Save which move lost a game, 0 if none did; do nothing if the game is at another version."""
        values = {"key": game_id, "seen": seen_version, "number": number}
        await self._database.execute(_LOST_BY, values)


async def save_result(connection: AsyncConnection, game: RowMapping, ended: Ended) -> None:
    """Save how a game that was just saved ended, and rank it among its player's others."""
    assisted = await had_help(connection, game["id"])
    result, now = _row(game, ended, assisted=assisted), periods(game["updated_at"])
    await connection.execute(_KEEP, result)
    if _counts(result):
        # If two of a player's games ended concurrently, neither would see what the other one enters.
        await take_turns(connection, result["player"])
        rank = {name: result[name] for name in _RANKED}
        await connection.execute(_MAKE_ROOM, {**rank, "periods": now, "day": now[0]})
        await connection.execute(_ENTER, [{**rank, "period": period} for period in now])


async def drop_result(connection: AsyncConnection, game: RowMapping) -> bool:
    """Delete the result of a game that is in play again; return False if it has none.

    The player's next best result takes its place.
    """
    result = (await connection.execute(_DROP, {"key": game["id"]})).mappings().one_or_none()
    if result is None:
        return False
    if result["guild"] is None:
        # Its leaderboard was emptied meanwhile, or it was never on one.
        await connection.execute(_DETACH, {"key": game["id"]})
    if _counts(result):
        await _give_way(connection, game, result)
    return True


async def _give_way(connection: AsyncConnection, game: RowMapping, result: RowMapping) -> None:
    """Put a player's next best result where a deleted one was."""
    await take_turns(connection, result["player"])
    midnight = game["updated_at"].replace(hour=0, minute=0, second=0, microsecond=0)
    starts = dict(zip(periods(midnight), (midnight, midnight.replace(day=1), _EVER), strict=True))
    rank = {name: result[name] for name in _RANKED}
    day, *_ = starts
    await connection.execute(_MAKE_ROOM, {**rank, "periods": list(starts), "day": day})
    whose = {name: result[name] for name in _WHOSE}
    await connection.execute(
        _ENTER_NEXT, [{**whose, "period": period, "since": start} for period, start in starts.items()]
    )


def _counts(result: RowMapping | dict[str, Any]) -> bool:
    """Whether a result goes on leaderboards."""
    return result["guild"] is not None and result["kind"] in COUNTED and result["outcome"] != RESIGNED


def periods(moment: datetime) -> tuple[str, str, str]:
    """Return the periods that a moment in UTC belongs to: its day, its month, and all time."""
    day = moment.date().isoformat()
    return day, day[:7], ALL_TIME


def _row(game: RowMapping, ended: Ended, *, assisted: bool) -> dict[str, Any]:
    copied = ("guild", "game", "day")
    return {
        **{name: game[name] for name in copied},
        **ended._asdict(),
        "kind": _kind(game),
        "game_id": game["id"],
        "player": game["owner"],
        "unwon": int(ended.outcome != "won"),
        "assisted": int(assisted),
        # The clock may have been set back, or be that of another machine.
        "seconds": max(0, int((game["updated_at"] - game["created_at"]).total_seconds())),
        "ended_at": game["updated_at"],
    }


def _kind(game: RowMapping) -> str:
    """Return the kind a game counts as: once a daily's day is over its key is public, so it is practice."""
    late = game["day"] is not None and game["updated_at"].date() > game["day"]
    return Kind.PRACTICE.value if late else str(game["kind"])


async def had_help(connection: AsyncConnection, game_id: int) -> bool:
    """Whether a game that ends now is assisted."""
    return bool((await connection.execute(_WITH_HELP, {"key": game_id})).scalar_one())


async def assisted_of(connection: AsyncConnection, game_ids: list[int]) -> set[int]:
    """Return which of some games are assisted, by their results or as they stand."""
    return set((await connection.execute(_ASSISTED, {"keys": game_ids})).scalars())

"""Results, only ever written together with the last move of a game (`games.py`), and which are assisted.

A result changes only for a better one: a game that is reopened keeps it, even if it then ends worse.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    FromClause,
    RowMapping,
    Tuple,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.pure.days import periods
from bot.store.database import Database, take_turns
from bot.store.saved_game import RACED, Kind, Seen
from bot.store.tables import NO_TIEBREAK, bests, games, racers, races, results
from idle_year.engine.daily import is_over

RESIGNED = "resigned"
"""The outcome of a game that was given up; the others are those of the engine."""
COUNTED = tuple(kind.value for kind in (Kind.FREE, Kind.DAILY, Kind.RACE))
"""The kinds of games that go on leaderboards: nobody has played their cards before, or chosen them."""
ORDER = ("unwon", "assisted", "left", "tiebreak", "moves", "seconds")
"""What results are ranked by, everywhere: the smaller, the better."""


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
    tiebreak: int = NO_TIEBREAK
    from_before: bool = False
    """Whether other moves led to it than those of the game now, which has been reopened since."""

    @property
    def unwon(self) -> bool:
        """What results are ranked by first."""
        return self.outcome != "won"

    @property
    def rank(self) -> tuple[int, ...]:
        """What it is ranked by: the smaller, the better."""
        return tuple(getattr(self, name) for name in ORDER)


class Record(NamedTuple):
    """How many games a player has ended, and how many of them were won."""

    played: int
    won: int


_SAVE = insert(results)
_REPLACE = update(results).where(results.c.game_id == bindparam("key"))
# What a game was when it ended, kept from the moment it is reopened.
_SAVE_LINE = (
    update(results)
    .where(results.c.game_id == bindparam("key"), results.c.line.is_(None))
    .values(
        line=select(games.c.moves)
        .where(games.c.id == bindparam("key"), games.c.version == bindparam("seen"))
        .scalar_subquery()
    )
)
_FROM_BEFORE = and_(results.c.line.is_not(None), results.c.line != games.c.moves)
_COLUMNS = *(results.c[name] for name in Result._fields[:-1]), _FROM_BEFORE.label("from_before")
_ONE = select(*_COLUMNS).select_from(results.join(games)).where(results.c.game_id == bindparam("key"))
_SOME = (
    select(*_COLUMNS, results.c.game_id)
    .select_from(results.join(games))
    .where(results.c.game_id.in_(bindparam("keys", expanding=True)))
)
_LOST_BY = (
    update(results)
    .where(
        results.c.game_id.in_(
            select(games.c.id).where(games.c.id == bindparam("key"), games.c.version == bindparam("seen"))
        ),
        or_(
            results.c.line.is_(None),
            results.c.line == select(games.c.moves).where(games.c.id == bindparam("key")).scalar_subquery(),
        ),
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
_AT_ITS_END = (
    select(
        _HAD_HELP.label("had_help"),
        results.c.id,
        results.c.kind,
        results.c.guild,
        *(results.c[name] for name in ORDER),
    )
    .select_from(games.outerjoin(results))
    .where(games.c.id == bindparam("key"))
)
# What comes after the end of a game does not change its result.
_ASSISTED = (
    select(games.c.id)
    .outerjoin(results, results.c.game_id == games.c.id)
    .where(
        games.c.id.in_(bindparam("keys", expanding=True)),
        case((results.c.id.is_not(None), results.c.assisted == 1), else_=_HAD_HELP),
    )
)

# Of two racers, the result of each; late ones rank below the others.
_ONE_S, _OTHER_S, _OTHER_RACER = results.alias("one_s"), results.alias("other_s"), racers.alias("other_racer")


def _place(of: FromClause) -> Tuple:
    """Return what a result in a race is ranked by."""
    return tuple_(case((of.c.kind == Kind.LATE.value, 1), else_=0), *(of.c[name] for name in ORDER))


def _finished(of: FromClause, player: str) -> ColumnElement[bool]:
    return and_(of.c.player == bindparam(player), of.c.kind.in_(RACED), of.c.outcome != RESIGNED)


_DUEL = (
    select(
        func.count().filter(_place(_ONE_S) < _place(_OTHER_S)),
        func.count().filter(_place(_OTHER_S) < _place(_ONE_S)),
    )
    .select_from(_ONE_S)
    .join(racers, racers.c.game_id == _ONE_S.c.game_id)
    .join(races, races.c.id == racers.c.race)
    .join(_OTHER_RACER, _OTHER_RACER.c.race == races.c.id)
    .join(_OTHER_S, _OTHER_S.c.game_id == _OTHER_RACER.c.game_id)
    .where(
        races.c.guild == bindparam("guild"),
        races.c.over.is_(True),
        _finished(_ONE_S, "one"),
        _finished(_OTHER_S, "other"),
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

    async def of_games(self, game_ids: list[int]) -> dict[int, Result]:
        """Return the results of some games, by the game's id; those without one are missing."""
        rows = await self._database.execute(_SOME, {"keys": game_ids})
        return {game_id: Result(*row) for *row, game_id in rows}

    async def duel(self, guild: int, one: int, other: int) -> tuple[int, int]:
        """Return how many races of a server each of two players has won that both have finished."""
        asked = {"guild": guild, "one": one, "other": other}
        won, lost = (await self._database.execute(_DUEL, asked)).one()
        return won, lost

    async def save_lost_by(self, game_id: int, seen_version: int, number: int) -> None:
        """Save which move lost a game, 0 if none did; do nothing if the game is at another version."""
        values = {"key": game_id, "seen": seen_version, "number": number}
        await self._database.execute(_LOST_BY, values)


async def save_result(connection: AsyncConnection, game: RowMapping, ended: Ended) -> None:
    """Save how a game that was just saved ended, and rank it among its player's others.

    Without a move there is nothing to save, but for the daily that counts: giving that up is a loss.
    If it has a result already, because it was reopened, that stays unless this one is better.
    """
    if not ended.moves and _kind(game) != Kind.DAILY.value:
        return
    known = (await connection.execute(_AT_ITS_END, {"key": game["id"]})).mappings().one()
    result = _row(game, ended, assisted=bool(known["had_help"]))
    if known["id"] is None:
        await connection.execute(_SAVE, result)
    elif _is_better(result, known):
        # Its leaderboard may have been emptied meanwhile. Runs of wins go on from where it was in them.
        result = {**result, "guild": known["guild"], "line": None, "lost_by": None}
        del result["ended_at"]
        await connection.execute(_REPLACE.values(result), {"key": game["id"]})
    else:
        return
    if _counts(result):
        # A daily belongs to its own day, also if it ends in the hour after it.
        await _rank(connection, result, periods(result["day"] or game["updated_at"].date()))


async def save_line(connection: AsyncConnection, seen: Seen) -> bool:
    """Save with the result of a game that is being reopened which moves led to it; return False without one.

    Call this before the game is saved.
    """
    return (await connection.execute(_SAVE_LINE, {"key": seen.id, "seen": seen.version})).rowcount == 1


async def _rank(connection: AsyncConnection, result: dict[str, Any], now: tuple[str, str, str]) -> None:
    # If two of a player's games ended concurrently, neither would see what the other one enters.
    await take_turns(connection, result["player"])
    rank = {name: result[name] for name in _RANKED}
    await connection.execute(_MAKE_ROOM, {**rank, "periods": now, "day": now[0]})
    await connection.execute(_ENTER, [{**rank, "period": period} for period in now])


def _is_better(result: dict[str, Any], known: RowMapping) -> bool:
    """Whether a result takes the place of an earlier one of the same game, if it counts alike."""
    alike = result["kind"] == known["kind"] and result["outcome"] != RESIGNED
    return alike and [result[name] for name in ORDER] < [known[name] for name in ORDER]


def _counts(result: dict[str, Any]) -> bool:
    """Whether a result goes on leaderboards."""
    return result["guild"] is not None and result["kind"] in COUNTED and result["outcome"] != RESIGNED


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
        "seconds": game["seconds"],
        "ended_at": game["updated_at"],
    }


def _kind(game: RowMapping) -> str:
    """Return the kind a game counts as: once a daily is over its key is public, so it is practice."""
    late = game["day"] is not None and is_over(game["day"], game["updated_at"])
    return Kind.PRACTICE.value if late else str(game["kind"])


async def assisted_of(connection: AsyncConnection, game_ids: list[int]) -> set[int]:
    """Return which of some games are assisted, by their results or as they stand."""
    return set((await connection.execute(_ASSISTED, {"keys": game_ids})).scalars())

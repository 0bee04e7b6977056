"""The queries on results, which are written together with the last move of a game and never alone."""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, bindparam, delete, func, insert, literal, select, update

from bot.store.saved_game import Kind
from bot.store.tables import bests, games, results

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, RowMapping
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.database import Database

RESIGNED = "resigned"
"""The outcome of a game that was given up; the others are those of the engine."""
COUNTED = tuple(kind.value for kind in (Kind.FREE, Kind.DAILY, Kind.RACE))
"""The kinds of games that stand on leaderboards: nobody has played their cards before."""
ORDER = ("assisted", "left", "moves", "seconds")
"""By what results are ranked: the smaller, the better."""


class Ended(NamedTuple):
    """How a game ended, by its moves; the store knows the rest."""

    outcome: str
    left: int
    """What its score is ranked by, the smaller the better: piles or cards left, or points below nothing."""
    moves: int


class Result(NamedTuple):
    """How a game ended, as it is kept."""

    kind: str
    outcome: str
    assisted: int
    """1 with any undo, hint or check; else 0."""
    left: int
    moves: int
    seconds: int
    lost_by: int | None
    """Which move lost a game that could be won, from 1 on; 0 where none did, None where nobody has looked."""


class Record(NamedTuple):
    """How many games a player has ended, and how many of them were won."""

    played: int
    won: int


_GAME = select(games).where(games.c.id == bindparam("key"))
_OLD = delete(results).where(results.c.game_id == bindparam("key"))
_OLD_BESTS = delete(bests).where(
    bests.c.result.in_(select(results.c.id).where(results.c.game_id == bindparam("key")))
)
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


class Results:
    """The table of results."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, player: int, game: str) -> Record:
        """Return how many games of a kind a player has ended, and how many of them were won."""
        async with self._database.statement() as connection:
            played, won = (await connection.execute(_RECORD, {"player": player, "game": game})).one()
            return Record(played, won)

    async def of(self, game_id: int) -> Result | None:
        """Return the result of a game, or None where it has none."""
        async with self._database.statement() as connection:
            row = (await connection.execute(_ONE, {"key": game_id})).one_or_none()
            return None if row is None else Result(*row)

    async def keep_lost_by(self, game_id: int, seen_version: int, number: int) -> None:
        """Keep which move lost a game, 0 if none did; nothing where the game is at another version."""
        values = {"key": game_id, "seen": seen_version, "number": number}
        async with self._database.statement() as connection:
            await connection.execute(_LOST_BY, values)


async def keep_result(connection: AsyncConnection, game_id: int, ended: Ended | None) -> None:
    """Keep how a game has just ended in place of an older end; None if it is in play again.

    The rows that rank it among its player's others are written anew with it.
    """
    game = (await connection.execute(_GAME, {"key": game_id})).mappings().one()
    before = (
        await connection.execute(select(results.c.ended_at).where(results.c.game_id == game_id))
    ).scalar_one_or_none()
    if before is not None:
        await connection.execute(_OLD_BESTS, {"key": game_id})
        await connection.execute(_OLD, {"key": game_id})
        await _rank(connection, game, before)
    if ended is not None:
        await connection.execute(insert(results), _row(game, ended))
        await _rank(connection, game, game["updated_at"])


ALL_TIME = "all"


def periods(moment: datetime) -> tuple[str, str, str]:
    """Return the periods that a moment in UTC belongs to: its day, its month, and all time."""
    day = moment.date().isoformat()
    return day, day[:7], ALL_TIME


def _within(period: str) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that a result ended in a period."""
    if period == ALL_TIME:
        return ()
    whole_month = len(period) == len("2026-11")
    start = datetime.fromisoformat(f"{period}-01" if whole_month else period).replace(tzinfo=UTC)
    days = monthrange(start.year, start.month)[1] if whole_month else 1
    return results.c.ended_at >= start, results.c.ended_at < start + timedelta(days=days)


def _row(game: RowMapping, ended: Ended) -> dict[str, Any]:
    copied = ("guild", "game", "day")
    return {
        **{name: game[name] for name in copied},
        **ended._asdict(),
        "kind": _kind(game),
        "game_id": game["id"],
        "player": game["owner"],
        "assisted": int(bool(game["undos"] or game["hints"] or game["checks"])),
        "seconds": int((game["updated_at"] - game["created_at"]).total_seconds()),
        "ended_at": game["updated_at"],
    }


def _kind(game: RowMapping) -> str:
    """Return as what a game counts: a daily's key is public once its day is over, and then it is practice."""
    late = game["day"] is not None and game["updated_at"].date() > game["day"]
    return Kind.PRACTICE.value if late else str(game["kind"])


async def _rank(connection: AsyncConnection, game: RowMapping, moment: datetime) -> None:
    """Find anew which of a player's results is the best, in each period that a moment belongs to."""
    if game["guild"] is None or game["kind"] not in COUNTED:
        return
    whose = {"guild": game["guild"], "game": game["game"], "player": game["owner"]}
    for period in periods(moment):
        mine = and_(*(bests.c[name] == value for name, value in whose.items()), bests.c.period == period)
        await connection.execute(delete(bests).where(mine))
        columns = [*whose, *ORDER]
        best = (
            select(*(results.c[name] for name in columns), results.c.id, literal(period))
            .where(
                *(results.c[name] == value for name, value in whose.items()),
                results.c.kind.in_(COUNTED),
                results.c.outcome != RESIGNED,
                *_within(period),
            )
            .order_by(*(results.c[name] for name in ORDER), results.c.id)
            .limit(1)
        )
        await connection.execute(insert(bests).from_select([*columns, "result", "period"], best))

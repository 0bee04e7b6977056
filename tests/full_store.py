"""A database to measure on: made-up results of very many people over a year."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Insert, func, insert, literal, select
from sqlalchemy.ext.asyncio import create_async_engine

from bot.pure.days import periods
from bot.store import EVERYWHERE, Daily
from bot.store.database import Database
from bot.store.results import ORDER
from bot.store.tables import bests, dailies, games, hidden_players, results
from bot.store.transfer import set_last_id
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import games_of

PLAYERS, SERVERS = 20_000, 500
KEENEST, LARGEST = 1, 1
"""The player of one result in 140, and the server of one in 22."""
GAMES = tuple(games_of(family)[0].id for family in FAMILIES)
"""The first of them has nearly half the results."""
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
YESTERDAY = NOW.date() - timedelta(1)
MOVES = "12<<< 8< " * 20
_A_YEAR = timedelta(365)
_AT_ONCE = 10_000  # rows
_ONE_HIDES_OF = 20


async def fill(url: str, rows: int) -> None:
    """Put this many results into a database with empty tables, with all that belongs to them."""
    database, chance = Database(url), random.Random(1883)  # noqa: S311  made up, not a secret
    # Like a migration, it waits for answers as long as it takes: an index on millions of rows takes minutes.
    async with database.migration() as connection:
        await connection.run_sync(_drop_indexes)
        for first in range(1, rows + 1, _AT_ONCE):
            numbers = range(first, min(first + _AT_ONCE, rows + 1))
            some = [_made_up(number, NOW - _A_YEAR * (1 - number / rows), chance) for number in numbers]
            await connection.execute(insert(games), [game for game, _ in some])
            await connection.execute(insert(results), [result for _, result in some])
        for period, start in zip(periods(NOW.date()), _starts(), strict=True):
            await connection.execute(_rank(period, start))
        hidden = range(_ONE_HIDES_OF, PLAYERS, _ONE_HIDES_OF)
        await connection.execute(
            insert(hidden_players), [{"guild": EVERYWHERE, "player": player} for player in hidden]
        )
        await connection.execute(insert(dailies), [daily._asdict() for daily in dailies_of_yesterday()])
        await connection.run_sync(_create_indexes)
        await set_last_id(connection, games, rows)
    if database.is_shared:
        await _vacuum(url)
    await database.close()


async def _vacuum(url: str) -> None:
    """Have PostgreSQL look at all that has changed, as it does by itself some minutes later."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.exec_driver_sql("VACUUM ANALYZE")
    await engine.dispose()


def one_of(most: int, chance: random.Random) -> int:
    """Return a number from 1 to `most`; the smaller, the likelier."""
    return int(chance.random() ** 2 * most) + 1


def _drop_indexes(connection: Connection) -> None:
    """Drop the indexes: creating them once all rows are there takes a fraction of the time."""
    for table in (games, results, bests):
        for index in table.indexes:
            index.drop(connection)


def _create_indexes(connection: Connection) -> None:
    for table in (games, results, bests):
        for index in table.indexes:
            index.create(connection)


def _made_up(number: int, ended: datetime, chance: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a row of both tables; a few players, servers and games have most of the results, as in life."""
    player, guild = one_of(PLAYERS, chance), one_of(SERVERS, chance)
    both = {"guild": guild, "game": GAMES[one_of(len(GAMES), chance) - 1]}
    game = {
        **both,
        "id": number,
        "owner": player,
        "channel": guild,
        "revision": 1,
        "seed": f"s{number}",
        "moves": MOVES,
        "undone": "",
        "version": 40,
        "status": "finished",
        "kind": "free",
        "public": False,
        "created_at": ended,
        "updated_at": ended,
    }
    outcome = chance.choice(("won", "stuck"))
    result = {
        **both,
        "game_id": number,
        "player": player,
        "outcome": outcome,
        "unwon": int(outcome != "won"),
        "assisted": chance.randrange(2),
        "left": chance.randrange(1, 20),
        "tiebreak": chance.randrange(52),
        "moves": 40,
        "seconds": chance.randrange(1000),
        "ended_at": ended,
        # Every fifth result is from a daily.
        **({"kind": "daily", "day": ended.date()} if number % 5 == 0 else {"kind": "free", "day": None}),
    }
    return game, result


def _starts() -> tuple[datetime, datetime, datetime]:
    """Return when the day, the month and all time began."""
    midnight = NOW.replace(hour=0)
    return midnight, midnight.replace(day=1), NOW - _A_YEAR


def _rank(period: str, start: datetime) -> Insert:
    """Return the statement that fills a period's leaderboards from all results at once."""
    whose = [results.c.player, results.c.guild, results.c.game]
    order = [results.c[name] for name in ORDER]
    number = func.row_number().over(partition_by=whose, order_by=order).label("number")
    ranked = select(*whose, *order, number).where(results.c.ended_at >= start).subquery()
    kept = [column for column in ranked.c if column.name != "number"]
    best = select(*kept, literal(period)).where(ranked.c.number == 1)
    return insert(bests).from_select(["player", "guild", "game", *ORDER, "period"], best)


def dailies_of_yesterday() -> Iterator[Daily]:
    """Yield a daily of each family."""
    for family, game in zip(FAMILIES, GAMES, strict=True):
        yield Daily(YESTERDAY, family, game, 1, "seed", "key", 0, 3, None)

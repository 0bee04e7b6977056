"""The measurement behind `idleyear bench store`: questions to a database that many people have played on."""

from __future__ import annotations

import random
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import func, insert, literal, select, true

from bot.cli.bench_solvers import percentiles
from bot.engine.daily import FAMILIES
from bot.engine.games import family as find_family
from bot.engine.games import find_game
from bot.service.daily import Dailies
from bot.service.digest import Digests
from bot.service.stats import Stats
from bot.service.thinking import Thinker
from bot.store import Board, Daily, NewGame, Status, open_store, periods
from bot.store.database import Database
from bot.store.results import ORDER
from bot.store.tables import bests, games, results

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from sqlalchemy import ColumnElement, Insert

    from bot.store import Store

Question: TypeAlias = "Callable[[Store, random.Random], Awaitable[object]]"
_PLAYERS, _GUILDS = 20_000, 500
"""The keenest player has played one game in 140, and the largest server has seen one in 22."""
_GAMES = ("accordion", "parlett", "royal-marriage", "cribbage", "pyramid")
_AT_ONCE = 10_000  # rows
_NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
_YESTERDAY = _NOW.date() - timedelta(1)
_MOVES = "12<<< 8< " * 20


async def measure(rows: int, questions: int) -> dict[str, dict[str, float]]:
    """Fill a database of SQLite with results; return percentiles in milliseconds for each question."""
    with tempfile.TemporaryDirectory(prefix="idle-year-bench-") as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
        async with await open_store(url, lambda: _NOW) as store:
            await _fill(url, rows)
            for family in FAMILIES:
                game = find_family(family)[0].id
                await store.dailies.keep(Daily(_YESTERDAY, family, game, 1, "seed", "key", 0, 3, None))
            chance = random.Random(1883)  # noqa: S311  what is asked, not a secret
            asked = {name: await _timed(ask, store, chance, questions) for name, ask in _QUESTIONS.items()}
            return {name: percentiles(times) for name, times in asked.items()}


async def _fill(url: str, rows: int) -> None:
    database = Database(url)
    async with database.transaction() as connection:
        for first in range(1, rows + 1, _AT_ONCE):
            some = list(_made_up(first, min(_AT_ONCE, rows + 1 - first)))
            await connection.execute(insert(games), [game for game, _ in some])
            await connection.execute(insert(results), [result for _, result in some])
        this_month = results.c.ended_at >= _NOW.replace(day=1, hour=0)
        for period, where in (("2026-11", this_month), ("all", true())):
            await connection.execute(_rank(period, where))
    await database.close()


def _one_of(most: int, chance: random.Random) -> int:
    """Return a number from 1 on; the smaller it is, the more often it comes."""
    return int(chance.random() ** 2 * most) + 1


def _made_up(first: int, count: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield rows of both tables; a few players and servers play most of the games, as it is."""
    for number in range(first, first + count):
        chance = random.Random(number)  # noqa: S311  made up, not a secret
        player, guild = _one_of(_PLAYERS, chance), _one_of(_GUILDS, chance)
        ended = _NOW - timedelta(minutes=chance.randrange(60 * 24 * 365))
        ids = {"guild": guild, "game": chance.choice(_GAMES), "kind": "free"}
        game = {
            **ids,
            "id": number,
            "owner": player,
            "channel": guild,
            "revision": 1,
            "seed": f"s{number}",
            "moves": _MOVES,
            "undone": "",
            "version": 40,
            "status": "finished",
            "public": False,
            "created_at": ended,
            "updated_at": ended,
        }
        result = {
            **ids,
            "game_id": number,
            "player": player,
            "outcome": chance.choice(("won", "stuck")),
            "assisted": chance.randrange(2),
            "left": chance.randrange(1, 20),
            "moves": 40,
            "seconds": chance.randrange(1000),
            "ended_at": ended,
            # Every fifth result is that of a daily.
            **({"kind": "daily", "day": ended.date()} if number % 5 == 0 else {"day": None}),
        }
        yield game, result


def _rank(period: str, where: ColumnElement[bool]) -> Insert:
    """Return the statement that fills the leaderboards of a period from all results at once."""
    whose = [results.c.guild, results.c.game, results.c.player]
    order = [results.c[name] for name in ORDER]
    number = func.row_number().over(partition_by=whose, order_by=[*order, results.c.id]).label("number")
    ranked = select(*whose, *order, results.c.id, number).where(where).subquery()
    kept = [column for column in ranked.c if column.name != "number"]
    best = select(*kept, literal(period)).where(ranked.c.number == 1)
    return insert(bests).from_select(["guild", "game", "player", *ORDER, "result", "period"], best)


async def _timed(ask: Question, store: Store, chance: random.Random, questions: int) -> list[float]:
    times = []
    for _ in range(questions):
        start = time.perf_counter()
        await ask(store, chance)
        times.append((time.perf_counter() - start) * 1000)
    return times


def _board(chance: random.Random) -> Board:
    return Board(1, chance.choice(_GAMES), chance.choice(periods(_NOW)[1:]))


async def _page(store: Store, chance: random.Random) -> object:
    return await store.ranks.page(_board(chance), 10 * chance.randrange(20), 10)


async def _rank_of(store: Store, chance: random.Random) -> object:
    return await store.ranks.place_of(_board(chance), _one_of(_PLAYERS, chance))


async def _size(store: Store, chance: random.Random) -> object:
    return await store.ranks.size(_board(chance))


async def _stats(store: Store, chance: random.Random) -> object:
    """Ask all that /stats of a game asks."""
    return await Stats(store).of_game(_one_of(_PLAYERS, chance), find_game(chance.choice(_GAMES)), 1)


async def _digest(store: Store, chance: random.Random) -> object:
    """Compose the digest of a server: dailies, places, streak and what binds the coming ones."""
    thinker = Thinker()
    digest = await Digests(store, Dailies(store, thinker)).compose(_one_of(_GUILDS, chance), _YESTERDAY)
    thinker.close()
    return digest


async def _save(store: Store, chance: random.Random) -> object:
    game = await store.games.create(NewGame(chance.randrange(2**40), 1, 1, "accordion", 1, "x"))
    return await store.games.save(game.id, seen_version=1, moves="2<", undone="", status=Status.PLAYING)


_QUESTIONS = {
    "leaderboard page": _page,
    "rank of a player": _rank_of,
    "size of a leaderboard": _size,
    "stats of a player": _stats,
    "digest of a server": _digest,
    "deal and save a move": _save,
}

"""`store`: questions to a database that many people have played on."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Annotated, TypeAlias

import typer
from sqlalchemy import inspect

from bot.cli.terminal import AsJson
from bot.pure.days import periods
from bot.service.daily import Dailies
from bot.service.digest import Digests
from bot.service.kernels import Preparation
from bot.service.lookup import Lookup
from bot.service.ranks import A_PAGE, Period, Ranks
from bot.service.stats import Stats
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import (
    Ended,
    Kind,
    NewGame,
    NewVersion,
    Ranking,
    SavedGame,
    Seen,
    Status,
    Store,
    StoreError,
    StoreFailing,
    open_store,
)
from bot.store.database import Database
from bot.store.troubles import reason_of
from idle_year.engine.games import find_game
from lab.figures import percentiles, tell_times
from tests import full_store
from tests.full_store import GAMES, KEENEST, LARGEST, MOVES, NOW, YESTERDAY, one_of

Question: TypeAlias = "Callable[[Store, random.Random], Awaitable[Awaitable[object]]]"
"""Prepares a question and returns it; timing begins when that is awaited."""
_PAGES = full_store.PLAYERS // A_PAGE
"""As many as a leaderboard of everybody has. Most have fewer, and show their last, which takes longest."""


Rows = Annotated[int, typer.Option(min=1, max=10**8, help="How many results to put into the database.")]
NewDatabase = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="A new database to fill, such as postgresql+asyncpg://user@host/name, which stays. By default, "
        "it is a SQLite file that is deleted.",
    ),
]
Questions = Annotated[int, typer.Option(min=10, max=10**6, help="How often to ask each question.")]


def store(
    rows: Rows = 1_000_000, questions: Questions = 1000, database: NewDatabase = None, as_json: AsJson = False
) -> None:
    """Time questions to a large database, and saving moves in it; a million results need 1 GB of disk."""
    try:
        figures = asyncio.run(_measure(rows, questions, database))
    except StoreError as error:
        raise typer.TyperException(str(error)) from None
    tell_times(figures, as_json=as_json)


async def _measure(rows: int, questions: int, database: str | None) -> dict[str, dict[str, float]]:
    """Fill a database with results; return percentiles in milliseconds for each question.

    Without an address, that is a SQLite file, which is deleted afterwards. Raise StoreError if the database
    at the address has tables already, or cannot be opened.
    """
    with tempfile.TemporaryDirectory(prefix="idle-year-bench-") as folder:
        url = database or f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
        await _check_is_new(url)
        async with await open_store(url, lambda: NOW) as store:
            await full_store.fill(url, rows)
            return await ask_all(store, questions)


async def _check_is_new(url: str) -> None:
    database = Database(url)
    try:
        async with database.statement() as connection:
            if await connection.run_sync(lambda sync: inspect(sync).get_table_names()):
                raise StoreError("There are tables in the database already: name a new one.")
    except StoreFailing as error:
        raise StoreError(f"The database cannot be opened: {reason_of(error)}.") from error
    finally:
        await database.close()


async def ask_all(store: Store, questions: int) -> dict[str, dict[str, float]]:
    """Ask each question so many times; return percentiles in milliseconds."""
    chance = random.Random(1905)  # noqa: S311  what is asked, not a secret
    asked = {name: await _timed(ask, store, chance, questions) for name, ask in _QUESTIONS.items()}
    return {name: percentiles(times) for name, times in asked.items()}


async def _timed(ask: Question, store: Store, chance: random.Random, questions: int) -> list[float]:
    times = []
    for _ in range(questions):
        question = await ask(store, chance)
        start = time.perf_counter()
        await question
        times.append((time.perf_counter() - start) * 1000)
    return times


async def _page(store: Store, chance: random.Random) -> Awaitable[object]:
    """Ask for any page of any leaderboard of the largest server, with the asker's own place."""
    game, asker = find_game(chance.choice(GAMES)), one_of(full_store.PLAYERS, chance)
    return Ranks(store).look(LARGEST, asker, game, chance.choice(tuple(Period)), chance.randrange(_PAGES))


async def _rank(store: Store, chance: random.Random) -> Awaitable[object]:
    board = Ranking(LARGEST, chance.choice(GAMES), chance.choice(periods(NOW.date())))
    return store.ranks.own_place(board, one_of(full_store.PLAYERS, chance))


async def _stats(store: Store, chance: random.Random) -> Awaitable[object]:
    return Stats(store).of_game(one_of(full_store.PLAYERS, chance), find_game(chance.choice(GAMES)), LARGEST)


async def _stats_of_the_keenest(store: Store, _chance: random.Random) -> Awaitable[object]:
    return Stats(store).of_game(KEENEST, find_game(GAMES[0]), LARGEST)


async def _overview_of_the_keenest(store: Store, _chance: random.Random) -> Awaitable[object]:
    return Stats(store).overview(KEENEST)


async def _digest(store: Store, chance: random.Random) -> Awaitable[object]:
    return _digests(store).compose(one_of(full_store.SERVERS, chance), YESTERDAY)


async def _digest_of_the_largest(store: Store, _chance: random.Random) -> Awaitable[object]:
    return _digests(store).compose(LARGEST, YESTERDAY)


@cache
def _digests(store: Store) -> Digests:
    """Return the digest composer: one for all servers, as in the bot, so that it remembers the dailies."""
    return Digests(store, Dailies(store, SolverThreads(), Preparation()), Lookup(store))


async def _move(store: Store, chance: random.Random) -> Awaitable[object]:
    game = await _deal(store, chance)
    return store.games.save(game.seen, NewVersion(game.owner, MOVES, ""))


async def _last_move(store: Store, chance: random.Random) -> Awaitable[object]:
    return _end(store, await _deal(store, chance), chance)


async def _last_move_taken_back(store: Store, chance: random.Random) -> Awaitable[object]:
    game = await _deal(store, chance)
    await _end(store, game, chance)
    return store.games.save(Seen(game.id, game.version + 1), NewVersion(game.owner, MOVES, "", undid=True))


async def _deal(store: Store, chance: random.Random) -> SavedGame:
    """Deal a game to a player who is alone in a channel."""
    player, guild, game = one_of(full_store.PLAYERS, chance), one_of(full_store.SERVERS, chance), GAMES[0]
    return await store.games.create(NewGame(player, chance.randrange(2**60), guild, game, 1, "seed"))


async def _end(store: Store, game: SavedGame, chance: random.Random) -> Kind | None:
    ended = Ended("stuck", chance.randrange(1, 20), 40)
    return await store.games.save(game.seen, NewVersion(game.owner, MOVES, "", Status.FINISHED, ended))


_QUESTIONS: dict[str, Question] = {
    "leaderboard page": _page,
    "rank of a player": _rank,
    "stats of a player": _stats,
    "stats of the keenest player": _stats_of_the_keenest,
    "all games of the keenest player": _overview_of_the_keenest,
    "digest of a server": _digest,
    "digest of the largest server": _digest_of_the_largest,
    "saving a move": _move,
    "saving a last move": _last_move,
    "saving a last move taken back": _last_move_taken_back,
}

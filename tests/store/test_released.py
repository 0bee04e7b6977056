"""Databases as each release has left them: upgraded, with all that people had in them, and played on."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, MetaData, insert

from bot.service.race import Races
from bot.store import (
    Challenge,
    DailyPlace,
    NewGame,
    ParlourMove,
    PlayerSettings,
    Ranking,
    Registered,
    Status,
    Store,
    Tried,
    open_store,
)
from bot.store.addresses import file_of
from bot.store.database import Database
from bot.store.settings import Cards, Colours, Deals, Forced, Taps
from bot.store.transfer import set_last_id
from lab.released import ADA, BEN, CAL, DAN, FOLDER, LEFT, LOUNGE, SERVER
from tests.clock import Clock, clock
from tests.games import Games
from tests.puzzles import LONGER, SHORT
from tests.store.versions import differences, migrate_to

__all__ = ["clock"]
DAY = date(2026, 11, 20)
_READ: dict[type, Callable[[Any], object]] = {
    bool: bool,
    date: date.fromisoformat,
    datetime: lambda text: datetime.fromisoformat(text).replace(tzinfo=UTC),
}
"""What SQLite keeps in another way than PostgreSQL."""


@pytest.fixture(params=sorted(FOLDER.iterdir()), ids=lambda file: file.name)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a copy of a database that a release has left."""
    left = tmp_path / "left.sqlite3"
    left.write_bytes(gzip.decompress(request.param.read_bytes()))
    return left


async def test_all_that_people_had_is_there(file: Path, empty_url: str, clock: Clock) -> None:
    """Nothing that people notice has changed by the upgrade, and every game goes on."""
    await _take_over(file, empty_url)
    clock.turn_to(DAY + timedelta(1), 13)
    async with await open_store(empty_url, clock) as store:
        await _check_choices(store)
        await _check_results(store)
        await _check_what_goes_on(store)
        await _play_on(store)
        clock.wait(8 * 24 * 60)
        assert await store.departures.long_gone() == [LEFT]
    database = Database(empty_url)
    async with database.statement() as connection:
        assert await connection.run_sync(differences) == []
    await database.close()


async def _check_choices(store: Store) -> None:
    """Everybody's settings are as they were."""
    chosen = Cards.TEXT, Colours.TWO, 5, Deals.WINNABLE, Forced.BY_HAND, "fr", Taps.ASKED
    assert await store.settings.get(ADA) == PlayerSettings(*chosen)
    daily, once = [await store.reminders.get(each) for each in (ADA, BEN)]
    assert daily is not None
    assert once is not None
    assert (daily.hour, daily.zone, daily.is_daily, once.is_daily) == (7, "Europe/Berlin", True, False)
    server = await store.servers.get(SERVER)
    assert server is not None
    assert (server.channel, server.hour, server.zone, server.message) == (LOUNGE, 8, "Europe/Berlin", 905)
    assert await store.servers.stale() == [SERVER]
    assert await store.servers.language(SERVER) == "de"
    assert await store.servers.is_quiet(SERVER)
    assert await store.ranks.is_hidden(SERVER, CAL)
    assert await store.commands.get(800) == Registered("digest", {"deal": 802})
    assert await store.secrets.get("dailies") == "07" * 32


async def _check_results(store: Store) -> None:
    """Everybody's results, places and ratings are as they were."""
    places = await store.ranks.page(Ranking(SERVER, "late-binding", "all"), 0, 9)
    assert [(each.player, each.left, each.moves, each.seconds) for each in places] == [
        (ADA, 3, 15, 450),
        (BEN, 5, 13, 390),
    ]
    assert [(await store.results.record(each, "late-binding")).played for each in (ADA, BEN, CAL)] == [
        3,
        1,
        1,
    ]
    daily = await store.dailies.get(DAY, "accordion")
    assert daily is not None
    assert (daily.seed, daily.stars, daily.chance) == ("noon", 3, 0.25)
    (place,) = await store.dailies.places(SERVER, DAY, "accordion", most=9, asker=ADA)
    assert isinstance(place, DailyPlace)
    assert (place.player, place.left) == (ADA, 31)
    rating = await store.ratings.of(ADA)
    assert rating is not None
    assert rating.rating == 1653
    assert await store.tries.gain(13) == 153


async def _check_what_goes_on(store: Store) -> None:
    """Races, parlours and runs are still on, and whose data was deleted is still kept out."""
    assert [await store.races.joined(1, each) for each in (ADA, BEN, CAL)] == [8, 9, None]
    race = await store.races.here(LOUNGE)
    assert race is not None
    assert race.message == 903
    parlour = await store.parlours.on(SERVER)
    assert parlour is not None
    assert (parlour.message, parlour.starter) == (902, ADA)
    assert await store.parlours.moves(1) == [
        ParlourMove(ADA, DAY, "3<"),
        ParlourMove(BEN, DAY + timedelta(1), "4<"),
    ]
    assert await store.challenges.of_message(904) == [Challenge(904, BEN, 10, 1, SERVER)]
    assert await store.privacy.has_seen(DAN, "late-binding", "thursday")
    puzzle = await store.puzzles.of_day(DAY)
    assert puzzle is not None
    assert puzzle.proof == SHORT.proof
    run = await store.tries.last_run(BEN)
    assert run is not None
    assert (run.run, run.last, run.game) == (14, Tried.OPEN, 14)


async def _play_on(store: Store) -> None:
    """Go on with a game, a race and a puzzle, and begin something new."""
    games = Games(store)
    begun = await games.play.redo(await games.lookup.get(5))
    assert len(begun.session.moves) == 4
    assert (await games.play.resign(begun)).status is Status.RESIGNED
    reopened = await games.lookup.get(4)
    assert len((await games.play.redo(reopened)).session.moves) == 13
    raced = await games.play.resign(await games.lookup.get(9))
    standings = await Races(store, games.lookup, games.dealer).standings(await store.games.of_race(1))
    assert [each.player for each in standings] == [ADA, BEN]
    assert raced.over
    await games.play.move(await games.lookup.get(14), "4<<< 2< 3<")
    run = await store.tries.last_run(BEN)
    assert run is not None
    assert (run.solved, run.last) == (1, Tried.SOLVED)
    new = NewGame(CAL, LOUNGE, SERVER, LONGER.game, LONGER.revision, "saturday")
    assert (await store.games.create(new)).id == 15


def _rows(connection: sqlite3.Connection, name: str) -> list[tuple[Any, ...]]:
    return connection.execute(f'SELECT * FROM "{name}"').fetchall()  # noqa: S608  a table of ours


async def _take_over(file: Path, url: str) -> None:
    """Put what is in a file where a store will be opened: in PostgreSQL, as that release had it there."""
    target = file_of(url)
    if target is not None:
        await asyncio.to_thread(file.rename, target)
        return
    database, found = Database(url), MetaData()
    with closing(sqlite3.connect(file)) as connection:
        ((revision,),) = _rows(connection, "alembic_version")
        last_ids = dict(_rows(connection, "sqlite_sequence"))
        async with database.migration() as to:
            await to.run_sync(migrate_to, revision)
            await to.run_sync(found.reflect)
            found.remove(found.tables["alembic_version"])
            for table in found.sorted_tables:
                rows = _rows(connection, table.name)
                await to.execute(insert(table), [_converted(table.columns, row) for row in rows])
                if "id" in table.c:
                    await set_last_id(to, table, last_ids.get(table.name, len(rows)))
    await database.close()


def _converted(columns: Any, row: tuple[Any, ...]) -> dict[str, object]:
    return {each.name: _read(each, value) for each, value in zip(columns, row, strict=True)}


def _read(column: Column[Any], value: object) -> object:
    read = _READ.get(column.type.python_type)
    return value if read is None or value is None else read(value)

"""All data about one player: none is left out, none is left behind, and nobody else loses anything."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import BigInteger, Engine, Row, event, insert, select, update

from bot.store import (
    EVERYWHERE,
    NOBODY,
    Challenge,
    Ended,
    Kind,
    NewGame,
    NewParlour,
    NewRace,
    NewVersion,
    ParlourMove,
    SavedGame,
    Source,
    Status,
    Store,
    open_store,
)
from bot.store.database import MANY, Database, take_turns
from bot.store.privacy import HELD
from bot.store.tables import games, metadata, races
from tests.clock import Clock, clock, store
from tests.databases import sqlite_address
from tests.held import held_of
from tests.puzzles import SHORT, stock
from tests.service.racing import going_on
from tests.trying import made, try_out

__all__ = ["clock", "store"]

ANNA, BERT, SERVER, HERE = 10**18 + 1, 10**18 + 2, 10**18 + 3, 10**18 + 4
TODAY = date(2026, 11, 20)
NO_PERSON = {
    "id": "a row of ours",
    "game_id": "a row of games",
    "race": "a row of races",
    "parlour": "a row of parlours",
    "puzzle": "a row of puzzles",
    "repeats": "a row of puzzles",
    "run": "a row of games",
    "guild": "a server",
    "channel": "a place, which goes with the row that names its player",
    "chat": "the direct messages of the player whom its row names",
    "last_game": "a row of games",
    "message": "a message of the bot",
    "shared": "a row of games",
    "end_post": "a message of the bot",
    "application": "the bot itself",
    "shown": "a count of what has happened in a race",
}
"""What large numbers refer to other than people, and why they may stay."""
PERSONS = {"player", "owner", "user", "member", "author", "starter", "winner", "manager", "name"}
"""Possible names of columns that identify a person, in whatever form."""
NAMES_OF_OURS = {"secrets.name"}
LOST = SHORT._replace(source=Source.LOST)


def test_no_column_is_forgotten() -> None:
    """A new column with a person's id must be exported and deleted, or be explained here."""
    columns = [column for table in metadata.sorted_tables for column in table.c]
    large = {str(column) for column in columns if isinstance(column.type, BigInteger)}
    told = {str(column) for column in columns if column.name in PERSONS} - NAMES_OF_OURS
    others = {str(column) for column in columns if column.name in NO_PERSON}
    assert (large | told) - others == {str(column) for column in HELD.values()}


@pytest_asyncio.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """Open the tables directly, after the store has."""
    database = Database(url)
    yield database
    await database.close()


async def _rows(database: Database) -> list[Row[Any]]:
    """Return every row of every table."""
    async with database.statement() as connection:
        return [row for table in metadata.sorted_tables for row in await connection.execute(select(table))]


async def _play(store: Store, new: NewGame) -> None:
    """Save a game that is over."""
    await _end(store, await store.games.create(new))


async def test_nothing_deleted_is_left_beside_the_file(blank: Path, tmp_path: Path) -> None:
    """What a player has had deleted is in none of SQLite's files any more, the write-ahead log included."""
    shutil.copy(blank, tmp_path / "games.db")
    async with await open_store(sqlite_address(tmp_path / "games.db")) as store:
        for channel in range(20):
            await _play(store, NewGame(ANNA, channel, SERVER, "accordion", 1, f"seed of anna {channel}"))
        assert "games.db-wal" in _files_with(b"seed of anna", tmp_path)
        await store.privacy.delete(ANNA)
        assert _files_with(b"seed of anna", tmp_path) == []


def _files_with(text: bytes, folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if text in file.read_bytes()]


async def _end(store: Store, game: SavedGame) -> None:
    ended = Ended("stuck", 9, 1)
    await store.games.save(game.seen, NewVersion(game.owner, "2<", "", Status.FINISHED, ended))


async def _live(store: Store, player: int, race: int) -> None:
    """Leave a row in every table whose rows belong to somebody."""
    new = NewGame(player, HERE, SERVER, "accordion", 1, f"s{player}")
    await _play(store, new._replace(seed="daily", kind=Kind.DAILY, day=TODAY))
    await _play(store, new._replace(seed="old", kind=Kind.DAILY, day=TODAY - timedelta(4)))
    await _play(store, new._replace(seed="raced", kind=Kind.RACE, race=race))
    await store.games.create(new)
    await stock(store, LOST._replace(seed=f"lost by {player}", player=player))
    puzzle = await store.puzzles.next(player, "accordion", 1)
    assert puzzle is not None
    await store.games.create(new._replace(seed=puzzle.seed, kind=Kind.PUZZLE, puzzle=puzzle.id))
    await try_out(store, player, await made(store, f"the {player % 10}th"), solved=True, guild=SERVER)
    new_parlour = NewParlour(SERVER + player % 10, HERE, player, "accordion", 1, "together")
    parlour = await store.parlours.start(new_parlour)
    assert parlour is not None
    assert await store.parlours.move(parlour.id, 1, ParlourMove(player, TODAY, "2<"), ends=False)
    await store.challenges.put(Challenge(10 + player % 10, player, puzzle.id, 1, SERVER))
    await store.settings.put(player, a_line=5)
    await store.reminders.put(player, 8, "UTC")
    await store.servers.put(SERVER + player % 10, HERE, 8, player)
    await store.ranks.hide(EVERYWHERE, player)
    await store.ranks.hide(SERVER, player)


async def _race(store: Store, starter: int, channel: int = HERE) -> int:
    ends = store.now() + timedelta(hours=1)
    race = await store.races.start(NewRace(SERVER, channel, starter, "accordion", "raced", ends))
    assert race is not None
    return race.id


async def test_nothing_of_a_player_stays_and_all_of_others_does(store: Store, database: Database) -> None:
    """Of a player whose data is deleted nothing stays in any table, and all of others does."""
    race = await _race(store, ANNA)
    theirs = await _race(store, BERT, HERE + 1)
    for player in (ANNA, BERT):
        await _live(store, player, race)
    before = await _rows(database)
    assert all((await held_of(store, ANNA)).values())
    await store.privacy.delete(ANNA)
    await store.privacy.delete(ANNA)
    after = await _rows(database)
    assert [row for row in after if str(ANNA) in repr(row)] == []
    assert {row for row in before if BERT in row} == {row for row in after if BERT in row}
    assert {key: len(rows) for key, rows in (await held_of(store, ANNA)).items()} == dict.fromkeys(HELD, 0)
    assert [(each.id, each.starter) for each in await going_on(store)] == [
        (race, NOBODY),
        (theirs, BERT),
    ]
    assert [game.owner for game in await store.games.of_race(race)] == [BERT]


async def test_what_is_held_is_all_columns_of_ones_own_rows(store: Store) -> None:
    """What is held of a player is all columns of their own rows, except for the id itself."""
    race = await _race(store, ANNA)
    for player in (ANNA, BERT):
        await _live(store, player, race)
    held = await held_of(store, BERT)
    assert {section: len(rows) for section, rows in held.items()} == {
        "games": 6,
        "results": 3,
        "best_results": 3,
        "races_joined": 1,
        "races_started": 0,
        "parlours_started": 1,
        "parlour_moves": 1,
        "posts_answered": 1,
        "puzzles_tried": 2,
        "puzzles_of_lost_games": 1,
        "puzzle_ratings": 2,
        "digests_set_up": 1,
        "settings": 1,
        "reminder": 1,
        "hidden_from_leaderboards": 2,
    }
    usual = {"cards": "emoji", "colours": "four", "deals": "any", "dealing": "by itself", "language": ""}
    usual["taps"] = "at once"
    assert held["settings"] == [usual | {"a_line": 5}]
    assert held["hidden_from_leaderboards"] == [{"guild": EVERYWHERE}, {"guild": SERVER}]
    assert set((await held_of(store, ANNA))["races_started"][0]) == {*races.c.keys()} - {"starter"}
    assert [game["seed"] for game in held["games"]] == [
        "daily",
        "old",
        "raced",
        f"s{BERT}",
        f"lost by {BERT}",
        f"the {BERT % 10}th",
    ]


async def test_however_much_is_held_all_of_it_is_handed_over(store: Store, database: Database) -> None:
    """However much is held of a player, all of it is handed over once, the oldest first."""
    row = {"owner": ANNA, "channel": HERE, "game": "accordion", "revision": 1, "moves": "", "undone": ""}
    row |= {"version": 1, "status": "finished", "public": False}
    row |= {"created_at": store.now(), "updated_at": store.now()}
    async with database.transaction() as connection:
        await connection.execute(insert(games), [row | {"seed": f"s{number}"} for number in range(450)])
    held = await held_of(store, ANNA)
    assert [game["seed"] for game in held["games"]] == [f"s{number}" for number in range(450)]


async def test_only_deals_that_others_play_leave_a_trace(store: Store, clock: Clock) -> None:
    """For two days after deleting, only deals that others still play leave a trace."""
    race = await _race(store, BERT)
    for player in (ANNA, BERT):
        await _live(store, player, race)
    await store.privacy.delete(ANNA)
    seeds = ["daily", "raced", "old", f"s{ANNA}"]
    assert [await store.privacy.has_seen(ANNA, "accordion", seed) for seed in seeds] == [
        True,
        True,
        False,
        False,
    ]
    assert not await store.privacy.has_seen(ANNA, "goren", "daily")
    assert not await store.privacy.has_seen(BERT, "accordion", "daily")
    clock.wait(2 * 24 * 60 - 1)
    await store.privacy.forget_expired()
    assert await store.privacy.has_seen(ANNA, "accordion", "daily")
    clock.wait(1)
    await store.privacy.forget_expired()
    assert not await store.privacy.has_seen(ANNA, "accordion", "daily")


async def test_very_many_games_are_deleted_some_at_a_time(
    store: Store, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of somebody who has very many games, old ones go some at a time, between which others end theirs."""
    monkeypatch.setattr("bot.store.privacy._GAMES_AT_ONCE", 2)
    await _live(store, ANNA, await _race(store, BERT))
    new = NewGame(ANNA, HERE, SERVER, "accordion", 1, "x")
    for number in range(7):
        await _end(store, await store.games.create(new._replace(seed=f"s{number}")))
    deleted: list[int] = []

    def note(_connection: object, cursor: Any, statement: str, *_: object) -> None:
        if statement.startswith("DELETE FROM games"):
            deleted.append(cursor.rowcount)

    event.listen(Engine, "after_cursor_execute", note)
    await store.privacy.delete(ANNA)
    event.remove(Engine, "after_cursor_execute", note)
    *some, rest = deleted
    assert len(some) >= 4
    assert max(some) == 2
    assert rest > 0, "what others still play goes at once with the rest"
    assert [row for row in await _rows(database) if ANNA in row] == []
    assert await store.privacy.has_seen(ANNA, "accordion", "daily")


async def test_a_race_that_is_over_leaves_no_trace(store: Store) -> None:
    """A race that is over leaves no trace of a deleted player, as its deal is public."""
    race = await _race(store, BERT)
    await _live(store, ANNA, race)
    await store.races.end(race)
    await store.privacy.delete(ANNA)
    assert not await store.privacy.has_seen(ANNA, "accordion", "raced")


async def test_a_move_may_come_at_the_same_moment(store: Store, database: Database) -> None:
    """A move at the moment of deleting is saved before it or not at all, and leaves no trace."""
    new = NewGame(ANNA, HERE, SERVER, "accordion", 1, "x")
    games = [await store.games.create(new._replace(channel=place, guild=place)) for place in range(1, 11)]
    ends = [_end(store, game) for game in games]
    await asyncio.gather(*ends[:5], store.privacy.delete(ANNA), *ends[5:])
    assert [row for row in await _rows(database) if ANNA in row] == []


async def test_a_daily_is_dealt_before_or_after(store: Store, database: Database) -> None:
    """A daily is not dealt while its player's data is deleted, but before or after it."""
    daily = NewGame(ANNA, HERE, SERVER, "accordion", 1, "x", kind=Kind.DAILY, day=date(2026, 11, 20))
    async with database.transaction() as deleting:
        await take_turns(deleting, MANY)
        dealing = asyncio.create_task(store.games.create(daily))
        done, _ = await asyncio.wait([dealing], timeout=0.2)
        assert not done or deleting.dialect.name == "sqlite"  # which has one writer at a time anyway
    assert (await dealing).owner == ANNA


async def test_a_race_may_end_at_the_same_moment(store: Store, database: Database, url: str) -> None:
    """A race may end while a player in it has everything deleted: neither waits forever."""
    race = await _race(store, ANNA)
    await _live(store, ANNA, race)
    if url.startswith("sqlite"):
        await asyncio.gather(store.races.end(race), store.privacy.delete(ANNA))
    else:
        async with database.transaction() as ending:
            await ending.execute(update(races).values(over=True))
            deleting = asyncio.create_task(store.privacy.delete(ANNA))
            done, _ = await asyncio.wait([deleting], timeout=0.2)
            assert not done
            await ending.execute(update(games).values(kind="practice"))
        await deleting
    assert [row for row in await _rows(database) if ANNA in row] == []

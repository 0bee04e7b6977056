"""Rows in which stands what nobody can read: they keep nobody from anything, and are kept."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections import Counter
from datetime import date, timedelta
from functools import partial
from itertools import islice, product
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Column, ColumnElement, select, text, update

from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.service.errors import NoGame, SetAside
from bot.service.game import Seat
from bot.service.privacy import Privacy
from bot.service.race import Races
from bot.service.settings import Settings
from bot.service.stats import Stats
from bot.store import (
    Daily,
    Ended,
    Kind,
    NewGame,
    NewRace,
    NewVersion,
    PlayerSettings,
    Ranking,
    Registered,
    Shards,
    Status,
    Store,
)
from bot.store.tables import bests, dailies, metadata, reminders, servers, settings
from bot.store.tables import games as table
from bot.store.tables import races as race_table
from tests.clock import Clock, clock, store
from tests.games import Games
from tests.puzzles import SHORT, stock
from tests.service.racing import going_on

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["clock", "store"]
ANNA, BERT, SERVER = 7, 8, 3
HERE, THERE = Seat(ANNA, 5, SERVER), Seat(ANNA, 6, SERVER)
PARLETT = find_game("parlett")
BLOB = b"\xff\x00"
OTHERS = {"id", "owner", "channel", "status", "public", "set_aside"}
"""By the first three a game is found, SQLite refuses another status, and in the last two anything will do."""
SPOILED = [column.name for column in table.c if column.name not in OTHERS]
LOGGED = pytest.mark.logs("cannot be read")


async def _spoil(store: Store, column: Column[Any], value: object, *, where: ColumnElement[bool]) -> None:
    """Write something into a column, as another program may."""
    spoiled = update(column.table).where(where).values({column.name: text(":value")})
    await store.games._database.execute(spoiled, {"value": value})


async def _finish(store: Store, player: int) -> None:
    game = await store.games.create(NewGame(player, player, SERVER, "parlett", 1, "tuesday"))
    ended = Ended("stuck", 7, 45)
    assert await store.games.save(game.seen, NewVersion(game.owner, "d", "", Status.FINISHED, ended))


@LOGGED
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_a_game_with_a_bad_column_is_set_aside(store: Store, clock: Clock) -> None:
    """Whatever a column of a game holds, its player is told once, plays on, and gets it in the export."""
    games, privacy = Games(store), Privacy(store, Games(store).lookup, Settings(store))
    for column in SPOILED:
        clock.wait(1)
        row = await games.dealer.deal(HERE, PARLETT)
        await _spoil(store, table.c[column], BLOB, where=table.c.id == row.id)
        fresh = Games(store)
        for _ in range(2):
            with pytest.raises(SetAside):
                await fresh.lookup.get(row.id)
        with pytest.raises(NoGame):
            await fresh.lookup.current(HERE)
    exported = json.loads(await privacy.export(ANNA, "All of it."))["games"]
    assert len(exported) == len(SPOILED)
    spoiled = [name for each in exported for name in each if each[name] == "ff00"]
    assert spoiled == SPOILED
    await privacy.delete(ANNA)
    assert json.loads(await privacy.export(ANNA, "All of it."))["games"] == []


@LOGGED
async def test_a_kind_of_game_from_a_newer_version_is_set_aside(store: Store) -> None:
    """A game of a kind that only a newer version knows is set aside; its player deals another."""
    row = await Games(store).dealer.deal(HERE, PARLETT)
    await _spoil(store, table.c.kind, "duel", where=table.c.id == row.id)
    with pytest.raises(SetAside):
        await Games(store).lookup.current(HERE)
    dealt = await Games(store).dealer.deal(HERE, PARLETT)
    assert await Games(store).lookup.current(HERE) == dealt


@LOGGED
@pytest.mark.parametrize("column", ["version", "undos", "hints", "checks", "seconds"])
async def test_a_count_at_the_edge_of_its_column_is_set_aside(store: Store, column: str) -> None:
    """A game with so large a count that its next move could not be saved is set aside; another is dealt."""
    row = await Games(store).dealer.deal(HERE, PARLETT)
    await _spoil(store, table.c[column], 2**31 - 1, where=table.c.id == row.id)
    with pytest.raises(SetAside):
        await Games(store).lookup.current(HERE)
    dealt = await Games(store).dealer.deal(HERE, PARLETT)
    assert await Games(store).lookup.current(HERE) == dealt


@LOGGED
async def test_a_setting_from_a_newer_version_is_the_usual_one(store: Store) -> None:
    """A choice that only a newer version offers counts as none; the player's other choices stand."""
    await store.settings.put(ANNA, a_line=7)
    await _spoil(store, settings.c.cards, "holograms", where=settings.c.player == ANNA)
    assert await store.settings.get(ANNA) == PlayerSettings(a_line=7)


@LOGGED
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("column", ["moves", "seconds", "left"])
async def test_others_stay_on_the_leaderboard(store: Store, column: str) -> None:
    """A place that cannot be read is left out of its leaderboard, and nobody else's is."""
    for player in (ANNA, BERT):
        await _finish(store, player)
    await _spoil(store, bests.c[column], BLOB, where=bests.c.player == ANNA)
    places = await store.ranks.page(Ranking(SERVER, "parlett", "all"), 0, 10)
    assert [place.player for place in places] == [BERT]


async def _due(store: Store) -> list[int]:
    """Return the servers whose digest is due."""
    return [server.guild async for server in store.servers.due(3)]


@LOGGED
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_other_servers_get_their_digests(store: Store, clock: Clock) -> None:
    """A server whose row cannot be read gets no digest, and the next one does."""
    for guild in (SERVER, SERVER + 1):
        await store.servers.put(guild, 5, 8, ANNA)
    await _spoil(store, servers.c.last_digest, "yesterday", where=servers.c.guild == SERVER)
    clock.now += timedelta(days=1)
    assert await _due(store) == [SERVER + 1]


@LOGGED
@pytest.mark.parametrize(
    ("column", "value"), [("hour", -1), ("hour", 24), ("zone", "Z" * 30_000)], ids=["before", "after", "zone"]
)
async def test_an_hour_that_there_is_not_costs_others_no_digest(
    store: Store, clock: Clock, column: str, value: object
) -> None:
    """A server whose digest is put off to an hour or a zone that cannot be keeps nobody's from coming."""
    for guild in (SERVER, SERVER + 1):
        await store.servers.put(guild, 5, 8, ANNA)
    await _spoil(store, servers.c[column], value, where=servers.c.guild == SERVER)
    clock.now += timedelta(days=1)
    assert await _due(store) == [SERVER + 1]
    clock.now -= timedelta(days=100)
    assert await _due(store) == []
    clock.now += timedelta(days=1)
    assert await _due(store) == [SERVER + 1]


@LOGGED
async def test_a_whole_page_of_bad_rows_holds_up_nobody(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes after more rows that cannot be read than are looked at once gets digest and reminder."""
    monkeypatch.setattr("bot.store.schedule._A_PAGE", 2)
    for number in range(5):
        await store.servers.put(SERVER + number, 5, 8, ANNA)
        await store.reminders.put(ANNA + number, 8, "UTC")
    for column, last in ((servers.c.guild, SERVER + 4), (reminders.c.player, ANNA + 4)):
        await _spoil(store, column.table.c.hour, 99, where=column != last)
    clock.now += timedelta(days=1)
    assert await _due(store) == [SERVER + 4]
    assert [reminder.player async for reminder in store.reminders.due()] == [ANNA + 4]


@LOGGED
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_other_races_go_on(store: Store) -> None:
    """A race that cannot be read is left out; its seed stays secret, and the other race goes on."""
    games = Games(store)
    races = Races(store, games.lookup, games.dealer)
    bad = await races.start(HERE, SERVER, PARLETT, 1)
    good = await races.start(THERE, SERVER, PARLETT, 1)
    await _spoil(store, race_table.c.ends_at, "soon", where=race_table.c.id == bad.id)
    assert [race.id for race in await going_on(store)] == [good.id]
    assert await store.races.deals(bad.seed)
    assert bad.seed in await store.races.seeds()


DAY = date(2026, 11, 20)
VALUES = ("x'ff00'", "'duel'", "CAST(x'ff' AS TEXT)")
"""A blob, a text that is no number, date or kind that anybody knows, and one that is not UTF-8."""


class _Spoilt:
    """A database in which something has happened in each table, with one column at a time spoilt."""

    def __init__(self, store: Store) -> None:
        assert store._database.file is not None
        self._file = sqlite3.connect(store._database.file, isolation_level=None)
        self._as_it_was = sqlite3.connect(":memory:")
        self._file.backup(self._as_it_was)

    def cells(self, step: int) -> Iterator[str]:
        """Spoil columns in each way that SQLite allows, all tables in turn, and tell which."""
        columns = [column for each in metadata.sorted_tables for column in each.c]
        for column, value in islice(product(columns, VALUES), 0, None, step):
            with contextlib.suppress(sqlite3.IntegrityError):
                self._file.execute(f'UPDATE {column.table.name} SET "{column.name}" = {value}')  # noqa: S608
                yield f"{column} = {value}"
                self._as_it_was.backup(self._file)

    def close(self) -> None:
        """Close both."""
        self._file.close()
        self._as_it_was.close()


async def _fill(store: Store) -> int:
    """Let something happen in each table; return a race."""
    await store.settings.put(ANNA, a_line=7)
    await store.servers.put(SERVER, 5, 8, ANNA)
    await store.reminders.put(ANNA, 8, "UTC")
    await stock(store, SHORT._replace(day=DAY))
    await store.departures.left(SERVER + 1)
    await store.secrets.save("secret", "abc")
    await store.commands.put(1, Registered("digest", {"play": 1}))
    await store.dailies.save(Daily(DAY, "accordion", "parlett", 1, "tuesday", "key", 1, 3, 0.5))
    for kind in (Kind.FREE, Kind.DAILY):
        day = DAY if kind is Kind.DAILY else None
        new = NewGame(ANNA, 5, SERVER, "parlett", 1, "tuesday", False, kind, day)
        game = await store.games.create(new)
        ended = Ended("stuck", 7, 45)
        await store.games.save(game.seen, NewVersion(game.owner, "d", "", Status.FINISHED, ended))
    race = await store.races.start(
        NewRace(SERVER, 5, ANNA, "parlett", "wednesday", store.now() + timedelta(1))
    )
    assert race is not None
    racing = NewGame(ANNA, 5, SERVER, "parlett", 1, "wednesday", kind=Kind.RACE, race=race.id)
    await store.games.create(racing)
    return race.id


async def _read_everything(store: Store, race: int) -> None:
    """Ask for all that people, and the bot itself, ask for; nothing must raise."""
    games, board = Games(store), Ranking(SERVER, "parlett", "all")
    for look in (games.lookup.current(HERE), games.lookup.latest(HERE), games.lookup.get(1)):
        with contextlib.suppress(GameError):
            await look
    await Races(store, games.lookup, games.dealer).standings(await store.games.of_race(race))
    await store.ranks.page(board, 0, 10)
    await store.ranks.own_place(board, ANNA)
    assert len([row async for rows in store.ranks.export(SERVER) for row in rows]) <= 2
    await store.results.of_games([1, 2])
    await store.dailies.get(DAY, "accordion")
    await store.dailies.places(SERVER, DAY, "parlett", most=10, asker=ANNA)
    await store.dailies.best_places(SERVER, DAY, 10)
    await store.races.here(5)
    await store.races.unshown(Shards([0], 1))
    await Stats(store).overview(ANNA)
    await Stats(store).of_game(ANNA, PARLETT, SERVER)
    await store.settings.get(ANNA)
    await _due(store)
    await store.dailies.days_played(SERVER, DAY + timedelta(1), 10, players=3)
    await store.reminders.get(ANNA)
    assert len([reminder async for reminder in store.reminders.due()]) <= 1
    await store.puzzles.of_day(DAY)
    await store.puzzles.next(ANNA, "accordion", 1)
    await store.puzzles.seeds()
    await store.departures.servers()
    await store.departures.long_gone()
    await store.commands.get(1)
    json.loads(await Privacy(store, games.lookup, Settings(store)).export(ANNA, "All of it."))


@LOGGED
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.slow), 8])
async def test_whatever_a_column_holds_all_can_be_read(store: Store, step: int) -> None:
    """Whatever stands in a column of any table, nothing that anybody asks for fails."""
    race, counted = await _fill(store), Counter[str]()
    failed = []
    with contextlib.closing(_Spoilt(store)) as spoilt:
        for cell in spoilt.cells(step):
            store.watch(lambda _: None, partial(counted.update, [cell]))
            try:
                await _read_everything(store, race)
            except Exception as error:  # noqa: BLE001  whatever it is, the test tells all of them
                failed.append(f"{cell}: {error!r}")
    assert failed == []
    assert counted


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("column", ["version", "hints", "checks"])
async def test_a_count_that_cannot_be_stops_no_race(store: Store, column: str) -> None:
    """Where a game of a race has a count that no game has, the others' standings are shown."""
    race = await _fill(store)
    await store.games.create(NewGame(BERT, 5, SERVER, "parlett", 1, "wednesday", kind=Kind.RACE, race=race))
    await _spoil(store, table.c[column], 2**62, where=table.c.kind == Kind.RACE.value)
    other = await store.races.start(NewRace(SERVER, 6, ANNA, "parlett", "thursday", store.now()))
    assert other is not None
    assert other in [race for race, _ in await store.races.unshown(Shards([0], 1))]


@LOGGED
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_a_race_that_cannot_be_read_keeps_no_channel(store: Store) -> None:
    """Whoever starts a race where one is on that nobody can read gets one, and that one stays as it is."""
    games = Games(store)
    races = Races(store, games.lookup, games.dealer)
    bad = await races.start(HERE, SERVER, PARLETT, 1)
    await _spoil(store, race_table.c.ends_at, "soon", where=race_table.c.id == bad.id)
    assert (await races.start(HERE, SERVER, PARLETT, 1)).id != bad.id
    (kept,) = (
        await store.games._database.execute(select(race_table.c.ends_at).where(race_table.c.id == bad.id))
    ).scalars()
    assert kept == "soon"


@LOGGED
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_a_daily_that_cannot_be_read_is_made_again(store: Store) -> None:
    """A daily that cannot be read keeps nobody from playing: it is made again of its key, and stays."""
    daily = Daily(DAY, "accordion", "parlett", 1, "tuesday", "key", 1, 3, 0.5)
    await store.dailies.save(daily)
    await _spoil(store, dailies.c.stars, "many", where=dailies.c.day == DAY)
    assert await store.dailies.get(DAY, "accordion") is None
    assert await store.dailies.save(daily) == daily
    assert (await store.games._database.execute(select(dailies.c.stars))).scalar_one() == "many"


@LOGGED
async def test_a_daily_of_a_game_from_a_newer_version_is_made_again(store: Store) -> None:
    """A daily of a game that only a newer version knows keeps nobody from playing one of the same key."""
    daily = Daily(DAY, "accordion", "parlett", 1, "tuesday", "key", 1, 3, 0.5)
    await store.dailies.save(daily)
    await _spoil(store, dailies.c.game, "duel", where=dailies.c.day == DAY)
    assert await store.dailies.get(DAY, "accordion") is None
    assert await store.dailies.save(daily) == daily


@LOGGED
@pytest.mark.parametrize("stars", [-1, 0, 6, 2**31 - 1])
async def test_stars_that_there_are_not_are_none(store: Store, stars: int) -> None:
    """A daily with stars that no daily can have is one that is not graded."""
    daily = Daily(DAY, "accordion", "parlett", 1, "tuesday", "key", 1, stars, 0.5)
    await store.dailies.save(daily)
    assert await store.dailies.get(DAY, "accordion") == daily._replace(stars=None)


@LOGGED
async def test_a_game_that_becomes_unreadable_in_play_is_set_aside(store: Store) -> None:
    """Whoever is playing a game that a newer version has changed is told at the next move, and plays on."""
    games = Games(store)
    row = await games.dealer.deal(HERE, PARLETT)
    await _spoil(store, table.c.kind, "duel", where=table.c.id == row.id)
    stuck = NewVersion(row.seat.owner, "d", "", Status.FINISHED, Ended("stuck", 7, 45))
    assert await store.games.save(row.seen, stuck) is None
    assert await store.results.of(row.id) is None
    with pytest.raises(SetAside):
        await games.lookup.get(row.id)

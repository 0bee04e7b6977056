"""Rows in which stands what nobody can read: they keep nobody from anything, and are kept."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Column, ColumnElement, text, update

from bot.engine.games import find_game
from bot.service.errors import NoGame, SetAside
from bot.service.game import Seat
from bot.service.privacy import Privacy
from bot.service.race import Races
from bot.service.settings import Settings
from bot.store import Ended, NewGame, PlayerSettings, Ranking, Status, Store
from bot.store.tables import bests, looks, servers
from bot.store.tables import games as table
from bot.store.tables import races as race_table
from tests.clock import Clock, clock, store
from tests.games import Games

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
    assert await store.games.save(game.seen, moves="d", undone="", status=Status.FINISHED, ended=ended)


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
    assert [name for each in exported for name in each if each[name] == "ff00"] == [
        name
        for name in SPOILED
        if name != "version"  # that is counted up, and is nobody's
    ]
    await privacy.delete(ANNA)
    assert json.loads(await privacy.export(ANNA, "All of it."))["games"] == []


@LOGGED
async def test_a_kind_of_game_from_a_newer_version_is_set_aside(store: Store) -> None:
    """A game of a kind that only a newer version knows is set aside; its player deals another."""
    row = await Games(store).dealer.deal(HERE, PARLETT)
    await _spoil(store, table.c.kind, "duel", where=table.c.id == row.id)
    with pytest.raises(SetAside):
        await Games(store).dealer.deal(HERE, PARLETT)
    assert (await Games(store).dealer.deal(HERE, PARLETT)).seat == HERE


async def test_a_setting_from_a_newer_version_is_the_usual_one(store: Store) -> None:
    """A choice that only a newer version offers counts as none; the player's other choices stand."""
    await store.settings.put(ANNA, PlayerSettings(a_line=7))
    await _spoil(store, looks.c.cards, "holograms", where=looks.c.player == ANNA)
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


@LOGGED
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_other_servers_get_their_digests(store: Store, clock: Clock) -> None:
    """A server whose row cannot be read gets no digest, and the next one does."""
    for guild in (SERVER, SERVER + 1):
        await store.servers.put(guild, 5, 8, ANNA)
    await _spoil(store, servers.c.last_digest, "yesterday", where=servers.c.guild == SERVER)
    clock.now += timedelta(days=1)
    assert [server.guild for server in await store.servers.due(3, -1, 10)] == [SERVER + 1]


@LOGGED
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_other_races_go_on(store: Store) -> None:
    """A race that cannot be read is left out; its seed stays secret, and the other race goes on."""
    games = Games(store)
    races = Races(store, games.lookup, games.dealer)
    bad = await races.start(HERE, SERVER, PARLETT, 1)
    good = await races.start(THERE, SERVER, PARLETT, 1)
    await _spoil(store, race_table.c.ends_at, "soon", where=race_table.c.id == bad.id)
    assert [race.id for race in await store.races.going_on()] == [good.id]
    assert await store.races.deals(bad.seed)
    assert bad.seed in await store.races.seeds()

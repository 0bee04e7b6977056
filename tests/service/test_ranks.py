"""Leaderboards: order, pages, one's own place, hidden players, what managers may do."""

from __future__ import annotations

import csv
import io
import tracemalloc

import pytest

from bot.service.ranks import Leaderboard, Period, Ranks, TooManyHidden
from bot.store import NO_TIEBREAK, Ended, Help, NewGame, NewVersion, Status, Store
from idle_year.engine.games import find_game
from idle_year.engine.records import read_code
from idle_year.engine.session import Session
from tests.databases import both_databases

HERE, SERVER, OTHER = 3, 4, 5
PARLETT = find_game("parlett")


async def _end(
    store: Store,
    player: int,
    left: int,
    moves: int = 9,
    *,
    hint: bool = False,
    guild: int = SERVER,
    outcome: str = "stuck",
    tiebreak: int = 31,
    line: str = "d d",
) -> None:
    game = await store.games.create(NewGame(player, HERE, guild, "parlett", 1, "tuesday"))
    if hint:
        await store.games.help(game.id, Help.HINT)
    ended = Ended(outcome, left, moves, tiebreak)
    saved = store.games.save(game.seen, NewVersion(game.owner, line, "", Status.FINISHED, ended))
    assert await saved


async def _look(store: Store, asker: int = 1, page: int = 0, guild: int = SERVER) -> Leaderboard:
    return await Ranks(store).look(guild, asker, PARLETT, Period.ALL, page)


async def test_the_order(store: Store) -> None:
    """Results are ordered by winning, help, piles left, penalty and moves."""
    await _end(store, 1, 3, hint=True)
    await _end(store, 2, 9)
    await _end(store, 3, 5, moves=60)
    await _end(store, 4, 5, moves=50)
    await _end(store, 5, 1, moves=51, hint=True, outcome="won")
    await _end(store, 6, 2, moves=70, outcome="won")
    await _end(store, 7, 5, moves=40, tiebreak=32)
    await _end(store, 8, 5, moves=70, tiebreak=30)
    found = await _look(store)
    assert (found.rules, found.period) == (PARLETT, Period.ALL)
    assert [place.player for place in found.places] == [6, 5, 8, 4, 3, 7, 2, 1]
    assert [place.number for place in found.places] == [*range(1, 9)]
    assert [place.unwon for place in found.places] == [0, 0, 1, 1, 1, 1, 1, 1]
    own = (await _look(store, asker=4)).own
    assert own is not None
    assert own.number == 4


@pytest.mark.parametrize("guild", [0, SERVER])
async def test_who_hides_is_not_seen_and_takes_no_place(store: Store, guild: int) -> None:
    """Who hides, or is hidden by a manager, is not seen and takes no place, and can come back."""
    ranks = Ranks(store)
    await _end(store, 1, 3)
    await _end(store, 2, 4)
    await ranks.set_hidden(1, hidden=True, guild=guild)
    await ranks.set_hidden(1, hidden=True, guild=guild)
    found = await _look(store, asker=1)
    assert ([place.player for place in found.places], found.own, found.players) == ([2], None, 1)
    own = (await _look(store, asker=2)).own
    assert own is not None
    assert own.number == 1
    assert await ranks.hides(1) == (guild == 0)
    assert not await ranks.hides(2)
    await ranks.set_hidden(1, hidden=False, guild=guild)
    assert (await _look(store)).players == 2


@both_databases
async def test_nobody_hides_players_without_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server hides so many players and no more, until one is put back; whoever hides alone always can."""
    monkeypatch.setattr("bot.service.ranks.MOST_HIDDEN", 2)
    ranks = Ranks(store)
    for player in (1, 2):
        await ranks.set_hidden(player, hidden=True, guild=SERVER)
    with pytest.raises(TooManyHidden):
        await ranks.set_hidden(3, hidden=True, guild=SERVER)
    await ranks.set_hidden(3, hidden=True, guild=OTHER)
    await ranks.set_hidden(3, hidden=True)
    await ranks.set_hidden(1, hidden=False, guild=SERVER)
    await ranks.set_hidden(3, hidden=True, guild=SERVER)
    assert await store.ranks.hidden(SERVER, [1, 2, 3]) == {2, 3}


async def test_a_long_export_is_whole(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long export holds every result once, the oldest first."""
    monkeypatch.setattr("bot.store.ranks._A_READ", 2)
    for left in (5, 3, 8, 1, 4):
        await _end(store, 1, left)
    rows = csv.DictReader(io.StringIO((await Ranks(store).export(SERVER)).decode()))
    assert [row["left"] for row in rows] == ["5", "3", "8", "1", "4"]


async def test_an_export_takes_little_more_memory_than_its_file(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many results a server has, an export takes little more memory than its file."""
    monkeypatch.setattr("bot.store.ranks._A_READ", 10)
    for _ in range(200):
        await _end(store, 1, 5, line="d " * 3000)
    tracemalloc.start()
    try:
        file = await Ranks(store).export(SERVER)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert file.count(b"parlett:tuesday") == 200
    assert most < 2 * len(file)


async def test_an_export_has_what_breaks_ties(store: Store) -> None:
    """An export of results has what breaks ties, and nothing there where nothing does."""
    for tiebreak in (31, NO_TIEBREAK):
        await _end(store, 1, 3, tiebreak=tiebreak)
    rows = csv.DictReader(io.StringIO((await Ranks(store).export(SERVER)).decode()))
    assert [(row["left"], row["tiebreak"]) for row in rows] == [("3", "31"), ("3", "")]


async def test_an_export_replays(store: Store) -> None:
    """Each line of an export holds the deal and the moves, from which the game can be played again."""
    await _end(store, 1, 3)
    (row,) = csv.DictReader(io.StringIO((await Ranks(store).export(SERVER)).decode()))
    deal = read_code(row["deal"])
    assert deal.seed == "tuesday"
    assert len(Session.deal(deal.rules, deal.seed).play(row["moves"]).moves) == 2
    assert (row["player"], row["left"], row["outcome"]) == ("1", "3", "stuck")

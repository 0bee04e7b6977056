"""Races under a test clock: who ranks where, in the race and on leaderboards."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.render.race import result_text, running_text
from bot.service.race import Races
from bot.service.ranks import Period, Ranks
from bot.store import EVERYWHERE, Help, Kind, NewRace, Status, Store
from idle_year.engine.games import find_game
from tests.clock import Clock, clock, store
from tests.games import Games
from tests.service.racing import (
    ANNA,
    BERT,
    CARL,
    DORA,
    EMIL,
    HERE,
    SERVER,
    anew,
    games,
    play,
    races,
    seat,
    standings,
    start,
)

__all__ = ["clock", "games", "races", "store"]


async def test_they_stand_as_on_leaderboards(races: Races, games: Games, store: Store, clock: Clock) -> None:
    """Racers stand as on leaderboards: clean before assisted, then by time; unfinished and resigned last."""
    race = await start(races)
    slow = await races.join(seat(ANNA), race)
    helped = await races.join(seat(BERT), race)
    await games.store.games.help(helped.id, Help.HINT)
    await play(games, helped)
    given_up = await races.join(seat(CARL), race)
    await games.play.resign(given_up)
    await play(games, await races.join(seat(DORA), race), most=2)
    clock.wait(1)
    slow = await play(games, slow, most=1)
    quick = await races.join(seat(EMIL), race)
    clock.wait(1.5)
    await play(games, quick)
    clock.wait(5)
    await play(games, slow)
    found = await standings(store, races, race)
    assert [each.player for each in found] == [EMIL, ANNA, BERT, DORA, CARL]
    assert [each.seconds for each in found[:2]] == [90, 180]  # absence is not counted
    assert [each.assisted for each in found] == [False, False, True, False, False]
    assert [(each.left, each.moves) for each in found[3:]] == [(50, 2), (52, 0)]
    assert {each.left for each in found[:3]} == {52 - found[0].moves}


async def test_a_win_with_help_stands_above_a_clean_end_without_one(
    races: Races, games: Games, store: Store
) -> None:
    """In a race a win with help stands above a clean end without a win."""
    ends = store.now() + timedelta(hours=1)
    race = await store.races.start(NewRace(SERVER, HERE, ANNA, "late-binding", "tuesday", ends))
    assert race is not None
    await play(games, await races.join(seat(ANNA), race))
    won = await races.join(seat(BERT), race)
    await games.store.games.help(won.id, Help.HINT)
    await games.play.move(won, "13<<< 14<<< 12< 12<<< 8< 8<<< 5< 8<<< 5<<< 8<<< 8< 7< 3< 3< 4<<< 3< 2<")
    found = await standings(store, races, race)
    assert [(each.player, each.won, each.assisted) for each in found] == [
        (BERT, True, True),
        (ANNA, False, False),
    ]


async def test_ties_of_piles_are_broken_by_the_penalty(
    races: Races, games: Games, store: Store, clock: Clock
) -> None:
    """Ties of piles in a race are broken by the penalty, however long the games took."""
    ends = store.now() + timedelta(hours=1)
    race = await store.races.start(NewRace(SERVER, HERE, ANNA, "late-binding", "tuesday", ends))
    assert race is not None
    slow, quick = [await races.join(seat(player), race) for player in (ANNA, BERT)]
    await games.play.move(quick, "13<<< 16<<< 16< 8< 3< 10<")
    clock.wait(9)
    await games.play.move(slow, "8< 16<<< 3< 15<<< 12< 10<")
    found = await standings(store, races, race)
    assert [(each.player, each.left, each.tiebreak) for each in found] == [(ANNA, 12, 14), (BERT, 12, 16)]
    assert await _ranked(store, "late-binding") == [ANNA, BERT]


async def _ranked(store: Store, game: str = "accordion") -> list[int]:
    """Return who is on the leaderboard."""
    board = await Ranks(store).look(SERVER, ANNA, find_game(game), Period.ALL, 0)
    return [place.player for place in board.places]


async def test_who_joins_when_somebody_has_finished_is_on_no_leaderboard(
    races: Races, games: Games, store: Store, clock: Clock
) -> None:
    """Who joins a race when somebody has finished has a place in it below the others, on no leaderboard."""
    race = await start(races)
    clock.wait(2)
    early = [await races.join(seat(player), race) for player in (ANNA, BERT)]
    await play(games, early[0], most=3)
    given_up = await play(games, await races.join(seat(CARL), race), spare=1)
    await games.play.resign(given_up)
    early.append(await races.join(seat(DORA), race))
    await play(games, await games.lookup.get(early[0].id))
    late = await races.join(seat(EMIL), race)
    for game in (*early[1:], late):
        await play(games, game)
    assert late.kind is Kind.LATE
    assert sorted(await _ranked(store)) == [ANNA, BERT, DORA]
    found = await standings(store, races, race)
    assert {each.player for each in found[:-1] if each.status is Status.FINISHED} == {ANNA, BERT, DORA, EMIL}
    assert (found[3].player, found[3].late) == (EMIL, True)
    (line,) = [line for line in result_text(race, found).splitlines() if f"<@{EMIL}>" in line]
    assert "joined late" in line
    assert (found[-1].player, found[-1].status) == (CARL, Status.RESIGNED)


async def test_an_end_at_once_makes_nobody_late(
    races: Races, games: Games, store: Store, clock: Clock
) -> None:
    """An end in the first two minutes of a race shuts nobody out."""
    race = await start(races)
    clock.wait(1.9)
    await play(games, await races.join(seat(ANNA), race))
    assert (await races.join(seat(BERT), race)).kind is Kind.RACE


async def test_who_hides_is_not_listed(races: Races, games: Games, store: Store) -> None:
    """Who hides from leaderboards is not named in the table of a race, and it says that somebody isn't."""
    race = await start(races)
    for player in (ANNA, BERT):
        await play(games, await races.join(seat(player), race))
    await store.ranks.hide(EVERYWHERE, ANNA)
    for text in (running_text, result_text):
        told = text(race._replace(starter=CARL), await standings(store, races, race))
        assert f"<@{ANNA}>" not in told
        assert f"<@{BERT}>" in told
        assert "1 player hidden from leaderboards" in told


async def test_equal_results_share_a_rank(races: Races, games: Games, store: Store) -> None:
    """Equal results share a rank in a race, and the next one is left out."""
    race = await start(races)
    for player in (ANNA, BERT, CARL):
        game = await races.join(seat(player), race)
        if player == CARL:
            await store.games.help(game.id, Help.HINT)
        await play(games, game)
    lines = result_text(race, await standings(store, races, race)).splitlines()
    assert [line[:4] for line in lines if line.startswith("`")] == ["` 1`", "` 1`", "` 3`"]


async def test_a_finished_race_is_not_made_unfinished(
    races: Races, games: Games, store: Store, clock: Clock
) -> None:
    """Whoever joins after somebody has finished is late, even if that game was deleted."""
    race = await start(races)
    clock.wait(2)
    game = await play(games, await races.join(seat(ANNA), race))
    await games.play.undo(game)
    await play(games, await races.join(seat(BERT), race))
    await store.privacy.delete(ANNA)
    await play(games, await races.join(seat(CARL), race))
    assert await _ranked(store) == []
    assert [each.player for each in await standings(store, races, race)] == [BERT, CARL]


async def test_a_game_that_takes_long_to_read_is_left_out_until_it_is_read(
    races: Races, games: Games, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that takes long to read is left out of a race's table until it is read."""
    race = await start(races)
    await play(games, await races.join(seat(ANNA), race), most=1)
    await races.join(seat(BERT), race)
    after_a_restart = anew(store)
    monkeypatch.setattr("bot.service.lookup._WAIT_SECONDS", 0)
    found = await standings(store, after_a_restart, race)
    assert [each.player for each in found] == [BERT]
    async with asyncio.timeout(60):
        while len(found) == 1:
            found = await standings(store, after_a_restart, race)
    assert [each.player for each in found] == [ANNA, BERT]

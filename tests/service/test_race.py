"""Races under a test clock: who may join, who ranks where, when it ends."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.engine.games import find_game
from bot.engine.record import write_moves
from bot.service.errors import AlreadyPlaying, ResultStays
from bot.service.game import Game, Seat
from bot.service.games import Games
from bot.service.race import MayNotStop, NoRace, RaceOn, RaceOver, Races, Standing
from bot.service.ranks import Period, Ranks
from bot.service.records import Records
from bot.service.review import Reviews
from bot.service.sealing import Sealed
from bot.store import Help, Kind, NewRace, Race, Status, Store
from tests.clock import Clock, clock, store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.solver_threads import SolverThreads

__all__ = ["clock", "store"]
SERVER, HERE = 9, 5
ANNA, BERT, CARL, DORA, EMIL = range(1, 6)


@pytest.fixture
def games(store: Store) -> Games:
    """Play on an empty store."""
    return Games(store)


@pytest.fixture
def races(store: Store, games: Games) -> Races:
    """Race with an empty store."""
    return Races(store, games.lookup, games.dealing)


def _seat(player: int) -> Seat:
    return Seat(player, HERE, SERVER)


async def _start(races: Races, hours: int = 1) -> Race:
    return await races.start(_seat(ANNA), SERVER, find_game("accordion"), hours)


async def _play(games: Games, game: Game, most: int = 99) -> Game:
    """Play this many first legal moves, or all to the end."""
    session = game.session
    while (moves := session.rules.moves(session.state)) and len(session.moves) < most:
        session = session.play(write_moves(session.rules, moves[:1]))
    line = write_moves(session.rules, session.moves[len(game.session.moves) :])
    return await games.play.move(game.seat.owner, game.id, game.version, line)


async def _standings(races: Races, race: Race) -> list[Standing]:
    return await races.standings(await races.games(race))


async def test_they_stand_as_on_leaderboards(races: Races, games: Games, store: Store, clock: Clock) -> None:
    """Clean before assisted, faster before slower by their own clocks; unfinished and resigned last."""
    race = await _start(races)
    slow = await races.join(_seat(ANNA), race)
    helped = await races.join(_seat(BERT), race)
    await games.lookup.count_help(helped, Help.HINT)
    await _play(games, helped)
    given_up = await races.join(_seat(CARL), race)
    await games.play.resign(CARL, given_up.id, given_up.version)
    await _play(games, await races.join(_seat(DORA), race), most=2)
    clock.wait(20)
    quick = await races.join(_seat(EMIL), race)
    clock.wait(5)
    await _play(games, quick)
    clock.wait(5)
    await _play(games, slow)
    found = await _standings(races, race)
    assert [each.player for each in found] == [EMIL, ANNA, BERT, DORA, CARL]
    assert [each.seconds for each in found[:2]] == [300, 1800]
    assert [each.assisted for each in found] == [False, False, True, False, False]
    assert [(each.left, each.moves) for each in found[3:]] == [(50, 2), (52, 0)]
    assert {each.left for each in found[:3]} == {52 - found[0].moves}


async def test_a_win_with_help_stands_above_a_clean_end_without_one(
    races: Races, games: Games, store: Store
) -> None:
    """As on leaderboards."""
    ends = store.now() + timedelta(hours=1)
    race = await store.races.start(NewRace(SERVER, HERE, ANNA, "late-binding", "tuesday", ends))
    assert race is not None
    await _play(games, await races.join(_seat(ANNA), race))
    won = await races.join(_seat(BERT), race)
    await games.lookup.count_help(won, Help.HINT)
    await games.play.move(
        BERT, won.id, won.version, "13<<< 14<<< 12< 12<<< 8< 8<<< 5< 8<<< 5<<< 8<<< 8< 7< 3< 3< 4<<< 3< 2<"
    )
    found = await _standings(races, race)
    assert [(each.player, each.won, each.assisted) for each in found] == [
        (BERT, True, True),
        (ANNA, False, False),
    ]


async def _ranked(store: Store) -> list[int]:
    """Return who is on the leaderboard."""
    board = await Ranks(store).look(SERVER, ANNA, find_game("accordion"), Period.ALL, 0)
    return [place.player for place in board.places]


async def test_who_joins_when_somebody_has_finished_is_on_no_leaderboard(
    races: Races, games: Games, store: Store
) -> None:
    """Though ranked in the race: they may have been told the cards. Earlier players are on both."""
    race = await _start(races)
    early = [await races.join(_seat(player), race) for player in (ANNA, BERT)]
    await _play(games, early[0], most=3)
    given_up = await races.join(_seat(CARL), race)
    await games.play.resign(CARL, given_up.id, (await _play(games, given_up, most=1)).version)
    early.append(await races.join(_seat(DORA), race))
    await _play(games, await games.lookup.get(early[0].id))
    late = await races.join(_seat(EMIL), race)
    for game in (*early[1:], late):
        await _play(games, game)
    assert late.kind is Kind.LATE
    assert sorted(await _ranked(store)) == [ANNA, BERT, DORA]
    standings = await _standings(races, race)
    assert {each.player for each in standings if each.status is Status.FINISHED} == {ANNA, BERT, DORA, EMIL}


async def test_a_finished_race_is_not_made_unfinished(races: Races, games: Games, store: Store) -> None:
    """Neither by taking the last move back nor by having all one's data deleted."""
    race = await _start(races)
    game = await _play(games, await races.join(_seat(ANNA), race))
    await games.play.undo(ANNA, game.id, game.version)
    await _play(games, await races.join(_seat(BERT), race))
    await store.privacy.delete(ANNA)
    await _play(games, await races.join(_seat(CARL), race))
    assert await _ranked(store) == []
    assert [each.player for each in await _standings(races, race)] == [BERT, CARL]


async def test_who_joins_at_the_same_moment_has_joined_before_or_after(races: Races, games: Games) -> None:
    """Either way, nobody is dealt a game that counts after the first player has finished."""
    race = await _start(races)
    first = await races.join(_seat(ANNA), race)
    _, *joined = await asyncio.gather(
        _play(games, first), *(races.join(_seat(player), race) for player in range(2, 8))
    )
    kinds = [game.kind for game in sorted(joined, key=lambda game: game.id)]
    assert kinds == sorted(kinds, key=[Kind.RACE, Kind.LATE].index)


async def test_it_ends_when_all_are_done_or_its_time_is_up(races: Races, games: Games, clock: Clock) -> None:
    """Not while its only player waits for others."""
    race = await _start(races, hours=24)

    async def is_done() -> bool:
        return races.is_done(race, await races.games(race))

    assert not await is_done()
    await _play(games, await races.join(_seat(ANNA), race))
    assert not await is_done()
    other = await races.join(_seat(BERT), race)
    assert not await is_done()
    await games.play.resign(BERT, other.id, other.version)
    assert await is_done()
    await races.join(_seat(CARL), race)
    clock.wait(24 * 60 - 1)
    assert not await is_done()
    clock.wait(1)
    assert await is_done()


async def test_what_is_played_after_the_end_changes_nothing(races: Races, games: Games) -> None:
    """The table still says that the game was not finished, and it is on no leaderboard."""
    race = await _start(races)
    game = await _play(games, await races.join(_seat(ANNA), race), most=3)
    await races.end(race)
    game = await _play(games, game)
    result = await games.lookup.result(game)
    assert result is not None
    assert result.kind == Kind.PRACTICE
    assert [each.status for each in await _standings(races, race)] == [Status.PLAYING]


async def test_what_was_raced_stays(races: Races, games: Games) -> None:
    """Once its deal is public, nobody takes up a game of it again to do better."""
    race = await _start(races)
    game = await _play(games, await races.join(_seat(ANNA), race))
    game = await _play(games, await games.play.undo(ANNA, game.id, game.version))
    await races.end(race)
    with pytest.raises(ResultStays):
        await games.play.undo(ANNA, game.id, game.version)
    (standing,) = await _standings(races, race)
    assert standing.status is Status.FINISHED


async def test_everybody_has_one_game_of_a_race(races: Races) -> None:
    """A second press shows it again, even of two at once; all are dealt the same cards."""
    race = await _start(races)
    pressed = await asyncio.gather(*(races.join(_seat(ANNA), race) for _ in range(4)))
    assert len({game.id for game in pressed}) == 1
    assert (await races.join(_seat(ANNA), race)).id == pressed[0].id
    assert (await races.join(_seat(BERT), race)).state == pressed[0].state
    assert len(await races.games(race)) == 2


async def test_another_game_is_resigned_only_on_purpose(races: Races, games: Games) -> None:
    """Whether for the race or in place of it, and even before its first move."""
    race = await _start(races)
    other = await _play(games, await games.dealing.deal(_seat(ANNA), find_game("goren")), most=1)
    with pytest.raises(AlreadyPlaying) as asked:
        await races.join(_seat(ANNA), race)
    assert asked.value.game.id == other.id
    raced = await races.join(_seat(ANNA), race, (other.id, other.version))
    assert (await games.lookup.get(other.id)).resigned
    with pytest.raises(AlreadyPlaying):
        await games.dealing.deal(_seat(ANNA), find_game("goren"))
    await games.dealing.deal(_seat(ANNA), find_game("goren"), replacing=(raced.id, raced.version))
    assert [each.status for each in await _standings(races, race)] == [Status.RESIGNED]
    assert (await races.join(_seat(ANNA), race)).resigned, "who has left does not come back"


async def test_nobody_joins_too_late(races: Races, clock: Clock) -> None:
    """Neither after its time, though nobody has ended it yet, nor after its end."""
    late, stopped = (
        await _start(races),
        await races.start(Seat(ANNA, 6, SERVER), SERVER, find_game("goren"), 9),
    )
    clock.wait(60)
    with pytest.raises(RaceOver):
        await races.join(_seat(BERT), late)
    await races.end(stopped)
    with pytest.raises(RaceOver):
        await races.join(Seat(BERT, 6, SERVER), stopped)
    assert await races.games(late) == await races.games(stopped) == []


async def test_the_deal_is_told_when_the_race_is_over(
    races: Races, games: Games, store: Store, threads: SolverThreads
) -> None:
    """Not to those who have finished; nor do they get a review, practice, or the pack in another game."""
    race = await _start(races)
    game = await _play(games, await races.join(_seat(ANNA), race))
    other = await games.dealing.deal(Seat(ANNA, 6, SERVER), find_game("goren"))
    assert [await games.lookup.seals(each) for each in (game, other)] == [True, False]
    learn: list[Callable[[], Awaitable[object]]] = [
        lambda: Records(store, games.lookup).write(game),
        lambda: Reviews(threads, store).review(game),
        lambda: games.dealing.deal_practice(_seat(ANNA), game, 0),
        lambda: games.dealing.deal(Seat(BERT, 7, None), find_game("goren"), race.seed),
    ]
    for each in learn:
        with pytest.raises(Sealed):
            await each()
    await races.end(race)
    for each in learn:
        await each()
    assert not await games.lookup.seals(game)
    assert race.seed.encode() in await Records(store, games.lookup).write(game)


async def test_its_starter_or_a_manager_stops_it(races: Races) -> None:
    """Nobody else can, and only if one is on."""
    race = await _start(races)
    with pytest.raises(RaceOn):
        await races.start(_seat(BERT), SERVER, find_game("goren"), 1)
    with pytest.raises(MayNotStop):
        await races.stop(_seat(BERT), manages=False)
    assert (await races.stop(_seat(ANNA), manages=False)).id == race.id
    with pytest.raises(NoRace):
        await races.stop(_seat(ANNA), manages=False)
    await races.start(_seat(ANNA), SERVER, find_game("goren"), 1)
    assert (await races.stop(_seat(BERT), manages=True)).over
    assert await races.going_on() == []


def _anew(store: Store) -> Races:
    """Return races with nothing in memory."""
    games = Games(store)
    return Races(store, games.lookup, games.dealing)


@pytest.mark.logs("is set aside: .* revision 99")
async def test_a_game_whose_rules_have_changed_is_left_out(races: Races, store: Store) -> None:
    """The others still have their places."""
    race = await _start(races)
    for player in (ANNA, BERT):
        await races.join(_seat(player), race)
    first, second = await races.games(race)
    after_a_restart = _anew(store)
    found = await after_a_restart.standings([replace(first, revision=99), second])
    assert [each.player for each in found] == [BERT]


async def test_a_race_goes_on_after_a_restart(races: Races, games: Games, store: Store) -> None:
    """Nothing of it is in memory alone."""
    race = await _start(races)
    await _play(games, await races.join(_seat(ANNA), race), most=4)
    again = _anew(store)
    assert await again.going_on() == [race]
    assert await _standings(again, race) == await _standings(races, race)
    assert (await again.join(_seat(ANNA), race)).session.moves

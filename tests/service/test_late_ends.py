"""Games that end, or come back into play, when their race or their leaderboard has ended before them."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.games import find_game
from bot.service.errors import ResultStays
from bot.service.game import Seat
from bot.service.race import Races
from bot.service.ranks import Period, Ranks
from bot.store import Kind, Status, Store
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.games import Games
from tests.service.racing import BERT, HERE, SERVER, games, play, races, seat, standings, start

__all__ = ["clock", "games", "races", "store"]
ACCORDION = find_game("accordion")


async def _players(store: Store) -> list[int]:
    """Return who is on the leaderboard."""
    board = await Ranks(store).look(SERVER, BERT, ACCORDION, Period.ALL, 0)
    return [place.player for place in board.places]


@both_databases
async def test_undo_at_the_moment_a_race_ends(races: Races, games: Games, store: Store) -> None:
    """A move taken back at the moment a race ends leaves no game in play that counts."""
    race = await start(races)
    game = await play(games, await races.join(seat(BERT), race))
    await asyncio.gather(games.play.undo(game), store.races.end(race.id), return_exceptions=True)
    now = await store.games.get(game.id)
    assert now is not None
    assert now.status is Status.FINISHED or now.kind is Kind.PRACTICE


async def test_a_game_that_ends_after_its_time_does_not_count(
    races: Races, games: Games, store: Store, clock: Clock
) -> None:
    """A game that ends after its race's time is practice, even if nobody has looked at the race since."""
    race = await start(races)
    game = await races.join(seat(BERT), race)
    clock.wait(61)
    game = await play(games, game)
    assert game.over
    assert game.kind is Kind.PRACTICE
    assert await _players(store) == []
    assert [standing.status for standing in await standings(store, races, race)] == [Status.PLAYING]


async def test_a_game_in_play_when_its_race_ends_is_practice_at_once(
    store: Store, races: Races, games: Games
) -> None:
    """A game in play when its race ends is practice at once, and can be taken back after its end."""
    race = await start(races)
    game = await play(games, await races.join(seat(BERT), race), most=3)
    await store.races.end(race.id)
    game = await play(games, game)
    assert game.kind is Kind.PRACTICE
    assert not (await games.play.undo(game)).over


async def test_a_result_of_a_race_stays(store: Store, races: Races, games: Games, clock: Clock) -> None:
    """A race's result stays once its time is up, even if nobody has looked at the race since."""
    race = await start(races)
    game = await play(games, await races.join(seat(BERT), race))
    clock.wait(61)
    for _ in range(2):
        with pytest.raises(ResultStays) as refused:
            await games.play.undo(game)
        assert refused.value.game == game
        await store.races.end(race.id)


async def test_a_game_from_before_a_reset_does_not_come_back(games: Games, store: Store) -> None:
    """A game from before a reset does not come back to the leaderboard, and the next one counts."""
    game = await play(games, await games.dealer.deal(seat(BERT), ACCORDION))
    assert await _players(store) == [BERT]
    await Ranks(store).reset(SERVER, None)
    assert await _players(store) == []
    game = await games.play.undo(game)
    game = await games.play.redo(game)
    assert game.over
    assert await _players(store) == []
    await play(games, await games.dealer.deal(Seat(BERT, HERE + 1, SERVER), ACCORDION))
    assert await _players(store) == [BERT]

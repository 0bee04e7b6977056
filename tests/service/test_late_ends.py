"""Games that end, or come back into play, when their race or their leaderboard has ended before them."""

from __future__ import annotations

import asyncio

from bot.service.race import Races
from bot.service.ranks import Period, Ranks
from bot.store import Kind, Status, Store
from idle_year.engine.games import find_game
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.games import Games
from tests.service.racing import BERT, SERVER, games, play, races, seat, standings, start

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

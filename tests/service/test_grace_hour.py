"""The hour after midnight UTC: who began yesterday's daily in time ends it, and nobody learns its deal."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from sqlalchemy import select

from bot.service.daily import Dailies, NotYet
from bot.service.errors import Sealed, StillToCome
from bot.service.game import Game, Seat
from bot.service.stats import Stats
from bot.store import Daily, Kind, Store
from bot.store.database import Database
from bot.store.tables import bests
from tests.clock import Clock, clock, store
from tests.games import Games
from tests.service.digesting import SERVER, digests, end_daily

__all__ = ["clock", "digests", "store"]
DAY = date(2026, 11, 30)
NEXT = DAY + timedelta(1)
ADA, BERT, CLEO = 1, 2, 3


@pytest.fixture(autouse=True)
def last_of_november(clock: Clock) -> None:
    """Begin on the last day of a month, which has places of its own."""
    clock.turn_to(DAY, 12)


async def _deal(games: Games, daily: Daily, player: int) -> Game:
    return await games.dealer.deal_daily(Seat(player, player, SERVER), daily)


async def _play_out(games: Games, game: Game) -> Game:
    while not game.over:
        first = game.rules.notation.write_move(game.rules.moves(game.state)[0])
        game = await games.play.move(game, str(first))
    return game


async def _ranked(dailies: Dailies, daily: Daily) -> list[int]:
    return [place.player for place in await dailies.places(SERVER, ADA, daily)]


async def test_who_began_in_time_ends_it(dailies: Dailies, store: Store, clock: Clock, url: str) -> None:
    """What is begun before midnight counts for its day, month and streak until 01:00, and not after that."""
    games, daily = Games(store), await dailies.of(DAY, "accordion")
    clock.turn_to(DAY, 23, 59)
    ada, bert = [await _deal(games, daily, player) for player in (ADA, BERT)]
    clock.turn_to(NEXT, 0, 59)
    assert (await _deal(games, daily, ADA)).id == ada.id
    await _play_out(games, ada)
    clock.wait(1)
    await _play_out(games, bert)
    assert await _ranked(dailies, daily) == [ADA]
    assert [(await Stats(store).daily_streak(player)).best for player in (ADA, BERT)] == [1, 0]
    database = Database(url)
    async with database.statement() as connection:
        assert sorted((await connection.execute(select(bests.c.period))).scalars()) == [
            *("2026-11", "2026-11-30", "all")
        ]
    await database.close()


async def test_nobody_begins_it_after_its_day(dailies: Dailies, store: Store, clock: Clock) -> None:
    """After midnight everybody begins the new day's; yesterday's is dealt again as practice from 01:00 on."""
    games = Games(store)
    old, new = [await dailies.of(day, "accordion") for day in (DAY, NEXT)]
    clock.turn_to(DAY, 23, 59)
    with pytest.raises(StillToCome):
        await _deal(games, new, CLEO)
    clock.turn_to(NEXT, 0)
    assert dailies.today == NEXT
    with pytest.raises(Sealed):
        await _deal(games, old, CLEO)
    with pytest.raises(NotYet):
        await dailies.places(SERVER, CLEO, old)
    assert (await _deal(games, new, CLEO)).kind is Kind.DAILY
    clock.turn_to(NEXT, 1)
    assert (await _deal(games, old, CLEO)).kind is Kind.PRACTICE


async def test_keys_and_moves_are_published_at_one(dailies: Dailies, store: Store, clock: Clock) -> None:
    """Neither keys nor a server's export tell anything of a daily before 01:00."""
    games, daily = Games(store), await dailies.of(DAY, "accordion")
    await _play_out(games, await _deal(games, daily, ADA))
    clock.turn_to(NEXT, 0, 59)
    for published in (False, True):
        assert (daily in (await dailies.revealed(DAY) or [])) is published
        rows = [row async for some in store.ranks.export(SERVER) for row in some]
        assert len(rows) == published
        clock.wait(1)


async def test_a_streak_lives_while_its_daily_goes_on(dailies: Dailies, store: Store, clock: Clock) -> None:
    """A streak is alive at 00:59, even if it has no day to miss left: it is broken at 01:00."""
    for days in (7, 5, 4, 3, 2):  # on the day that is left out, the month's one day is forgiven
        clock.turn_to(DAY - timedelta(days), 12)
        await end_daily(store, ADA, 3)
    clock.turn_to(DAY, 0, 59)
    assert (await Stats(store).daily_streak(ADA)).current == 5
    clock.wait(1)
    assert (await Stats(store).daily_streak(ADA)).current == 0

"""Playing dailies: one attempt counts, beside whatever else is played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.service.daily import Dailies, NotYet
from bot.service.errors import Sealed, StillToCome
from bot.service.game import Game, Seat
from bot.service.lookup import Lookup
from bot.service.records import Records
from bot.service.review import Reviews
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import Daily, Kind, Store
from idle_year.engine.games import find_game
from idle_year.engine.records import write_record
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.games import Games

__all__ = ["clock", "store"]
DAY, TOMORROW = date(2026, 11, 20), date(2026, 11, 21)
LAST_MINUTE, OVER = datetime(2026, 11, 21, 0, 59, tzinfo=UTC), datetime(2026, 11, 21, 1, tzinfo=UTC)
ANNA, BERT, SERVER = 1, 2, 9


async def _play_out(games: Games, game: Game) -> Game:
    while not game.over:
        game = await games.play.move(game, _first(game))
    return game


def _first(game: Game) -> str:
    return str(game.rules.notation.write_move(game.rules.moves(game.state)[0]))


async def _deal(games: Games, daily: Daily, player: int = ANNA, channel: int = 5) -> Game:
    return await games.dealer.deal_daily(Seat(player, channel, SERVER), daily)


async def test_one_attempt_counts(dailies: Dailies, store: Store, clock: Clock) -> None:
    """One attempt at a daily counts; its player, or a latecomer, practises it when that is over."""
    games, daily = Games(store), await dailies.of(DAY, "accordion")
    dealt = await _deal(games, daily)
    assert (dealt.kind, dealt.day, dealt.public) == (Kind.DAILY, DAY, False)
    first = await _play_out(games, dealt)
    with pytest.raises(Sealed):
        await _deal(games, daily)
    assert (await _deal(games, daily, BERT)).kind is Kind.DAILY
    assert await games.lookup.attempt(ANNA, DAY, "accordion") == first
    clock.now += timedelta(days=1)
    for player in (ANNA, 3):
        assert (await _deal(games, daily, player)).kind is Kind.PRACTICE


async def test_no_daily_is_dealt_before_its_day(dailies: Dailies, store: Store) -> None:
    """No daily is dealt before its day, as practising it would reveal it."""
    with pytest.raises(StillToCome):
        await _deal(Games(store), await dailies.of(TOMORROW, "accordion"))


async def test_nothing_is_learnt_of_a_deal_that_others_still_play(
    dailies: Dailies, store: Store, clock: Clock, threads: SolverThreads
) -> None:
    """Nobody gets a review, practice, record or other game of a deal that others still play."""
    games, daily = Games(store), await dailies.of(DAY, "accordion")
    over = await _play_out(games, await _deal(games, daily))
    reviews, records = Reviews(threads, store, Lookup(store)), Records(store, games.lookup)
    record = write_record(over.session).encode()
    learn: list[Callable[[], Awaitable[object]]] = [
        lambda: reviews.review(over),
        lambda: games.dealer.deal_practice(over.seat, over, 0),
        lambda: records.write(over),
        lambda: records.save(BERT, record),
        lambda: games.dealer.deal(Seat(BERT, 5, SERVER), find_game("accordion"), daily.seed),
        lambda: games.dealer.deal(Seat(BERT, 6, SERVER), find_game("goren"), daily.seed),
    ]
    for now in (clock.now, LAST_MINUTE):
        clock.now = now
        for each in learn:
            with pytest.raises(Sealed):
                await each()
    clock.now = OVER
    for each in learn:
        await each()


@both_databases
async def test_of_two_attempts_at_once_one_counts(dailies: Dailies, store: Store) -> None:
    """Of attempts at once in several channels one counts, and all who ask are given that one."""
    games, daily = Games(store), await dailies.of(DAY, "accordion")
    dealt = await asyncio.gather(*(_deal(games, daily, channel=channel) for channel in range(6)))
    counted = await games.lookup.attempt(ANNA, DAY, "accordion")
    assert dealt == [counted] * 6


async def test_the_deal_is_told_when_the_daily_is_over(dailies: Dailies, store: Store, clock: Clock) -> None:
    """The deal of a daily is told an hour after its day, and not when somebody's game of it is."""
    games, daily = Games(store), await dailies.of(DAY, "accordion")
    over = await _play_out(games, await _deal(games, daily))
    assert await games.lookup.seals(over)
    assert not await games.lookup.seals(
        await games.dealer.deal(Seat(BERT, 5, SERVER), find_game("accordion"))
    )
    clock.now = LAST_MINUTE
    assert await games.lookup.seals(over)
    clock.now = OVER
    assert not await games.lookup.seals(over)


async def test_results_wait_for_the_asker(dailies: Dailies, store: Store, clock: Clock) -> None:
    """Players who have yet to play a daily see no results of it until it is over."""
    games, daily = Games(store), await dailies.of(DAY, "accordion")
    await _play_out(games, await _deal(games, daily))
    begun = await _deal(games, daily, BERT)
    for asker in (BERT, 3):
        with pytest.raises(NotYet):
            await dailies.places(SERVER, asker, daily)
    (place,) = await dailies.places(SERVER, ANNA, daily)
    assert (place.number, place.player) == (1, ANNA)
    await games.play.resign(begun)
    assert await dailies.places(SERVER, BERT, daily) == [place]
    clock.now = LAST_MINUTE
    with pytest.raises(NotYet):
        await dailies.places(SERVER, 3, daily)
    clock.now = OVER
    assert await dailies.places(SERVER, 3, daily) == [place]

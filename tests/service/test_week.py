"""A whole week of dailies: two servers, five players, midnights, a night without the bot, a cheater."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from bot.engine.daily import commitment
from bot.engine.games import find_game
from bot.engine.records import BadCode, BadRecord, read_code, read_record, write_code, write_moves
from bot.service.daily import Dailies
from bot.service.digest import Digests
from bot.service.game import Game, Seat
from bot.service.kernels import Preparation
from bot.service.lookup import Lookup
from bot.service.ranks import Period, Ranks
from bot.service.records import Records
from bot.service.stats import Stats
from bot.service.thinking.solver_threads import SolverThreads
from bot.solvers.protocols import Limit
from bot.solvers.registry import solver_for
from bot.store import Store
from tests.clock import Clock, clock, store
from tests.games import Games

__all__ = ["clock", "store"]

MONDAY = date(2026, 11, 23)
WEEK = [MONDAY + timedelta(number) for number in range(7)]
EAST, WEST = 101, 102
ANNA, BERT, CLEO, DORA, EMIL = range(1, 6)
HOME = {ANNA: EAST, BERT: EAST, CLEO: EAST, DORA: WEST, EMIL: WEST}
OPEN = find_game("accordion")


class Week:
    """The bot's services on one store, and what people do with them."""

    def __init__(self, store: Store, clock: Clock, threads: SolverThreads) -> None:
        self.store, self.clock = store, clock
        self.games, self.dailies = Games(store), Dailies(store, threads, Preparation())
        self.digests = Digests(store, self.dailies, Lookup(store))
        self.posted: Counter[tuple[int, date]] = Counter()

    async def deal(self, player: int) -> Game:
        """Deal today's Accordion to a player, in a channel of the home server."""
        daily = await self.dailies.of(self.clock.now.date(), "accordion")
        return await self.games.dealer.deal_daily(Seat(player, player, HOME[player]), daily)

    async def win(self, game: Game) -> Game:
        """Play the solution that the solver found."""
        line = solver_for(OPEN).solve(game.state, Limit(seconds=60)).line
        return await self.games.play.move(game, write_moves(OPEN, line))

    async def lose(self, game: Game) -> Game:
        """Play the first move until there is none."""
        while not game.over:
            first = write_moves(OPEN, OPEN.moves(game.state)[:1])
            game = await self.games.play.move(game, first)
        return game

    async def look_for_digests(self) -> None:
        """Post whatever is due, as the bot does every minute."""
        async for server in self.digests.due():
            taken = await self.digests.take(server)
            if taken is not None:
                self.posted[server.guild, taken.digest.day] += 1
                await self.digests.posted(taken, 1)


@pytest.fixture
async def week(store: Store, clock: Clock, threads: SolverThreads) -> Week:
    """Begin on Sunday evening, with both servers set up."""
    week = Week(store, clock, threads)
    clock.turn_to(MONDAY - timedelta(1), 20)
    await store.servers.put(EAST, 7, 8, ANNA)
    await store.servers.put(WEST, 8, 23, ANNA)
    return week


async def test_a_week(week: Week, clock: Clock) -> None:
    """In a week of dailies, everybody's results, streaks and digests are right on Sunday night."""
    for day in WEEK:
        clock.turn_to(day, 8)
        if day != WEEK[3]:  # on Thursday the bot is down until the afternoon
            await week.look_for_digests()
        clock.turn_to(day, 16)
        await week.look_for_digests()
        await week.win(await week.deal(ANNA))
        if day not in (WEEK[1], WEEK[2]):
            await week.lose(await week.deal(BERT))
        if day != WEEK[4]:
            await week.lose(await week.deal(DORA))
        clock.turn_to(day, 23, 30)
        for _ in range(3):
            await week.look_for_digests()
    clock.turn_to(WEEK[-1] + timedelta(1), 23)
    await week.look_for_digests()

    # Each server got one digest for each day since it was set up; those of Sunday had only a daily to offer.
    sunday, saturday = MONDAY - timedelta(1), MONDAY - timedelta(2)
    east, west = dict.fromkeys([sunday, *WEEK], 1), dict.fromkeys([saturday, sunday, *WEEK], 1)
    assert {day: times for (guild, day), times in week.posted.items() if guild == EAST} == east
    assert {day: times for (guild, day), times in week.posted.items() if guild == WEST} == west

    stats = Stats(week.store)
    assert (await stats.overview(ANNA)).days == (7, 7)
    assert (await stats.overview(BERT)).days == (4, 4)  # two days in a row are too many for one freeze
    assert (await stats.overview(DORA)).days == (6, 6)  # one is forgiven
    assert (await stats.overview(EMIL)).days == (0, 0)

    board = await Ranks(week.store).look(EAST, BERT, OPEN, Period.ALL, 0)
    assert [place.player for place in board.places] == [ANNA, BERT]
    assert board.own is not None
    assert board.own.number == 2


async def test_what_a_cheater_edits_is_refused(week: Week, clock: Clock) -> None:
    """A code, a record or a key that a cheater has edited does not pass."""
    clock.turn_to(MONDAY, 10)
    game = await week.lose(await week.deal(DORA))
    with pytest.raises(BadCode):
        read_code(write_code(OPEN.id, "x" * 40))
    clock.turn_to(WEEK[1], 10)
    record = (await Records(week.store, week.games.lookup).write(game)).decode()
    assert read_record(record).state == game.state
    piles = len(game.state.piles)
    with pytest.raises(BadRecord, match=f"The record says `1` piles; its moves lead to {piles}"):
        read_record(record.replace(f'[Result "{piles}"]', '[Result "1"]'))
    daily = await week.dailies.of(MONDAY, "accordion")
    edited = ("0" if daily.key[0] != "0" else "1") + daily.key[1:]
    assert commitment(edited) != commitment(daily.key)

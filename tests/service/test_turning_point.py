"""Where the people of a server lost a daily, and who has saved it since."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from bot.service.game import Game, Seat
from bot.service.review import Reviews
from bot.service.thinking.solver_threads import SolverThreads
from bot.service.thinking.workers import Interrupted
from bot.service.turning_point import TurningPoint, TurningPoints
from bot.store import Daily, Help, Store
from idle_year.analysis import LosingMove, losing_move, positions
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Limit
from idle_year.solvers.registry import solver_for
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.games import Games

__all__ = ["clock", "store"]
DAY, SERVER, OTHER, CHANNEL = date(2026, 11, 20), 5, 6, 7
ANNA, BERT, CLEO, DORA = range(1, 5)
DAILY = Daily(DAY, "accordion", "accordion", 1, "tuesday", "key", 0, 4, None)
DEAL = Session.deal(find_game("accordion"), "tuesday")


@pytest.fixture
def games(store: Store) -> Games:
    """Play on an empty store."""
    return Games(store)


@pytest.fixture
def points(store: Store, threads: SolverThreads, games: Games) -> TurningPoints:
    """Look for turning points in it."""
    return TurningPoints(store, games.lookup, Reviews(threads, store, games.lookup))


def _played(deal: Session[Any], number: int) -> Session[Any]:
    """Play to the end, each time the legal move with this number, or the last one."""
    while deal.outcome is None:
        move = deal.legal[min(number, len(deal.legal) - 1)]
        deal = deal.play(write_moves(deal.rules, [move]))
    return deal


async def _finish(games: Games, player: int, number: int, guild: int = SERVER) -> Game:
    """Have a player finish the daily with such moves."""
    game = await games.dealer.deal_daily(Seat(player, CHANNEL, guild), DAILY)
    played = _played(game.session, number)
    return await games.play.move(game, write_moves(played.rules, played.moves))


def _turn(number: int) -> LosingMove:
    """Find out where such moves lose the daily, by a solver of one's own."""
    played = _played(DEAL, number)
    turn = losing_move(played.rules, positions(played), played.moves, Limit())
    assert turn is not None
    return turn


async def _found(points: TurningPoints, guild: int = SERVER) -> TurningPoint:
    await points.look_back(guild, [DAILY])
    found = await points.find(guild, DAILY)
    assert found is not None
    return found


async def _save(games: Games, point: TurningPoint, player: int, guild: int = SERVER) -> Game:
    """Have a player win from a turning point."""
    practice = await games.dealer.deal_practice(Seat(player, CHANNEL, guild), point.game, point.number)
    line = solver_for(practice.rules).solve(practice.state, Limit()).line
    return await games.play.move(practice, write_moves(practice.rules, line))


@both_databases
async def test_the_move_that_lost_most_games_is_found(
    games: Games, points: TurningPoints, clock: Clock
) -> None:
    """Of the games of a server, the position and the move are found that lost most; other servers differ."""
    turns = {number: _turn(number) for number in (0, 1)}
    assert (turns[0].state, turns[0].played) != (turns[1].state, turns[1].played)
    for player, number in ((ANNA, 1), (BERT, 0), (CLEO, 0)):
        await _finish(games, player, number)
    await _finish(games, DORA, 1, guild=OTHER)
    clock.turn_to(DAILY.day + timedelta(1), 0, 59)
    await points.look_back(SERVER, [DAILY])
    assert await points.find(SERVER, DAILY) is None  # others still play it
    clock.wait(1)
    for guild, number, lost, players in ((SERVER, 0, 2, 3), (OTHER, 1, 1, 1)):
        assert await points.find(guild, DAILY) is None  # nobody has looked
        point = await _found(points, guild)
        there = point.game.session.state_at(point.number)
        assert (there, point.move) == (turns[number].state, turns[number].played)
        assert (point.lost, point.players, point.savers) == (lost, players, frozenset())
    assert await points.find(9, DAILY) is None


async def test_who_presses_waits_for_no_solver(games: Games, points: TurningPoints, clock: Clock) -> None:
    """Games are looked back on for the digest; whoever presses is told what is known since."""
    await _finish(games, ANNA, 0)
    clock.now += timedelta(days=1)
    assert await points.find(SERVER, DAILY) is None
    await points.look_back(SERVER, [DAILY])
    assert await points.find(SERVER, DAILY) is not None


async def test_a_solver_that_is_killed_leaves_a_game_open(
    games: Games, points: TurningPoints, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games whose solver is killed, or cannot be had, are left open, and the next ones are looked at."""
    games_of = [await _finish(games, player, 0) for player in (ANNA, BERT)]
    clock.now += timedelta(days=1)
    lost_by = Reviews.lost_by

    async def killed(reviews: Reviews, game: Game) -> int | None:
        if game.id == games_of[0].id:
            raise Interrupted
        return await lost_by(reviews, game)

    monkeypatch.setattr(Reviews, "lost_by", killed)
    await points.look_back(SERVER, [DAILY])
    found = await points.find(SERVER, DAILY)
    assert found is not None
    assert (found.game.id, found.lost, found.players) == (games_of[1].id, 1, 2)


async def test_what_no_solver_settles_is_looked_at_once(
    games: Games, points: TurningPoints, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that the solver cannot settle is not given to it again with each edit of a digest."""
    game, asked = await _finish(games, ANNA, 0), list[int]()
    clock.now += timedelta(days=1)

    async def finds_nothing(reviews: Reviews, game: Game) -> None:
        asked.append(game.id)

    monkeypatch.setattr(Reviews, "lost_by", finds_nothing)
    for _ in range(3):
        await points.look_back(SERVER, [DAILY])
    assert asked == [game.id]


async def test_who_hides_is_not_looked_at(
    store: Store, games: Games, points: TurningPoints, clock: Clock
) -> None:
    """The games of those who hide, and of those who gave up, neither count nor are shown to anybody."""
    await _finish(games, ANNA, 0)
    await _finish(games, BERT, 1)
    given_up = await games.dealer.deal_daily(Seat(CLEO, CHANNEL, SERVER), DAILY)
    await games.play.resign(
        await games.play.move(given_up, write_moves(given_up.rules, given_up.session.legal[:1]))
    )
    await store.ranks.hide(SERVER, BERT)
    clock.now += timedelta(days=1)
    point = await _found(points)
    assert (point.game.seat.owner, point.lost, point.players) == (ANNA, 1, 1)


@both_databases
async def test_who_saves_it_is_counted_once(
    store: Store, games: Games, points: TurningPoints, clock: Clock
) -> None:
    """Whoever wins from there in that server counts once, unless with help; a win anywhere else does not."""
    await _finish(games, ANNA, 0)
    clock.now += timedelta(days=1)
    point = await _found(points)
    for player, guild in ((BERT, SERVER), (BERT, SERVER), (DORA, OTHER)):
        assert await points.is_saved_by(await _save(games, point, player, guild), DAILY) == (guild == SERVER)
    helped = await games.dealer.deal_practice(Seat(CLEO, CHANNEL, SERVER), point.game, point.number)
    await store.games.help(helped.id, Help.HINT)
    line = solver_for(helped.rules).solve(helped.state, Limit()).line
    won = await games.play.move(helped, write_moves(helped.rules, line))
    assert not await points.is_saved_by(won, DAILY)
    afresh = await games.dealer.deal_daily(Seat(CLEO, CHANNEL, SERVER), DAILY)
    line = solver_for(afresh.rules).solve(afresh.state, Limit()).line
    assert line[: point.number] != point.game.session.moves[: point.number]
    assert not await points.is_saved_by(await games.play.move(afresh, write_moves(afresh.rules, line)), DAILY)
    assert (await _found(points)).savers == {BERT}


async def test_hidden_cards_have_no_turning_point(
    store: Store, games: Games, points: TurningPoints, clock: Clock
) -> None:
    """Where cards are hidden nobody could have known what would have won, so nothing is said of it."""
    revision = find_game("pyramid").revision
    daily = Daily(DAY, "pyramid", "pyramid", revision, "tuesday", "key", 0, 4, None)
    game = await games.dealer.deal_daily(Seat(ANNA, CHANNEL, SERVER), daily)
    played = _played(game.session, 0)
    await games.play.move(game, write_moves(played.rules, played.moves))
    clock.now += timedelta(days=1)
    await points.look_back(SERVER, [daily])
    assert await points.find(SERVER, daily) is None

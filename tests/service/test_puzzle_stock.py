"""The stock of puzzles: made up, or of games that were lost, never of a deal that others still play."""

from __future__ import annotations

import asyncio
import math
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.service import puzzle_stock
from bot.service.game import Seat
from bot.service.kernels import Preparation
from bot.service.puzzle_stock import DAILY_GAMES, PuzzleStock
from bot.service.thinking.worker import CannotLoad
from bot.store import Daily, NewRace, Puzzle, Source
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from idle_year.puzzles import latest_puzzle
from tests.clock import Clock, clock, store
from tests.games import Games
from tests.puzzles import SHORT, WRONG

if TYPE_CHECKING:
    from bot.service.daily import Dailies
    from bot.service.game import Game
    from bot.service.thinking.solver_threads import SolverThreads
    from bot.store import Store
    from idle_year.engine.rules import AnyRules

pytestmark = pytest.mark.slow

__all__ = ["clock", "store"]
ANNA, BERT, SERVER, CHANNEL = 1, 2, 5, 7
HERE = Seat(ANNA, CHANNEL, SERVER)
TODAY = Clock().now.date()
ACCORDION = find_game("accordion")
LOST_BY = len(SHORT.moves.split()) + 1


@pytest.fixture
def games(store: Store) -> Games:
    """Play on an empty store."""
    return Games(store)


@pytest.fixture
def stock(
    games: Games, dailies: Dailies, threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> PuzzleStock:
    """Keep a small stock, of Accordion alone."""
    monkeypatch.setattr(puzzle_stock, "BY_DEMAND", ["accordion"])
    monkeypatch.setattr(puzzle_stock, "_STOCK", 2)
    return PuzzleStock(games.store, games.lookup, dailies, threads, Preparation())


async def dealt(store: Store, player: int) -> list[Puzzle]:
    """Have a player be dealt all puzzles there are; return them."""
    found, games = [], Games(store)
    while (puzzle := await store.puzzles.next(player, "accordion", 1)) is not None:
        found.append(puzzle)
        await games.dealer.deal_puzzle(Seat(player, CHANNEL, SERVER), puzzle)
    return found


async def lose(games: Games, game: Game) -> None:
    """Lose a game where the puzzle is, and have it known by which move."""
    line = f"{SHORT.moves} {WRONG}"
    while (session := game.session).outcome is None:
        game = await games.play.move(game, line or session.rules.notation.write_move(session.legal[0]))
        line = ""
    await games.store.results.save_lost_by(game.id, game.version, LOST_BY)


async def test_a_solver_that_cannot_be_had_leaves_the_others_to_work(
    stock: PuzzleStock, store: Store, threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While today's puzzle cannot be made for lack of a solver, other games' are, and then that is told."""
    monkeypatch.setattr(puzzle_stock, "DAILY_GAMES", ("cribbage",))
    ahead = threads.ahead

    async def without_cribbage(rules: AnyRules, *thought: Any) -> Any:
        if rules.id == "cribbage":
            raise CannotLoad
        return await ahead(rules, *thought)

    monkeypatch.setattr(threads, "ahead", without_cribbage)
    with pytest.raises(CannotLoad):
        await stock.fill()
    assert len(await dealt(store, ANNA)) == 2


async def test_a_days_puzzle_is_tried_again_once_its_solver_is_there(
    games: Games, store: Store, dailies: Dailies, threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the day's solver is to come, as after its compiler was killed, the stock soon looks again."""
    preparation = Preparation()
    stock = PuzzleStock(games.store, games.lookup, dailies, threads, preparation)
    monkeypatch.setattr(puzzle_stock, "DAILY_GAMES", ("accordion",))
    monkeypatch.setattr(puzzle_stock, "BY_DEMAND", [])
    preparation.expect({"accordion.open": 60.0})
    with monkeypatch.context() as killed:
        killed.setattr(puzzle_stock, "is_to_be_had", lambda _rules: False)
        assert await stock.fill() == threads.quiet.LOOK
        assert await store.puzzles.of_day(TODAY) is None
        preparation.settle("accordion.open", failed=True)
        assert await stock.fill() is None, "nothing is to come"
    await stock.fill()
    assert await store.puzzles.of_day(TODAY) is not None


async def test_whoever_has_none_left_gets_more(stock: PuzzleStock, store: Store) -> None:
    """There is a stock for whoever comes, and as many again for whoever has had all of it."""
    await stock.fill()
    had = await dealt(store, ANNA)
    assert [each.source for each in had] == [Source.MADE, Source.MADE]
    await stock.fill()
    assert await dealt(store, ANNA) == []
    stock.note_taker(ANNA, "accordion")
    await stock.fill()
    assert len(await dealt(store, ANNA)) == 2


async def test_a_puzzle_can_be_won_as_its_proof_says(stock: PuzzleStock, store: Store) -> None:
    """What is kept leads to the position, and its proof names legal moves there."""
    await stock.fill()
    for puzzle in await dealt(store, ANNA):
        session = Session.read(ACCORDION, puzzle.seed, puzzle.moves)
        legal = {session.rules.notation.write_move(move) for move in session.legal}
        assert puzzle.proof.startswith('[{"')
        assert puzzle.choices >= 2
        assert any(f'"{move}":' in puzzle.proof.partition("}")[0] for move in legal)


async def test_the_puzzle_of_a_day_is_one(stock: PuzzleStock, store: Store) -> None:
    """Everybody who asks gets the same; the games take turns."""
    made = [await stock.of_day(TODAY + timedelta(days)) for days in range(len(DAILY_GAMES))]
    assert await stock.of_day(TODAY) == made[0]
    assert {each.game for each in made} == {*DAILY_GAMES}


async def test_nobody_waits_for_the_puzzle_of_the_day_until_others_have_searched(
    stock: PuzzleStock, searches: list[asyncio.Task[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many people search, whoever asks for the day's puzzle gets it made before they end."""
    monkeypatch.setattr(puzzle_stock, "DAILY_GAMES", ("accordion",))
    await stock.of_day(TODAY)
    assert not any(search.done() for search in searches)


async def test_ones_own_lost_game_becomes_a_puzzle(stock: PuzzleStock, store: Store, games: Games) -> None:
    """The position before the move that lost a game is a puzzle for its player, once, and nobody else's."""
    await lose(games, await games.dealer.deal(HERE, ACCORDION, SHORT.seed))
    for player in (ANNA, BERT, ANNA):
        stock.note_taker(player, "accordion")
        await stock.fill()
    first, *others = await dealt(store, ANNA)
    assert (first.source, first.seed, first.moves, first.proof) == (
        Source.LOST,
        SHORT.seed,
        SHORT.moves,
        SHORT.proof,
    )
    assert {each.source for each in (*others, *await dealt(store, BERT))} == {Source.MADE}


async def test_a_lost_game_that_is_deleted_meanwhile_becomes_no_puzzle(
    stock: PuzzleStock, store: Store, games: Games, threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of whoever deletes their data while their lost game is being made a puzzle, nothing is kept."""
    await lose(games, await games.dealer.deal(HERE, ACCORDION, SHORT.seed))
    make, made = threads.ahead, list[object]()

    async def make_and_leave(rules: AnyRules, work: Any, *asked: Any) -> Any:
        found = await make(rules, work, *asked)
        if work is latest_puzzle:
            made.append(found)
            await store.privacy.delete(ANNA)
        return found

    monkeypatch.setattr(threads, "ahead", make_and_leave)
    stock.note_taker(ANNA, "accordion")
    await stock.fill()
    assert len(made) == 1
    assert made[0] is not None
    held = [each async for some in store.privacy.held(ANNA, "puzzles_of_lost_games") for each in some]
    assert held == []


async def test_no_puzzle_is_made_of_a_deal_in_a_race(stock: PuzzleStock, store: Store, games: Games) -> None:
    """While a race is running, no game of its deal becomes a puzzle; afterwards one does."""
    await lose(games, await games.dealer.deal(HERE, ACCORDION, SHORT.seed))
    race = await store.races.start(
        NewRace(SERVER, CHANNEL, BERT, "accordion", SHORT.seed, store.now() + timedelta(hours=1))
    )
    assert race is not None
    stock.note_taker(ANNA, "accordion")
    await stock.fill()
    assert Source.LOST not in {each.source for each in await dealt(store, ANNA)}
    await store.races.end(race.id)
    stock.note_taker(ANNA, "accordion")
    await stock.fill()
    assert Source.LOST in {each.source for each in await dealt(store, ANNA)}


async def test_a_daily_becomes_a_puzzle_once_it_is_over(
    stock: PuzzleStock, store: Store, games: Games, clock: Clock
) -> None:
    """Where somebody lost a daily is a puzzle for everybody, an hour after its day and not before."""
    daily = Daily(TODAY, "accordion", "accordion", 1, SHORT.seed, "key", 0, 4, None)
    await store.dailies.save(daily)
    await lose(games, await games.dealer.deal_daily(HERE, daily))
    clock.turn_to(TODAY + timedelta(1), 0, 59)
    await stock.fill()
    assert Source.DAILY not in {each.source for each in await dealt(store, BERT)}
    clock.turn_to(TODAY + timedelta(1), 1)
    await stock.fill()
    assert [each.source for each in await dealt(store, BERT)] == [Source.DAILY]


async def test_while_people_play_a_game_gets_one_puzzle_within_a_day(
    stock: PuzzleStock, store: Store, clock: Clock, threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is never quiet, there is a puzzle after a day, and another as soon as somebody has had it."""

    async def left(player: int) -> int:
        await stock.fill()
        return await store.puzzles.left(player, "accordion", 1, 9)

    async def asked(player: int) -> int:
        stock.note_taker(player, "accordion")
        return await left(player)

    with monkeypatch.context() as busy:
        busy.setattr("bot.service.thinking.solver_threads._QUIET", math.inf)
        threads.quiet.note()
        assert await left(ANNA) == 0
        clock.wait(24 * 60)
        # Most deals make a puzzle, and one that makes none is followed by another.
        assert any([await left(ANNA) for _ in range(9)])
        await dealt(store, ANNA)
        assert await left(ANNA) == 0
        assert [await asked(ANNA) for _ in range(9)][-1] == 1
    monkeypatch.setattr("bot.service.thinking.solver_threads._QUIET", 0.0)
    assert [await asked(ANNA) for _ in range(9)][-1] >= 2


async def test_a_stock_is_filled_once_five_are_taken(
    stock: PuzzleStock, store: Store, threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is never quiet, whoever takes puzzles leaves no more than five missing."""
    monkeypatch.setattr(puzzle_stock, "_STOCK", 8)
    monkeypatch.setattr("bot.service.thinking.solver_threads._QUIET", math.inf)
    threads.quiet.note()
    stock.note_taker(ANNA, "accordion")
    await stock.fill()
    left = await store.puzzles.left(ANNA, "accordion", 1, 99)
    assert left == 3
    stock.note_taker(ANNA, "accordion")
    await stock.fill()
    assert await store.puzzles.left(ANNA, "accordion", 1, 99) == left


async def test_every_puzzle_gets_a_first_rating(stock: PuzzleStock, store: Store) -> None:
    """Those that are made are rated by their proofs, and so are those that an older version has left."""
    await store.puzzles.save(SHORT)
    await stock.fill()
    ratings = {each.rating for each in await dealt(store, ANNA)}
    assert await store.puzzles.unrated("accordion", 1) == []
    assert len(ratings) > 1
    assert all(1300 < rating < 2500 for rating in ratings)


async def test_while_people_play_the_puzzle_of_a_day_is_made_two_hours_before_it(
    stock: PuzzleStock, store: Store, clock: Clock, threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is never quiet, today's puzzle is made at once, and tomorrow's when its deadline has come."""
    monkeypatch.setattr(puzzle_stock, "DAILY_GAMES", ("accordion",))
    monkeypatch.setattr("bot.service.thinking.solver_threads._QUIET", math.inf)
    threads.quiet.note()

    async def made() -> list[bool]:
        await stock.fill()
        days = (TODAY, TODAY + timedelta(1))
        return [await store.puzzles.of_day(day) is not None for day in days]

    clock.turn_to(TODAY, 21, 59)
    assert await made() == [True, False]
    clock.wait(1)
    assert await made() == [True, True]

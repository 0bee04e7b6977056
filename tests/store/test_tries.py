"""Tries at puzzles: in a run, again as practice, what each has changed, and a place at the day's."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.pure.glicko import Rating
from bot.store import DayPlace, Kind, NewGame, NewVersion, PuzzleTaken, RunSoFar, Status, Tried, Wanted
from idle_year.engine.daily import end_of_day
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.puzzles import SHORT, stock
from tests.store.plans import plan_of
from tests.trying import GAME, SERVER, begin, made, settle, try_out

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store import Seen, Store

__all__ = ["clock", "store"]
ANNA, BERT, CLEO, DORA = 1, 2, 3, 4
TODAY = Clock().now.date()


async def deal(store: Store, player: int, **what: Any) -> Seen:
    """Deal a puzzle as part of a run, or again."""
    new = NewGame(player, 3, SERVER, GAME, 1, "tuesday", kind=Kind.PUZZLE, moves="2<")
    return (await store.games.create(new._replace(**what))).seen


async def fail(store: Store, player: int, seen: Seen, kept: int, how: Tried = Tried.FAILED) -> None:
    """End a try after so many right moves."""
    await store.games.save(seen, NewVersion(player, "2< 3<", "", Status.FINISHED, how, kept=kept))


@both_databases
async def test_a_run_is_counted_and_rates_nobody(store: Store) -> None:
    """A run is its puzzles up to the first that is not solved; it is kept, and changes no rating."""
    assert await store.tries.last_run(ANNA) is None
    outcomes = [True, True, False]
    run = 0
    for number, solved in enumerate(outcomes, start=1):
        puzzle = await made(store, f"s{number}")
        seen = await deal(store, ANNA, puzzle=puzzle, run=run)
        run = run or seen.id
        attempt = await store.tries.of_game(seen.id)
        assert attempt is not None
        assert (attempt.run, attempt.number, attempt.is_again) == (run, number, False)
        assert await store.tries.last_run(ANNA) == RunSoFar(run, number - 1, Tried.OPEN, seen.id)
        assert await store.tries.outcome(ANNA, puzzle) is Tried.OPEN
        assert await store.puzzles.begun(ANNA, GAME) is None
        assert await settle(store, ANNA, seen, solved=solved)
    assert await store.tries.last_run(ANNA) == RunSoFar(run, 2, Tried.FAILED, seen.id)
    assert await store.tries.outcome(ANNA, puzzle) is Tried.FAILED
    assert await store.tries.outcome(BERT, puzzle) is None
    assert await store.ratings.of(ANNA) is None
    puzzle = await made(store, "s9")
    await settle(store, ANNA, await deal(store, ANNA, puzzle=puzzle, run=0), solved=True)
    assert await store.stats.best_run(ANNA) == 2
    assert await store.stats.best_run(BERT) == 0


async def test_what_a_try_has_added_is_kept(store: Store) -> None:
    """Each try that counts knows by how many points it has changed its player's rating, up or down."""
    before = 1500
    for number, solved in enumerate((True, False), start=1):
        seen = await begin(store, ANNA, await made(store, f"s{number}"))
        assert await store.tries.gain(seen.id) is None
        await settle(store, ANNA, seen, solved=solved)
        rating = await store.ratings.of(ANNA)
        gain = await store.tries.gain(seen.id)
        assert rating is not None
        assert gain is not None
        assert gain == rating.rating - before
        assert (gain > 0) == solved
        before = rating.rating


@both_databases
async def test_a_failed_puzzle_is_tried_again_as_practice(store: Store) -> None:
    """Another go at a puzzle settles nothing: it stays failed, and may be gone at as often as one likes."""
    first, second = [await made(store, f"s{number}") for number in (1, 2)]
    for puzzle in (first, second):
        await try_out(store, ANNA, puzzle, solved=False)
    await try_out(store, BERT, first, solved=True)
    rating, runs = await store.ratings.of(ANNA), await store.stats.puzzle_runs(ANNA)
    order = []
    for _ in range(3):
        failed = await store.tries.failed(ANNA, GAME, 1)
        assert failed is not None
        order.append(failed.id)
        seen = await deal(store, ANNA, repeats=failed.id)
        attempt = await store.tries.of_game(seen.id)
        assert attempt is not None
        assert (attempt.puzzle.id, attempt.run, attempt.is_again) == (failed.id, None, True)
        begun = await store.tries.again(ANNA, failed.id)
        assert begun is not None
        assert begun.id == seen.id
        await settle(store, ANNA, seen, solved=True)
        assert await store.tries.again(ANNA, failed.id) is None
    assert order == [first, second, first]
    assert await store.ratings.of(ANNA) == rating
    assert await store.stats.puzzle_runs(ANNA) == runs
    assert await store.tries.failed(BERT, GAME, 1) is None
    assert await store.tries.failed(ANNA, GAME, 2) is None


async def test_a_puzzle_of_a_run_comes_nowhere_else(store: Store) -> None:
    """What was seen in a run is dealt no second time, so that nobody gets a rating by it."""
    puzzle = await made(store)
    await deal(store, ANNA, puzzle=puzzle, run=0)
    assert await store.puzzles.next(ANNA, GAME, 1) is None
    with pytest.raises(PuzzleTaken):
        await begin(store, ANNA, puzzle)


async def test_a_run_deals_no_cards_of_an_open_puzzle(store: Store) -> None:
    """While a puzzle is open, another one of its deal does not come in a run: that would be its end."""
    one = await made(store)
    other = await made(store, moves="3<", proof="another proof")
    seen = await begin(store, ANNA, one)
    assert await store.puzzles.by_rating(ANNA, GAME, 1, Wanted.NEAREST, 1500) is None
    assert await settle(store, ANNA, seen, solved=True)
    found = await store.puzzles.by_rating(ANNA, GAME, 1, Wanted.NEAREST, 1500)
    assert found is not None
    assert found.id == other


@both_databases
async def test_the_puzzle_of_a_day_is_ranked_by_right_moves(store: Store) -> None:
    """Who has solved it comes first, then who kept the win for longer; equal ones share a place."""
    puzzle = await made(store, day=TODAY)
    ends = {
        ANNA: (3, Tried.SOLVED),
        BERT: (1, Tried.FAILED),
        CLEO: (2, Tried.FAILED),
        DORA: (2, Tried.FAILED),
    }
    seen = {player: await begin(store, player, puzzle) for player in ends}
    elsewhere = await begin(store, 9, puzzle, guild=SERVER + 1)
    for player, (kept, how) in ends.items():
        await fail(store, player, seen[player], kept, how)
    await fail(store, 9, elsewhere, 9)

    async def places() -> list[DayPlace | None]:
        return [await store.tries.place(seen[player].id, SERVER, end_of_day(TODAY)) for player in ends]

    assert await places() == [DayPlace(1, 4), DayPlace(4, 4), DayPlace(2, 4), DayPlace(2, 4)]
    await store.ranks.hide(SERVER, ANNA)
    assert await places() == [DayPlace(1, 4), DayPlace(3, 3), DayPlace(1, 3), DayPlace(1, 3)]


async def test_easier_and_harder_ones_are_the_nearest(store: Store) -> None:
    """Of the puzzles on the side that is wanted, the nearest by rating comes."""
    for rating in (1300, 1450, 1500, 1540, 1700):
        await made(store, f"s{rating}", rating=rating)

    async def found(wanted: Wanted, near: int) -> int | None:
        puzzle = await store.puzzles.by_rating(ANNA, GAME, 1, wanted, near)
        return puzzle and puzzle.rating

    assert [await found(Wanted.EASIER, near) for near in (1500, 1450, 1300)] == [1450, 1300, None]
    assert [await found(Wanted.HARDER, near) for near in (1500, 1540, 1700)] == [1540, 1700, None]
    assert [await found(Wanted.NEAREST, near) for near in (0, 1515, 9000)] == [1300, 1500, 1700]


async def test_a_puzzle_gets_its_first_rating_once(store: Store) -> None:
    """A puzzle of an older version gets a rating if it has none, and keeps the one that tries gave it."""
    await stock(store, SHORT)
    (puzzle,) = await store.puzzles.unrated(GAME, 1)
    assert not puzzle.is_rated
    await store.puzzles.rate(puzzle.id, Rating(1620.4, 300))
    assert await store.puzzles.unrated(GAME, 1) == []
    await store.puzzles.rate(puzzle.id, Rating(1000, 300))
    rated = await store.puzzles.next(ANNA, GAME, 1)
    assert rated is not None
    assert (rated.rating, rated.is_rated) == (1620, True)


async def test_whose_data_is_deleted_has_no_runs(store: Store, clock: Clock) -> None:
    """Runs, and puzzles that were tried again, are deleted with all else about their player."""
    puzzle = await made(store)
    await settle(store, ANNA, await deal(store, ANNA, puzzle=puzzle, run=0), solved=False)
    await deal(store, ANNA, repeats=puzzle)
    clock.now += timedelta(days=3)
    await store.privacy.delete(ANNA)
    assert await store.tries.last_run(ANNA) is None
    assert await store.tries.failed(ANNA, GAME, 1) is None
    assert await store.tries.again(ANNA, puzzle) is None


async def test_the_last_run_is_found_by_its_index(tmp_path: Path) -> None:
    """However many puzzles somebody has tried, a run is found without reading them all."""
    plan = await plan_of(tmp_path, lambda store: store.tries.last_run(ANNA))
    assert all("tries_of_a_run" in step for step in plan if "tries" in step and "SEARCH" in step)

"""Puzzles in the database: each position once, and one try a player at each, settled once."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.store import (
    DealSeen,
    Ended,
    Kind,
    LostGame,
    NewGame,
    NewVersion,
    Puzzle,
    SavedGame,
    Source,
    Status,
    Tried,
    WinRuns,
)
from tests.clock import Clock, clock, store
from tests.held import held_of
from tests.puzzles import LONGER, SHORT, stock
from tests.store.plans import plan_of

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store import Store

__all__ = ["clock", "store"]
ANNA, BERT, SERVER, HERE = 10**18 + 1, 10**18 + 2, 10**18 + 3, 10**18 + 4
TODAY = Clock().now.date()


async def following(store: Store, player: int) -> Puzzle | None:
    """Return the next puzzle of a player."""
    return await store.puzzles.next(player, "accordion", 1)


async def begin(store: Store, player: int, puzzle: Puzzle | None = None) -> SavedGame:
    """Begin a try at a puzzle, by default the next one."""
    puzzle = puzzle or await following(store, player)
    assert puzzle is not None
    new = NewGame(player, HERE, SERVER, puzzle.game, 1, puzzle.seed, kind=Kind.PUZZLE, moves=puzzle.moves)
    return await store.games.create(new._replace(puzzle=puzzle.id))


async def settle(store: Store, game: SavedGame, how: Tried) -> Kind | None:
    """End a try."""
    new = NewVersion(game.owner, game.moves, "", Status.FINISHED, how)
    return await store.games.save(game.seen, new)


async def how(store: Store, player: int) -> list[str]:
    """Return how the tries of a player stand."""
    return [row["outcome"] for row in (await held_of(store, player))["puzzles_tried"]]


async def test_a_position_is_kept_once(store: Store) -> None:
    """The same position is no second puzzle, however often it is made at the same moment, nor is a day's."""
    kept = await asyncio.gather(*[store.puzzles.save(SHORT) for _ in range(4)])
    assert sorted(kept) == [False, False, False, True]
    assert await store.puzzles.save(LONGER._replace(day=TODAY))
    assert not await store.puzzles.save(LONGER._replace(seed="another", day=TODAY))
    day = await store.puzzles.of_day(TODAY)
    assert day is not None
    assert (day.seed, day.proof) == (LONGER.seed, LONGER.proof)


async def test_another_way_to_the_same_position_is_no_second_puzzle(store: Store) -> None:
    """A position that other moves have led to, as in two people's games of a daily, is kept once."""
    first, second, *others = SHORT.moves.split()
    await stock(store, SHORT)
    assert not await store.puzzles.save(SHORT._replace(moves=" ".join([second, first, *others])))


async def test_todays_puzzle_is_not_begun_again_after_a_deletion(store: Store) -> None:
    """Whoever had today's puzzle before all data was deleted cannot begin it, even if asked for long ago."""
    await stock(store, SHORT._replace(day=TODAY))
    puzzle = await store.puzzles.of_day(TODAY)
    await settle(store, await begin(store, ANNA, puzzle), Tried.FAILED)
    await store.privacy.delete(ANNA)
    with pytest.raises(DealSeen):
        await begin(store, ANNA, puzzle)
    assert await how(store, ANNA) == []
    await begin(store, BERT, puzzle)
    assert await how(store, BERT) == ["open"]


async def test_a_try_is_begun_once(store: Store) -> None:
    """Of several presses at the same moment one begins the try; of the others there is no game."""
    await stock(store, SHORT)
    puzzle = await following(store, ANNA)
    begun = await asyncio.gather(*[begin(store, ANNA, puzzle) for _ in range(3)], return_exceptions=True)
    assert sorted(type(each).__name__ for each in begun) == ["PuzzleTaken", "PuzzleTaken", "SavedGame"]
    assert await store.games.in_play() == 1
    assert await following(store, ANNA) is None
    assert await following(store, BERT) == puzzle


async def test_a_try_is_settled_once_with_its_last_move(store: Store) -> None:
    """Of two ends at the same moment one counts; a puzzle has no result, and stays settled."""
    await stock(store, SHORT)
    game = await begin(store, ANNA)
    assert await store.puzzles.begun(ANNA, "accordion") == game
    ends = await asyncio.gather(settle(store, game, Tried.SOLVED), settle(store, game, Tried.FAILED))
    assert sorted(map(str, ends)) == ["None", "puzzle"]
    (outcome,) = await how(store, ANNA)
    assert outcome == (Tried.SOLVED if ends[0] else Tried.FAILED)
    assert await store.puzzles.begun(ANNA, "accordion") is None
    assert await store.results.of(game.id) is None


async def test_puzzles_are_in_a_row_as_they_were_tried(store: Store, clock: Clock) -> None:
    """A streak of puzzles is counted in the order in which they ended."""
    await stock(store, *(SHORT._replace(seed=f"s{number}") for number in range(5)))
    first, *others = [await begin(store, ANNA) for _ in range(5)]
    tries = zip([*others, first], ["solved", "solved", "solved", "failed", "solved"], strict=True)
    for game, outcome in tries:
        clock.wait(5)
        await settle(store, game, Tried(outcome))
    assert await store.stats.puzzle_runs(ANNA) == WinRuns(4, 1, 3, 5)


async def test_a_move_that_settles_nothing_leaves_the_try_open(store: Store) -> None:
    """A right move keeps the try open."""
    await stock(store, SHORT)
    game = await begin(store, ANNA)
    await store.games.save(game.seen, NewVersion(ANNA, f"{game.moves} 5<<<", ""))
    assert await how(store, ANNA) == ["open"]


async def test_ones_own_lost_games_come_first_then_dailies(store: Store) -> None:
    """Whoever lost a game is dealt it first, and nobody else is; then come dailies, then made ones."""
    mine = SHORT._replace(seed="mine", source=Source.LOST, player=ANNA)
    await stock(store, SHORT, LONGER._replace(source=Source.DAILY), mine)
    dealt: dict[int, list[str]] = {ANNA: [], BERT: []}
    for player, seeds in dealt.items():
        while (puzzle := await following(store, player)) is not None:
            seeds.append(puzzle.seed)
            await begin(store, player, puzzle)
    assert dealt == {ANNA: ["mine", "tuesday", "thursday"], BERT: ["tuesday", "thursday"]}


async def test_a_position_one_has_had_does_not_come_again_from_elsewhere(store: Store) -> None:
    """A position that is also one's own lost game comes once."""
    await stock(store, SHORT, SHORT._replace(source=Source.LOST, player=ANNA))
    await begin(store, ANNA)
    assert await following(store, ANNA) is None


async def test_the_puzzle_of_a_day_is_dealt_otherwise_after_it(store: Store, clock: Clock) -> None:
    """Today's puzzle, and those to come, are among the others only once their day is over."""
    await stock(store, SHORT._replace(day=TODAY), LONGER._replace(day=TODAY + timedelta(1)))
    assert await following(store, ANNA) is None
    assert await store.puzzles.left(ANNA, "accordion", 1, 9) == 0
    clock.turn_to(TODAY + timedelta(1), 0)
    after = await following(store, ANNA)
    assert after is not None
    assert after.seed == SHORT.seed


async def test_the_puzzle_of_a_day_that_was_left_comes_back_after_it(store: Store, clock: Clock) -> None:
    """Whoever has left the puzzle of a day goes on with it on the next day, before any other of its game."""
    await stock(store, SHORT._replace(day=TODAY), LONGER)
    game = await begin(store, ANNA, await store.puzzles.of_day(TODAY))
    assert await store.puzzles.begun(ANNA, "accordion") is None
    clock.turn_to(TODAY + timedelta(1), 0)
    assert await store.puzzles.begun(ANNA, "accordion") == game


async def test_puzzles_of_older_rules_are_not_dealt(store: Store) -> None:
    """What was proven under other rules is not dealt any more."""
    await stock(store, SHORT)
    assert await store.puzzles.next(ANNA, "accordion", 2) is None


async def test_games_known_to_be_lost_are_found(store: Store, clock: Clock) -> None:
    """Only games are found of which the move that lost them is known; dailies of the days asked for."""
    game = None
    for days, (seed, lost) in enumerate((("unknown", None), ("never", 0), ("once", 3))):
        day = TODAY + timedelta(days)
        clock.turn_to(day, 12)
        new = NewGame(ANNA, HERE, SERVER, "accordion", 1, seed, kind=Kind.DAILY, day=day)
        game = await store.games.create(new)
        stuck = NewVersion(ANNA, "2< 2< 2< 2<", "", Status.FINISHED, Ended("stuck", 9, 4))
        await store.games.save(game.seen, stuck)
        if lost is not None:
            await store.results.save_lost_by(game.id, game.version + 1, lost)
    assert game is not None
    found = [LostGame(game.id, "accordion", 1, "once", 3)]
    assert await store.puzzles.lost_by(ANNA, "accordion", 1, 9) == found
    assert await store.puzzles.lost_by(BERT, "accordion", 1, 9) == []
    assert await store.puzzles.lost_dailies(TODAY, TODAY + timedelta(3), 9) == found
    assert await store.puzzles.lost_dailies(TODAY, TODAY + timedelta(2), 9) == []


async def test_whose_data_is_deleted_has_had_todays_puzzle_for_a_day(store: Store) -> None:
    """After a deletion, today's puzzle is known as seen until the next day; others are not."""
    await stock(store, SHORT._replace(day=TODAY), LONGER)
    for puzzle in (await store.puzzles.of_day(TODAY), await following(store, ANNA)):
        await settle(store, await begin(store, ANNA, puzzle), Tried.FAILED)
    await store.privacy.delete(ANNA)
    assert await how(store, ANNA) == []
    assert await store.privacy.has_seen(ANNA, "accordion", SHORT.seed)
    assert not await store.privacy.has_seen(ANNA, "accordion", LONGER.seed)


async def test_the_next_is_found_without_a_look_at_all_tries_for_each(tmp_path: Path) -> None:
    """What a player has had is read once, not once for each puzzle: both may be thousands."""
    plan = await plan_of(tmp_path, lambda store: store.puzzles.next(ANNA, "accordion", 1))
    assert "LIST SUBQUERY" in " ".join(plan)
    assert not [step for step in plan if "tries" in step and "player=?" not in step]
    assert not [step for step in plan if step.startswith("CORRELATED")]

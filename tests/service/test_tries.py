"""Puzzles as people are dealt them, where something is missing or cannot be read."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.service.game import Seat
from bot.service.kernels import Preparation
from bot.service.puzzle_stock import PuzzleStock
from bot.service.tries import NoneLeft, NoPuzzles, TriedBefore, Tries
from bot.store import NewVersion, Status, Tried
from idle_year.engine.games import find_game
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.games import Games
from tests.puzzles import LONGER, SHORT, stock

if TYPE_CHECKING:
    from bot.service.daily import Dailies
    from bot.service.game import Game
    from bot.service.thinking.solver_threads import SolverThreads
    from bot.store import Puzzle, Store

__all__ = ["clock", "store"]
HERE = Seat(1, 7, 5)
TODAY = Clock().now.date()
ACCORDION = find_game("accordion")


@pytest.fixture
def games(store: Store) -> Games:
    """Play on an empty store."""
    return Games(store)


@pytest.fixture
def tries(games: Games, dailies: Dailies, threads: SolverThreads) -> Tries:
    """Deal puzzles."""
    kept = PuzzleStock(games.store, games.lookup, dailies, threads, Preparation())
    return Tries(games.store, games.lookup, games.dealer, kept, Preparation(), threads)


@both_databases
async def test_presses_at_the_same_moment_deal_one_puzzle(tries: Tries, store: Store) -> None:
    """Whoever asks twice at the same moment gets one puzzle, and one of the day."""
    await stock(store, SHORT, LONGER._replace(day=TODAY))
    daily = await asyncio.gather(*[tries.begin_daily(HERE) for _ in range(3)])
    assert len({game.id for game in daily}) == 1
    dealt = await asyncio.gather(*[tries.begin(HERE, ACCORDION) for _ in range(3)])
    assert len({game.id for game in dealt}) == 1
    assert daily[0].id != dealt[0].id


async def test_a_press_that_comes_second_gets_the_last_puzzle_too(
    tries: Tries, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is dealt the last puzzle while a second press looks for one gets it by that press, too."""
    await stock(store, SHORT)
    look = store.puzzles.next

    async def another_press_comes_first(*asked: Any) -> Puzzle | None:
        monkeypatch.setattr(store.puzzles, "next", look)
        dealt.append(await tries.begin(HERE, ACCORDION))
        return await look(*asked)

    dealt: list[Game] = []
    monkeypatch.setattr(store.puzzles, "next", another_press_comes_first)
    dealt.append(await tries.begin(HERE, ACCORDION))
    assert len({game.id for game in dealt}) == 1


async def test_a_puzzle_that_cannot_be_read_keeps_no_other_from_being_dealt(
    tries: Tries, store: Store
) -> None:
    """A puzzle from a source that only a newer version knows is passed over."""
    await stock(store, SHORT._replace(source="gift"), LONGER)  # type: ignore[arg-type]
    assert (await tries.begin(HERE, ACCORDION)).session.seed == LONGER.seed


async def test_a_deletion_that_was_cut_short_leaves_todays_puzzle_tried(tries: Tries, store: Store) -> None:
    """Whoever had today's puzzle is told so even if their data is deleted in part only."""
    await stock(store, SHORT._replace(day=TODAY))
    game = await tries.begin_daily(HERE)
    failed = NewVersion(HERE.owner, SHORT.moves, "", Status.FINISHED, Tried.FAILED)
    await store.games.save(game.seen, failed)
    await store.privacy._delete_some(HERE.owner)
    with pytest.raises(TriedBefore):
        await tries.begin_daily(HERE)


async def test_a_game_without_puzzles_says_so(tries: Tries) -> None:
    """Of Pyramid there are never any; of Accordion there are none yet."""
    with pytest.raises(NoneLeft):
        await tries.begin(HERE, ACCORDION)
    with pytest.raises(NoPuzzles) as refused:
        await tries.begin(HERE, find_game("pyramid"))
    assert not isinstance(refused.value, NoneLeft)


async def test_deleting_all_data_gives_no_second_try_today(tries: Tries, store: Store, clock: Clock) -> None:
    """Whoever has all data deleted is not dealt today's puzzle again, but tomorrow's."""
    await stock(store, SHORT._replace(day=TODAY), LONGER._replace(day=TODAY + timedelta(1)))
    await tries.begin_daily(HERE)
    await store.privacy.delete(HERE.owner)
    with pytest.raises(TriedBefore):
        await tries.begin_daily(HERE)
    clock.turn_to(TODAY + timedelta(1), 0)
    assert (await tries.begin_daily(HERE)).session.seed == LONGER.seed

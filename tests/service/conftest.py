from __future__ import annotations

import asyncio
import math
import time
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.service.daily import Dailies
from bot.service.kernels import Preparation
from bot.service.thinking.fair_pool import Urgency
from bot.service.thinking.solver_threads import SolverThreads
from idle_year.engine.games import find_game
from tests.lent_workers import idle_workers, lent_workers, own_workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from bot.store import Store

__all__ = ["idle_workers", "lent_workers", "own_workers"]


@pytest.fixture
def threads() -> Iterator[SolverThreads]:
    """Run solvers in threads, which end with the test."""
    threads = SolverThreads()
    yield threads
    threads.close()


@pytest.fixture
def dailies(store: Store, threads: SolverThreads) -> Dailies:
    """Make dailies with an empty store."""
    return Dailies(store, threads, Preparation())


@pytest_asyncio.fixture
async def searches(
    threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Have two people search where there is room for one, far longer than it takes to make a deal."""
    monkeypatch.setattr(threads._long, "_places", 1)
    monkeypatch.setattr("bot.service.thinking.fair_pool._IN_VAIN", math.inf)
    begun = [asyncio.create_task(_search(threads, person)) for person in (1, 2)]
    await asyncio.sleep(0)
    yield begun
    for search in begun:
        search.cancel()
    await asyncio.wait(begun)


async def _search(threads: SolverThreads, person: int) -> None:
    with threads.in_slices(person, Urgency.SEARCH) as slices:
        for _ in range(2000):
            await slices.run(find_game("accordion"), time.sleep, 0.01)

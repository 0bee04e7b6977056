from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.service.daily import Dailies
from bot.service.kernels import Preparation
from bot.service.thinking.solver_threads import SolverThreads
from tests.lent_workers import idle_workers, lent_workers, own_workers

if TYPE_CHECKING:
    from collections.abc import Iterator

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

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.service.solver_threads import SolverThreads
from tests.databases import postgres, postgres_blank, store, url

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["postgres", "postgres_blank", "store", "url"]


@pytest.fixture
def threads() -> Iterator[SolverThreads]:
    """Run solvers in threads, which end with the test."""
    threads = SolverThreads()
    yield threads
    threads.close()

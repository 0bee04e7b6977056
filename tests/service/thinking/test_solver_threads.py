"""Where solvers run: what each takes from those who press."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.worker_processes import gives_way

if TYPE_CHECKING:
    from bot.service.thinking.solver_threads import SolverThreads


@pytest.mark.skipif(sys.platform != "linux", reason="a thread has no priority of its own elsewhere")
async def test_hints_give_way_to_presses(threads: SolverThreads) -> None:
    """A thread that looks for a hint has a lower priority than the event loop, which keeps its own."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    assert gives_way(await threads.quickly(1, os.getpriority, os.PRIO_PROCESS, 0), before)
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


async def test_what_needs_no_solver_is_done_elsewhere_too(threads: SolverThreads) -> None:
    """A job such as drawing at length is done in another process than the bot's."""
    assert await threads.apart(1, os.getpid) != os.getpid()


async def test_nothing_begins_once_the_bot_stops(threads: SolverThreads) -> None:
    """Nothing begins once the bot stops, and whoever asks then is not left waiting."""
    threads.close()
    with pytest.raises(asyncio.CancelledError):
        await threads.quickly(1, os.getpid)

"""Solvers at work beside the event loop, which never waits for them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")

_QUICK, _LONG = 2, 1


class SolverThreads:
    """A few threads in which solvers run; more of them would only slow every player down."""

    def __init__(self) -> None:
        self._quick = ThreadPoolExecutor(_QUICK, thread_name_prefix="hint")
        self._long = ThreadPoolExecutor(_LONG, thread_name_prefix="review")

    async def quickly(self, think: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run what takes under two seconds, such as a hint."""
        return await _run(self._quick, think, *args, **kwargs)

    async def at_leisure(self, think: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run what may take longer, such as a review; no hint waits for it."""
        return await _run(self._long, think, *args, **kwargs)

    def close(self) -> None:
        """Begin nothing more; what runs is over within its limit."""
        for pool in (self._quick, self._long):
            pool.shutdown(wait=False, cancel_futures=True)


async def _run(pool: ThreadPoolExecutor, think: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    return await asyncio.get_running_loop().run_in_executor(pool, lambda: think(*args, **kwargs))

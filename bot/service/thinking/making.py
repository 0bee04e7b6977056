"""What is made once for everybody, such as dailies: ahead of time, unless somebody waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import TypeVar, TypeVarTuple

from bot.engine.rules import AnyRules
from bot.service.thinking.solver_threads import SolverThreads

R = TypeVar("R")
Args = TypeVarTuple("Args")


class Making:
    """Makes one thing at a time: from the next thought on as an answer, if anybody waits for one of them."""

    def __init__(self, threads: SolverThreads) -> None:
        self._threads = threads
        self._turn = asyncio.Lock()
        self._awaited = 0

    @contextlib.asynccontextmanager
    async def turn(self, *, awaited: bool) -> AsyncIterator[None]:
        """Wait until nothing else is being made; `awaited` says that somebody is waiting for this."""
        self._awaited += awaited
        try:
            async with self._turn:
                yield
        finally:
            self._awaited -= awaited

    async def think(self, rules: AnyRules, think: Callable[[*Args], R], *args: *Args) -> R:
        """Run a job about a game: as an answer if somebody waits, who may have come after it was begun."""
        run = self._threads.for_all if self._awaited else self._threads.ahead
        return await run(rules, think, *args)

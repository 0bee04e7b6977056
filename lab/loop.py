"""`loop`: how long the nastiest inputs block the event loop.

A timer on the event loop fires late by as long as the loop was blocked. Players, Discord and the bot
share one process; so does an empty command, which is measured as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from statistics import median

from bot.cli.terminal import AsJson, print_json, print_line, progress_bar
from bot.service.thinking.solver_threads import spare_what_is_loaded, take_short_turns
from lab.bots import games_with_solvers, stage
from lab.press import add_echo
from tests.controls import HERE
from tests.nasty import INPUTS
from tests.villain import Villain

EMPTY = "an empty command"
_TICK = 0.001
_TIMES = 20
"""How often the empty command is used; the median of its longest blocks counts."""


def loop(as_json: AsJson = False) -> None:
    """Try the nastiest inputs on the small Discord, and see how long each keeps everybody else waiting."""
    games_with_solvers()
    done = itertools.count(1)
    with progress_bar("inputs", len(INPUTS)) as show:
        figures = asyncio.run(_measure(lambda: show(next(done))))
    if as_json:
        print_json(figures)
        return
    for name, held in sorted(figures.items(), key=lambda each: -each[1]["ms"]):
        print_line(f"{held['ms']:7.2f} ms, {held['times']:5.1f} times an empty command: {name}")


async def _measure(show: Callable[[], None]) -> dict[str, dict[str, float]]:
    """Return for each input the longest time that it blocked the loop: milliseconds, and empty commands."""
    take_short_turns()
    spare_what_is_loaded()
    async with stage(["Ada", "Ben"], add_echo) as on:
        villain = Villain(on.bot, on.local, on.people[0])
        empty = median([await _longest(villain.person.slash(HERE, "echo")) for _ in range(_TIMES)])
        held = {EMPTY: empty}
        for name, prepare in INPUTS.items():
            show()
            held[name] = await _longest(await prepare(villain))
    return {name: {"ms": ms, "times": ms / empty} for name, ms in held.items()}


async def _longest(work: Awaitable[object]) -> float:
    """Return the longest time, in milliseconds, for which some work blocks the loop."""
    async with _ticking() as late:
        await work
    return max(late) * 1000


@contextlib.asynccontextmanager
async def _ticking() -> AsyncIterator[list[float]]:
    late = [0.0]

    async def tick() -> None:
        while True:
            due = time.perf_counter() + _TICK
            await asyncio.sleep(_TICK)
            late.append(time.perf_counter() - due)

    ticking = asyncio.create_task(tick())
    try:
        await asyncio.sleep(_TICK)
        yield late
        await asyncio.sleep(_TICK)
    finally:
        ticking.cancel()

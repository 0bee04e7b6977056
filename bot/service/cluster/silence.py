"""Workers of a cluster that hang: they stay connected, and Dask itself gives them up after five minutes."""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.service.cluster.client import SILENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import Client, Scheduler

log = logging.getLogger(__name__)

_LOOK = 1.0
"""Seconds between looks at which workers are silent."""


def silences(dask_scheduler: Scheduler) -> dict[str, float]:
    """Return on a scheduler how many seconds ago each worker last reported, as it does every few seconds."""
    from distributed.metrics import time

    return {address: time() - worker.last_seen for address, worker in dask_scheduler.workers.items()}


@contextmanager
def giving_up_silent(client: Client) -> Iterator[None]:
    """Have others do what silent workers were to do, and log a line for each; the scheduler is examined."""
    loop = client.loop.asyncio_loop  # type: ignore[union-attr]  # it has one, of asyncio
    watching = asyncio.run_coroutine_threadsafe(_give_up_silent(client), loop)
    try:
        yield
    finally:
        watching.cancel()


async def _give_up_silent(client: Client) -> None:
    while True:
        await asyncio.sleep(_LOOK)
        for worker in await client.run_on_scheduler(remove_silent, SILENCE):
            log.warning(
                "The worker %s has been silent for %d seconds: look whether it hangs. Others count its part.",
                worker,
                SILENCE,
            )


async def remove_silent(most: float, dask_scheduler: Scheduler) -> list[str]:
    """Remove on a scheduler the workers that have been silent for long; return their addresses."""
    silent = [worker for worker, seconds in silences(dask_scheduler).items() if seconds > most]
    for worker in silent:
        await dask_scheduler.remove_worker(worker, stimulus_id="idle-year-silence")
    return silent

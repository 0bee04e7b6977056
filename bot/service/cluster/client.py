"""A client of a Dask scheduler that gives up in time: Dask itself waits for many answers for ever."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import Client

PATIENCE = 10
"""Seconds to wait for a scheduler, and for the first worker."""
SILENCE = 30
"""Seconds without an answer after which a scheduler is lost: one with many workers is busy for some."""
_LOOK = 1.0
"""Seconds between questions to the scheduler whether it is there."""


@contextmanager
def client_of(address: str) -> Iterator[Client]:
    """Yield a client of the scheduler at an address; raise an error if none answers.

    It is closed once the scheduler has fallen silent: whatever waits for it then ends with an error.
    """
    opened: Future[Client] = Future()
    with _loop_in_a_thread() as loop:
        asyncio.run_coroutine_threadsafe(_stay(address, opened), loop)
        yield opened.result()


@contextmanager
def _loop_in_a_thread() -> Iterator[asyncio.AbstractEventLoop]:
    """Run an event loop beside the block; at its end, whatever still runs there is cancelled."""
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        loop = runner.get_loop()
        thread = threading.Thread(target=loop.run_forever, name="cluster client", daemon=True)
        thread.start()
        try:
            yield loop
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()


async def _stay(address: str, opened: Future[Client]) -> None:
    """Open a client, and close it when its scheduler has fallen silent, or when this is cancelled."""
    from distributed import Client

    try:
        client = Client(address, timeout=PATIENCE, asynchronous=True)
        try:
            async with asyncio.timeout(PATIENCE):
                await client
            opened.set_result(client)
            await _ask_for_ever(client)
        finally:
            await client.close()
    except Exception as error:  # noqa: BLE001  whoever waits for the client is told; later, all calls fail
        if not opened.done():
            opened.set_exception(error)


async def _ask_for_ever(client: Client) -> None:
    """Ask a scheduler again and again whether it is there; raise an error once it does not answer."""
    while True:
        await asyncio.sleep(_LOOK)
        async with asyncio.timeout(SILENCE):
            await client.nthreads()

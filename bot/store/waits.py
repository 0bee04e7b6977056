"""Saying what a start or a move of data waits for: until then it would be as silent as one that hangs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

log = logging.getLogger(__name__)

_SOON = 2.0
"""Seconds after which a wait is told of."""
_WHAT_TO_DO = "if it is a bot that upgrades the database, let it finish; else end it."
_WAITS_FOR = text(
    "SELECT pid, application_name FROM pg_stat_activity "
    "WHERE pid = ANY(pg_blocking_pids(:waiting)) ORDER BY pid"
)


@contextmanager
def telling_of_file(file: str, seconds: float) -> Iterator[None]:
    """Log a line if the block takes long, in which an SQLite file is waited for up to some seconds."""
    telling = asyncio.get_running_loop().call_later(
        _SOON,
        log.warning,
        "Another program keeps the database, %s, locked, and is waited for up to %.0f seconds: %s",
        *(file, seconds, _WHAT_TO_DO),
    )
    try:
        yield
    finally:
        telling.cancel()


@asynccontextmanager
async def telling_of_locks(connection: AsyncConnection, beside: AsyncConnection) -> AsyncIterator[None]:
    """Log each process that keeps a lock for which a connection to PostgreSQL waits during the block.

    Another connection, `beside` it, asks which process that is.
    """
    number = (await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one()
    over = asyncio.Event()
    telling = asyncio.create_task(_tell(beside, number, over))
    try:
        yield
    finally:
        over.set()
        await telling


async def _tell(beside: AsyncConnection, waiting: int, over: asyncio.Event) -> None:
    told = None
    while not await is_set_within(over, _SOON):
        locking = (await beside.execute(_WAITS_FOR, {"waiting": waiting})).all()
        if locking and locking != told:
            told = locking
            log.warning(
                "Waiting for %s of PostgreSQL, which keeps the database locked: %s",
                " and ".join(f"process {pid} ({name or 'without a name'})" for pid, name in locking),
                _WHAT_TO_DO,
            )


async def is_set_within(event: asyncio.Event, seconds: float) -> bool:
    """Return as soon as an event is set, or after some seconds; tell whether it is set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()

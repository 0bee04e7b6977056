"""Mere trouble with the network or the database is one line in the log."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import QueuePool

from bot.client.failures import bad_close_in_one_line
from bot.watch.logs import ForPeople


class _Connection:
    """A connection that SQLAlchemy closes in a task of its own."""

    async def _terminate_graceful_close(self) -> None:
        raise TimeoutError

    async def _something_else(self) -> None:
        raise TimeoutError("on purpose")


@contextmanager
def _log() -> Iterator[io.StringIO]:
    """Yield what is logged, with the filter."""
    written = io.StringIO()
    lines = logging.StreamHandler(written)
    lines.setFormatter(ForPeople([]))
    lines.addFilter(bad_close_in_one_line)
    # Before the watch that every test has, which shortens such records as well.
    logging.getLogger().handlers.insert(0, lines)
    yield written
    logging.getLogger().removeHandler(lines)


async def _fail_unheard(work: asyncio.Task[None]) -> None:
    await asyncio.wait([work])


async def test_a_connection_that_is_slow_to_close_is_one_line() -> None:
    """A connection to the database that is slow to close is one line in the log, not a traceback."""
    with _log() as written:
        await _fail_unheard(asyncio.create_task(_Connection()._terminate_graceful_close()))
        gc.collect(1)
    (line,) = written.getvalue().splitlines()
    assert line.endswith("A connection to the database was slow to close, and was dropped.")
    assert " WARNING " in line


class _Broken(sqlite3.Connection):
    """A connection that was cut off at the other end."""

    def close(self) -> None:
        raise BrokenPipeError


async def test_a_connection_that_breaks_as_it_is_closed_is_one_line() -> None:
    """A connection that the database has cut off, and that fails again as it is closed, is one line too."""
    engine = create_engine(
        "sqlite://", poolclass=QueuePool, creator=lambda: sqlite3.connect(":memory:", factory=_Broken)
    )
    with _log() as written:
        engine.connect().close()
        engine.dispose()
    (line,) = written.getvalue().splitlines()
    assert line.endswith("A connection to the database was broken, and was dropped.")
    assert " WARNING " in line


async def test_a_connection_that_breaks_unheard_is_one_line() -> None:
    """A connection to the database that breaks once nobody waits for its answer any more is one line, too."""
    with _log() as written:
        answer = asyncio.get_running_loop().create_future()
        answer.set_exception(ConnectionError("unexpected connection_lost() call"))  # as asyncpg does
        del answer
        gc.collect(1)
    (line,) = written.getvalue().splitlines()
    assert line.endswith("A connection to the database was broken, and was dropped.")


@pytest.mark.logs("on purpose")
async def test_another_task_that_nobody_awaits_keeps_its_traceback() -> None:
    """Another task that fails unheard keeps its traceback, as it may be a fault of ours."""
    with _log() as written:
        await _fail_unheard(asyncio.create_task(_Connection()._something_else()))
        gc.collect(1)
    assert "Traceback" in written.getvalue()

"""Logging filters that reduce tracebacks of mere trouble with the network or the database to one line."""

from __future__ import annotations

import logging
import re

import discord

from bot.store import StoreFailing
from bot.ui.client.request_failures import FAILURES
from bot.ui.client.too_late import is_too_late

_SLOW_TO_CLOSE = re.compile(r"_terminate_graceful_close\(\) done.* exception=TimeoutError\(\)")
_OUTAGES = (*FAILURES, discord.ConnectionClosed, discord.GatewayNotFound)


def late_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of an answer that came too late to one line; for use as a logging filter."""
    error = _error_of(record)
    if is_too_late(error):
        _shorten(record, f"An answer came too late: {error}")
    return True


def outage_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of a lost connection, which is re-established; for use as a logging filter."""
    error = _error_of(record)
    if isinstance(error, _OUTAGES):
        _shorten(record, f"{record.getMessage()}: {str(error) or 'no answer'}")
    return True


def failing_database_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of what failed for the database only; for use as a logging filter."""
    error = _error_of(record)
    while isinstance(error, BaseExceptionGroup) and error.split(StoreFailing)[1] is None:
        error = error.exceptions[0]
    if isinstance(error, StoreFailing):
        _shorten(record, f"{record.getMessage()} {error}")
    return True


def slow_to_close_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of a PostgreSQL connection that is slow to close; for use as a logging filter.

    SQLAlchemy closes what was cancelled in a task that nobody awaits. After two seconds it lets go of the
    connection, and asyncio reports the task with a traceback.
    """
    if record.name == "asyncio" and _SLOW_TO_CLOSE.search(record.getMessage()):
        _shorten(record, "A connection to the database was slow to close, and was dropped.")
    return True


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _shorten(record: logging.LogRecord, line: str) -> None:
    record.msg, record.args, record.exc_info = "%s", (line,), None
    record.levelno, record.levelname = logging.WARNING, "WARNING"

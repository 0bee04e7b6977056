"""What goes wrong between the bot and Discord: for good, too late, or just worth a line in the log."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

import aiohttp
import discord

from bot.client.requests import ANSWERED_ALREADY
from bot.render.notes import DM_CLOSED
from bot.render.refusals import BLOCKED, BROKEN, BUSY, FILE_TOO_LARGE, MAY_NOT_WRITE, REFUSED
from bot.service.background import reason
from bot.store import StoreClosed, StoreFailing
from bot.store.troubles import OnceAMinute

log = logging.getLogger(__name__)

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What a request may raise because of Discord, or of the network on the way there."""
_TOO_MANY_EDITS = 30046
"""Of a message older than an hour; Discord reports it as if it were a rate limit."""
_TOLD: Mapping[int, str | None] = {
    200000: BLOCKED,  # Message was blocked by automatic moderation; edits, too (change log of 27 June 2024)
    200001: BLOCKED,  # Title was blocked by automatic moderation
    240000: BLOCKED,  # Message blocked by harmful links filter: Discord's own (discord-api-docs #5328)
    20009: BLOCKED,  # Explicit content cannot be sent to the desired recipient(s) (GAwesomeBot #125)
    50008: MAY_NOT_WRITE,  # Cannot send messages in a non-text channel
    50009: MAY_NOT_WRITE,  # Channel verification level is too high for you to gain access
    50013: MAY_NOT_WRITE,  # You lack permissions to perform that action; time-out (discord-api-docs #6847)
    20016: BUSY,  # This action cannot be performed due to slowmode rate limit
    20028: BUSY,  # The write action you are performing on the channel has hit the write rate limit
    20029: BUSY,  # The write action you are performing on the server has hit the write rate limit
    _TOO_MANY_EDITS: BUSY,  # Maximum number of edits to messages older than 1 hour reached
    40004: BUSY,  # Send messages has been temporarily disabled
    40062: BUSY,  # Service resource is being rate limited
    130000: BUSY,  # API resource is currently overloaded
    40005: FILE_TOO_LARGE,  # Request entity too large
    50045: FILE_TOO_LARGE,  # File uploaded exceeds the maximum size
    10013: DM_CLOSED,  # Unknown user: there is no such person any more
    50007: DM_CLOSED,  # Cannot send messages to this user
    50278: DM_CLOSED,  # Cannot send messages to this user due to having no mutual guilds
    50006: BROKEN,  # Cannot send an empty message
    50035: BROKEN,  # Invalid form body
    50109: BROKEN,  # The request body contains invalid JSON
    # Nobody can be told: another answer would be refused as well.
    10003: None,  # Unknown channel
    10008: None,  # Unknown message: whoever asked has dismissed it
    10015: None,  # Unknown webhook: the interaction's 15 minutes are over
    10062: None,  # Unknown interaction: its three seconds are over
    50027: None,  # Invalid webhook token
    ANSWERED_ALREADY: None,  # Interaction has already been acknowledged
    40094: None,  # This interaction has hit the maximum number of follow up messages
    50001: None,  # Missing access: the bot no longer sees the channel (discord-api-docs #6884)
    50083: None,  # The thread is archived (discord-api-docs #5517)
    160005: None,  # Thread is locked
}
"""What a person reads who has asked for a message that Discord refuses, by its code; else `REFUSED`.

Comments have the words of Discord's documentation, or the place where a code was reported.
"""
_NOBODY_REFUSED = {401, 408, 429}
"""Statuses that are about the bot or the moment, not about what was sent."""
_SHUT_OUT = {403, 429}
"""Statuses with which what stands before Discord lets nothing through; Discord gives them with a code."""
_GONE = {401, 404}
"""Statuses of an interaction that Discord has given up, whose token has expired, or whose message is gone."""
_FAILED = 500
"""From this status on, Discord or who stands before it has failed, and may do so again."""
_SLOW_TO_CLOSE = re.compile(r"_terminate_graceful_close\(\) done.* exception=TimeoutError\(\)")
_LOST_BY_ASYNCPG = "connection_lost()"
_POOL = "sqlalchemy.pool."
_OUTAGES = (*FAILURES, discord.ConnectionClosed, discord.GatewayNotFound)


def is_refusal(error: BaseException) -> bool:
    """Whether Discord would refuse the same request again: retrying is pointless.

    An answer without one of its codes is not its own, but that of somebody on the way, such as Cloudflare.
    """
    if not isinstance(error, discord.HTTPException) or not error.code:
        return False
    return error.code == _TOO_MANY_EDITS or (
        400 <= error.status < 500 and error.status not in _NOBODY_REFUSED
    )


def is_closed(error: BaseException) -> bool:
    """Whether the person who was written to can't be reached by the bot, and not just for the moment.

    Other refusals of a message are about the bot, not about who gets it.
    """
    return isinstance(error, discord.HTTPException) and _TOLD.get(error.code) is DM_CLOSED


def told_of(error: BaseException) -> str | None:
    """Return what a person is told whose answer Discord has refused, if a rule of Discord is to blame.

    Return None for anything else: nobody can be told any more, or it is a mistake of ours.
    """
    if not isinstance(error, discord.HTTPException) or is_too_late(error):
        return None
    told = _TOLD.get(error.code) or REFUSED
    return None if told is BROKEN else told


def is_too_late(error: BaseException) -> bool:
    """Whether an answer failed because nobody waits for it, it has no way, or the bot or Discord ends."""
    match error:
        case discord.HTTPException(status=status, code=code):
            if code in _TOLD:
                return _TOLD[code] is None
            return status in _GONE or status >= _FAILED or (status in _SHUT_OUT and not code)
        case discord.InteractionResponded() | StoreClosed() | aiohttp.ClientError():
            return True
        case RuntimeError():
            return str(error) == "Session is closed"
    return False


def warn(lines: OnceAMinute, kind: str, line: str, *values: object) -> None:
    """Log a line, at most once a minute of each kind: Discord may send thousands of unreadable events."""
    held_back = lines.held_back(kind)
    if held_back:
        line, values = f"{line} Not logged since the last such line: %d.", (*values, held_back)
    if held_back is not None:
        log.warning(line, *values)


def late_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of an answer that came too late to one line; for use as a logging filter."""
    error = _error_of(record)
    if error is not None and is_too_late(error):
        _shorten(record, f"An answer came too late: {reason(error)}")
    return True


def outage_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of a lost connection, which is re-established; for use as a logging filter."""
    error = _error_of(record)
    if isinstance(error, _OUTAGES):
        _shorten(record, f"{record.getMessage()}: {reason(error)}")
    return True


def failing_database_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of a failure that the database alone has caused; for use as a logging filter."""
    error = _error_of(record)
    while isinstance(error, BaseExceptionGroup) and error.split(StoreFailing)[1] is None:
        error = error.exceptions[0]
    if isinstance(error, StoreFailing):
        _shorten(record, f"{record.getMessage()} {error}")
    return True


def bad_close_in_one_line(record: logging.LogRecord) -> bool:
    """Shorten the record of a PostgreSQL connection that does not close well; for use as a logging filter.

    SQLAlchemy closes what was cancelled in a task that nobody awaits. After two seconds it lets go of the
    connection, and asyncio reports the task with a traceback. What PostgreSQL has cut off, as when it
    restarts, may break once more as it is closed, or while nobody waits for it any more.
    """
    if record.name == "asyncio" and _SLOW_TO_CLOSE.search(record.getMessage()):
        _shorten(record, "A connection to the database was slow to close, and was dropped.")
    elif _breaks_unheard(record):
        _shorten(record, "A connection to the database was broken, and was dropped.")
    return True


def _breaks_unheard(record: logging.LogRecord) -> bool:
    error = _error_of(record)
    if record.name == "asyncio":
        return isinstance(error, ConnectionError) and _LOST_BY_ASYNCPG in str(error)
    return record.name.startswith(_POOL) and isinstance(error, OSError)


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _shorten(record: logging.LogRecord, line: str) -> None:
    record.msg, record.args, record.exc_info = "%s", (line,), None
    record.levelno, record.levelname = logging.WARNING, "WARNING"

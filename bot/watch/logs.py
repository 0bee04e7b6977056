"""How the log is written: as lines for people or as JSON for programs, and never with a secret in it.

The bot never waits for its reader.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from queue import SimpleQueue
from typing import TextIO

log = logging.getLogger(__name__)

_LINES = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
_IN_ADDRESSES = re.compile(r"(/(?:webhooks|interactions)/[0-9]+/)[^/?\s'\"]+")
"""With such an address, anybody can answer in the bot's name for a quarter of an hour."""
_HIDDEN = "***"
_MOST_LINES = 5000
"""Lines that wait to be written; of those that follow, only the number is told."""
_LAST_LINES = 1.0
"""Seconds at the end in which those that wait can be written: nobody may be reading any more."""


class ForPeople(logging.Formatter):
    """Lines of text; the given secrets, and tokens in addresses, are made unreadable."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__(_LINES)
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, and a traceback below it if there is one."""
        return self.discreet(super().format(record))

    def discreet(self, text: str) -> str:
        """Return a text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return _IN_ADDRESSES.sub(rf"\1{_HIDDEN}", text)


class ForPrograms(ForPeople):
    """One JSON object a line: time, level, logger and message, and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.discreet(record.getMessage()),
        }
        if record.exc_info:
            told["traceback"] = self.discreet(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


class WrittenAside(QueueHandler):
    """Has a thread write the log: code that logs, such as the event loop's, never waits for a reader."""

    def __init__(self, stream: TextIO) -> None:
        # Other queues have locks: a finaliser that logs, run while one is held, would wait for itself.
        self._waiting: SimpleQueue[logging.LogRecord] = SimpleQueue()
        super().__init__(self._waiting)
        self.written = logging.StreamHandler(stream)
        """What the thread has write each line."""
        self._put = self._lost = self._told = 0
        self._listener = _Counting(self._waiting, self.written, self._tell_lost)
        self._listener.start()

    def enqueue(self, record: logging.LogRecord) -> None:
        """Have a line written after those that wait, or count it as lost if they are too many."""
        if self._waiting.qsize() < _MOST_LINES:
            self._put += 1
            self._waiting.put(record)
        else:
            self._lost += 1

    def flush(self) -> None:
        """Wait until all is written, but not long."""
        end = time.monotonic() + _LAST_LINES
        while self._listener.handled < self._put and time.monotonic() < end:
            time.sleep(0.01)

    def _tell_lost(self) -> None:
        """Write how many lines are lost, once those before them are written: in the thread, with no lock."""
        lost = self._lost
        if lost > self._told and self._waiting.empty():
            text = "Nobody has read the log for a while: %d lines of it are lost."
            told = log.makeRecord(log.name, logging.WARNING, __file__, 0, text, (lost - self._told,), None)
            self._told = lost
            self.written.handle(self.prepare(told))


class _Counting(QueueListener):
    """Counts the lines that have been written, and calls `after` behind each."""

    handled = 0

    def __init__(
        self, waiting: SimpleQueue[logging.LogRecord], written: logging.Handler, after: Callable[[], None]
    ) -> None:
        super().__init__(waiting, written)
        self._after = after

    def handle(self, record: logging.LogRecord) -> None:
        """Have a line written."""
        try:
            super().handle(record)
            self._after()
        finally:
            self.handled += 1

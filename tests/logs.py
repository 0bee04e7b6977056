"""Failures that are logged while a test runs: each is either expected by the test, or fails it."""

from __future__ import annotations

import logging
import re

_OURS = ("bot", "cogs", "discord", "asyncio", "aiohttp")
_NOBODYS = re.compile(r"_terminate_graceful_close\(\) done.* exception=TimeoutError\(\)")
"""SQLAlchemy closes what was cancelled in a task that nobody awaits, within two seconds on any machine. If
that fails, it is reported whenever the task is collected, in whatever test runs then."""


class Failures(logging.Handler):
    """Keeps every error and every traceback of the bot and of the libraries under it."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record if it reports a failure."""
        failed = record.levelno >= logging.ERROR or record.exc_info
        if failed and record.name.partition(".")[0] in _OURS:
            told = f"{record.name}: {self.format(record)}"
            if not _NOBODYS.search(told):
                self.told.append(told)

    def check(self, expected: list[str]) -> None:
        """Fail unless every failure reported is expected, and every expected one was reported."""
        unexpected = [told for told in self.told if not any(re.search(each, told) for each in expected)]
        assert not unexpected, "Nobody has expected this in the log:\n" + "\n".join(unexpected)
        missing = [each for each in expected if not any(re.search(each, told) for told in self.told)]
        assert not missing, f"This was expected in the log: {missing}"

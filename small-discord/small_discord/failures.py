"""What goes wrong unseen while a test runs: discord.py and asyncio log what nobody catches."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection


class Failures(logging.Handler):
    """Keeps every error and every traceback that is logged, by some packages or (none named) by all."""

    def __init__(self, packages: Collection[str] = ()) -> None:
        super().__init__()
        self._packages = packages
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record if it reports a failure."""
        failed = record.levelno >= logging.ERROR or record.exc_info
        if failed and (not self._packages or record.name.partition(".")[0] in self._packages):
            self.told.append(f"{record.name}: {self.format(record)}")

    def unexpected(self, expected: Collection[str]) -> list[str]:
        """Return what matches none of these patterns."""
        return [told for told in self.told if not any(re.search(each, told) for each in expected)]

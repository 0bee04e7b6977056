"""Failures that are logged while a test runs: each is either expected by the test, or fails it."""

import logging
import re
from collections.abc import Collection


class Failures(logging.Handler):
    """Keeps every error and every traceback of some packages."""

    def __init__(self, packages: Collection[str]) -> None:
        super().__init__()
        self._packages = packages
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record if it reports a failure."""
        failed = record.levelno >= logging.ERROR or record.exc_info
        if failed and record.name.partition(".")[0] in self._packages:
            self.told.append(f"{record.name}: {self.format(record)}")

    def check(self, expected: list[str]) -> None:
        """Fail unless every failure reported is expected, and every expected one was reported."""
        unexpected = [told for told in self.told if not any(re.search(each, told) for each in expected)]
        assert not unexpected, "Nobody has expected this in the log:\n" + "\n".join(unexpected)
        missing = [each for each in expected if not any(re.search(each, told) for told in self.told)]
        assert not missing, f"This was expected in the log: {missing}"

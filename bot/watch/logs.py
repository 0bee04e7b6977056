"""How the log is written: as lines for people or as JSON for programs, and never with a secret in it."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable
from datetime import UTC, datetime

_LINES = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
_IN_ADDRESSES = re.compile(r"(/(?:webhooks|interactions)/[0-9]+/)[^/?\s'\"]+")
"""Whoever has such an address can answer in the bot's name for a quarter of an hour."""
_HIDDEN = "***"


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

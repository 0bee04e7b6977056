"""A file that records how far a survey has got, so that a later command can resume it."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bot.engine.errors import GameError
from bot.service.cluster import fingerprint
from bot.service.surveys.survey import Counting, Survey
from bot.solvers.win_rate import Tally

_COUNTED_BY = {
    Counting.KNOWN: ("engine", "solvers"),
    Counting.FAIR: ("engine", "solvers"),
    Counting.BY_HINTS: ("engine", "solvers", "service"),
}
"""Our packages on which each kind of survey depends."""
_EVERY = 1.0  # seconds
_OURS = "idleyear odds"
"""The marker that identifies the file as one of ours."""


class Bookmark:
    """The count so far of a survey's first deals, in a file that is always complete.

    GameError is raised for a file that does not belong to this survey, which is left untouched, or that
    cannot be read or written.
    """

    def __init__(self, name: str, survey: Survey, *, plain: bool) -> None:
        """Read the file if it exists, else create it.

        `plain` says that, for want of kernels, the plain search counts: it leaves other deals undecided.
        """
        if not name or "\0" in name:
            raise GameError("That is no name of a file: write one behind --resume.")
        self._name = name
        solvers = fingerprint(*_COUNTED_BY[survey.kind]) + (" without kernels" if plain else "")
        self._survey = {**survey._asdict(), "solvers": solvers}
        try:
            self.counted = self._read()
        except FileNotFoundError:
            self.counted = Tally()
        except OSError as error:
            raise GameError(f"{name} cannot be read: {error.strerror}.") from error
        # At once: better to learn now than in a day's time that the file cannot be written.
        self.write(self.counted)

    def keep(self, counted: Tally) -> None:
        """Write the count so far, unless it was written only a moment ago."""
        if time.monotonic() - self._written >= _EVERY:
            self.write(counted)

    def write(self, counted: Tally) -> None:
        """Write the count so far, atomically: a reader finds all of it, or what the file held before."""
        told = {"file": _OURS, "survey": self._survey, "counted": asdict(counted)}
        try:
            _replace(Path(self._name), json.dumps({**told, "check": _check(told)}) + "\n")
        except OSError as error:
            raise GameError(f"{self._name} cannot be written: {error.strerror}.") from error
        self._written = time.monotonic()

    def _read(self) -> Tally:
        told = _understood(Path(self._name).read_bytes())
        if told is None:
            raise GameError(
                f"{self._name} is damaged, or no file of `idleyear odds`: name another one, or delete it."
            )
        for part, ours in self._survey.items():
            theirs = told["survey"].get(part)
            if theirs != ours:
                raise GameError(
                    f"{self._name} belongs to another survey: its {part} is {theirs}, not {ours}. "
                    "Name another file."
                )
        return Tally(**told["counted"])


def _understood(content: bytes) -> dict[str, Any] | None:
    """Return the contents of a file, or None if it is damaged or not ours."""
    try:
        told = json.loads(content)
        check = told.pop("check")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return told if told.get("file") == _OURS and check == _check(told) else None


def _check(told: dict[str, Any]) -> str:
    """Return the checksum that reveals any change to the contents."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def _replace(path: Path, text: str) -> None:
    """Replace a file atomically: a crash or a full disk truncates only a temporary file."""
    path = path.resolve()
    descriptor, beside = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise

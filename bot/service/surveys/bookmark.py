"""A file that remembers how far a survey has come, so that a later command goes on from there."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.engine.errors import GameError
from bot.service.surveys.installation import solvers_version
from bot.solvers.win_rate import Tally

if TYPE_CHECKING:
    from bot.service.surveys.survey import Survey

_EVERY = 1.0  # seconds
_OURS = "idleyear odds"
"""By what the file is known as one of ours."""


class Bookmark:
    """The first deals of a survey, counted already, in a file; it always holds a whole count.

    GameError tells of a file that is not one of this survey, and that is left as it is, or cannot be written.
    """

    def __init__(self, name: str, survey: Survey, *, plain: bool) -> None:
        """Read the file if it is there, else make it.

        `plain` says that the plain search counts here, for want of kernels: it leaves other deals undecided.
        """
        if not name or "\0" in name:
            raise GameError("That is no name of a file: write one behind --resume.")
        self._name = name
        solvers = solvers_version(survey.kind) + (" without kernels" if plain else "")
        self._survey = {**survey._asdict(), "solvers": solvers}
        try:
            self.counted = self._read()
        except FileNotFoundError:
            self.counted = Tally()
        except OSError as error:
            raise GameError(f"{name} cannot be read: {error.strerror}.") from error
        # At once, for it is better to hear now than in a day that nothing can be written there.
        self.write(self.counted)

    def keep(self, counted: Tally) -> None:
        """Write what is counted so far, if the last time was some time ago."""
        if time.monotonic() - self._written >= _EVERY:
            self.write(counted)

    def write(self, counted: Tally) -> None:
        """Write what is counted so far: whoever reads the file finds all of it, or what it held before."""
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
    """Return what a file tells, or None where it is not whole or not ours."""
    try:
        told = json.loads(content)
        check = told.pop("check")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return told if told.get("file") == _OURS and check == _check(told) else None


def _check(told: dict[str, Any]) -> str:
    """Return the sum by which a changed letter is found out."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def _replace(path: Path, text: str) -> None:
    """Put a text into the place of a file in one go: a crash or a full disk cuts short another file."""
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

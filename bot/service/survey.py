"""Surveys: how often a game can be won, by whom, counted in many deals; on this machine, and with breaks."""

from __future__ import annotations

import hashlib
import json
import math
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import idle_year
from idle_year.advice import MOST_ROUNDS, Advisor
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules, Outcome
from idle_year.solvers import win_rate
from idle_year.solvers.protocols import Limit
from idle_year.solvers.registry import player_for
from idle_year.solvers.win_rate import Tally, growing, processes
from idle_year.solvers.win_rate import deals as dealt

_LIMIT = Limit(nodes=100_000, seconds=math.inf)
"""In nodes alone, so that a slow machine plays exactly as a fast one does."""
_EVERY = 1.0  # seconds
_FILE_BYTES = 10_000
"""In bytes: ours have some hundred, and what is longer would not be understood."""
_OURS = "idleyear odds"
"""The marker that identifies the file as one of ours."""


class Counting(StrEnum):
    """How the wins of a survey are counted."""

    KNOWN = "known"
    """What can be won with all cards known."""
    FAIR = "fair"
    """What the fair player wins."""
    BY_HINTS = "by-hints"
    """What is won by taking every hint."""


LIBRARY = Path(idle_year.__file__).parent
"""The folder of the library, whichever copy is used."""
_COUNTED_BY = {
    Counting.KNOWN: (LIBRARY / "engine", LIBRARY / "solvers"),
    Counting.FAIR: (LIBRARY / "engine", LIBRARY / "solvers"),
    Counting.BY_HINTS: (LIBRARY,),
}
"""The folders on which each kind of survey depends."""
_KINDS_OF_FILE = {".py", ".npy", ".json"}


class Survey(NamedTuple):
    """The deals of one seed of a game, counted in one way."""

    game: str
    """The id of the game."""
    kind: Counting
    seed: int


def check_player(rules: AnyRules, kind: Counting) -> None:
    """Raise GameError if a survey's kind needs a player that the game lacks; kernels must be loaded."""
    if kind is Counting.FAIR and player_for(rules) is None:
        raise GameError(f"There is no fair player for {rules.name}: leave --fair out.")


@contextmanager
def counted_here(survey: Survey, deals: int, counted: Tally) -> Iterator[Iterator[Tally]]:
    """Continue a survey from what is already counted; yield an iterator over the running count."""
    game, kind, seed = survey
    rules = find_game(game)
    if kind is Counting.BY_HINTS:
        with processes(rules.family) as workers:
            yield growing(workers, partial(follow_deals, game, seed), deals, counted)
    else:
        begun = win_rate.survey(rules, seed, deals, fair=kind is Counting.FAIR, counted=counted)
        with begun as tallies:
            yield tallies


class Followed(NamedTuple):
    """How a game in which every hint was taken ended."""

    won: bool
    moves: int
    repeats: bool
    """Whether a position recurred more often than hints may lead to it: they went in a circle."""
    end: Any
    """The last position."""


def follow(rules: AnyRules, state: Any) -> Followed:
    """Take every hint to the end, from a position whose stock is known only to the rules."""
    advisor, positions, met = Advisor(), [state], Counter((rules.position(state),))
    often = MOST_ROUNDS if rules.reversible else 1
    moves = 0
    while rules.moves(state):
        move = advisor.advise(rules, positions, _LIMIT).move
        if move is None:
            break
        positions = [] if rules.reveals(state, move) else positions
        state = rules.play(state, move)
        positions.append(state)
        moves += 1
        met[rules.position(state)] += 1
        if met[rules.position(state)] > often:
            return Followed(won=False, moves=moves, repeats=True, end=state)
    return Followed(rules.outcome(state) is Outcome.WON, moves, repeats=False, end=state)


def follow_deals(game: str, seed: int, first: int, deals: int) -> Tally:
    """Take every hint in the deals of a survey numbered from `first` on, and tally the results."""
    rules = find_game(game)
    followed = [follow(rules, state) for state in dealt(rules, seed, first, deals)]
    return Tally(
        wins=sum(each.won for each in followed),
        deals=deals,
        repeats=sum(each.repeats for each in followed),
    )


@cache
def fingerprint(*folders: Path) -> str:
    """Return a fingerprint of all source files in some folders of ours.

    A release number would not do: people also run surveys with code they have just changed.
    """
    told = hashlib.sha256()
    for folder in folders:
        for source in sorted(folder.rglob("*")):
            if source.suffix in _KINDS_OF_FILE:
                told.update(f"{source.relative_to(folder.parent)}\n".encode() + source.read_bytes())
    return told.hexdigest()[:12]


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

    def write_now_and_then(self, counted: Tally) -> None:
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
        path = Path(self._name)
        if path.exists() and not path.is_file():  # opening a pipe would wait for a writer
            raise GameError(f"{self._name} is no ordinary file: name another one.")
        with path.open("rb") as file:
            told = _understood(file.read(_FILE_BYTES))
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
    finally:
        Path(beside).unlink(missing_ok=True)

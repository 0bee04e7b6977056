"""A game as stored: never a position, as seed and moves say it all."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import CursorResult, RowMapping

from bot.store.columns import known


class Status(enum.StrEnum):
    """How far a saved game has come."""

    PLAYING = "playing"
    FINISHED = "finished"
    RESIGNED = "resigned"


class Kind(enum.StrEnum):
    """How the cards of a game came about, which decides where its result counts."""

    FREE = "free"
    """Made up by the bot: nobody knew them."""
    WISHED = "wished"
    """Made up by the bot, which searched for a deal as its player wished: not an arbitrary one."""
    CHOSEN = "chosen"
    """Named by a player, who may have played them before."""
    DAILY = "daily"
    """The deal of a day; the first game that its player plays of it."""
    PRACTICE = "practice"
    """A deal that its player has played already."""
    RACE = "race"
    """Dealt to several people at once."""
    LATE = "late"
    """Dealt in a race that somebody had already finished, who may have given away its cards."""
    QUICK = "quick"
    """Dealt to several people at once, in a quick race: made up by the bot, and proven to be winnable."""
    PUZZLE = "puzzle"
    """A try at a puzzle, which is over as soon as that is settled; it has no result."""


MADE_UP = (Kind.FREE, Kind.WISHED)
"""The kinds of games whose seeds the bot made up for that one game."""
RACED = (Kind.RACE, Kind.LATE, Kind.QUICK)
"""The kinds of games that appear in the standings of a race."""


class Help(enum.StrEnum):
    """What makes a player's later results on a deal assisted; each names the column that counts it."""

    UNDO = "undos"
    HINT = "hints"
    CHECK = "checks"


class Seen(NamedTuple):
    """Which game somebody saw, and at which version of it."""

    id: int
    version: int


class NewGame(NamedTuple):
    """What is known about a game when it is dealt."""

    owner: int
    channel: int
    guild: int | None
    game: str
    revision: int
    seed: str
    public: bool = False
    kind: Kind = Kind.FREE
    day: date | None = None
    """The UTC day of a daily."""
    moves: str = ""
    """The moves already played, in canonical notation."""
    race: int | None = None
    """The race that its player takes part in with it."""
    puzzle: int | None = None
    """The puzzle that its player tries with it."""
    stars: int | None = None
    """The difficulty that its player asked for."""
    run: int | None = None
    """The run of puzzles that this one goes on with, by its first game; 0 if it is the first."""
    repeats: int | None = None
    """The puzzle that its player had failed and tries again, as practice."""


@dataclass(frozen=True)
class SavedGame:
    """One row of the table of games; `moves` and `undone` are moves in canonical notation."""

    id: int
    owner: int
    channel: int
    guild: int | None
    game: str
    revision: int
    seed: str
    moves: str
    undone: str
    version: int
    """1 when dealt, one more with every save."""
    status: Status
    kind: Kind | None
    """None if only a newer version knows it: such a game is set aside."""
    day: date | None
    undos: int
    hints: int
    checks: int
    public: bool
    created_at: datetime
    updated_at: datetime
    set_aside: str | None
    """Why it could not be read, if that was tried and failed."""
    seconds: int = 0
    """The time at the board: between two saves at most two minutes."""
    stars: int | None = None
    """The difficulty that its player asked for."""
    repeats: int | None = None
    """The puzzle that its player had failed and tries again with it."""

    @property
    def seen(self) -> Seen:
        """The game at this version."""
        return Seen(self.id, self.version)


def saved_game(row: RowMapping) -> SavedGame:
    """Return a game from its row."""
    return SavedGame(**{**row, "status": Status(row["status"]), "kind": known(Kind, row["kind"])})


def status_before(set_aside: str | None) -> Status | None:
    """Return the status that a game had before this was written into its row; None if it was not."""
    return None if set_aside is None else Status(set_aside.partition(":")[0])


def read_game(result: CursorResult[Any]) -> SavedGame | None:
    """Return the one game that was found, or None if there is none."""
    row = result.mappings().one_or_none()
    return None if row is None else saved_game(row)

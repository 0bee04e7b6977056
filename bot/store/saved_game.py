"""A game as it is kept: never a position, for seed and moves say it all."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from bot.engine.rules import Outcome


class Status(enum.StrEnum):
    """How far a saved game has come."""

    PLAYING = "playing"
    FINISHED = "finished"
    RESIGNED = "resigned"


class NewGame(NamedTuple):
    """What is known of a game when it is dealt."""

    owner: int
    channel: int
    guild: int | None
    game: str
    revision: int
    seed: str
    public: bool = False


class Record(NamedTuple):
    """How many games a player has ended, and how many of them were won; those without a move do not count."""

    played: int
    won: int


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
    outcome: Outcome | None
    """How a finished game ended; None in play, if resigned, and of games that ended before this was kept."""
    public: bool
    created_at: datetime
    updated_at: datetime

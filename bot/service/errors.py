"""Reasons why a player cannot do something now: one type each, worded in `bot/render/refusals.py`."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from idle_year.engine.errors import GameError

if TYPE_CHECKING:  # a worker process knows refusals, but loads no database
    from bot.service.game import Game


class Refusal(GameError):
    """Something that is not possible now; its attributes are used in the message."""


class NoGame(Refusal):
    """The player has no game in the channel."""


class NoSuchGame(Refusal):
    """No game has this id."""


class SetAside(Refusal):
    """A game cannot be read any more."""


class RulesChanged(SetAside):
    """A game cannot be played on, because its rules have changed since it was dealt."""

    def __init__(self, game: str, dealt: int, now: int) -> None:
        super().__init__(game, dealt, now)
        self.game, self.dealt, self.now = game, dealt, now


class StillReading(Refusal):
    """Replaying a saved game takes long, or has to wait for others."""


class _AboutGame(Refusal):
    """Carries the current state of the game, so that it can be shown."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.id)
        self.game = game


class NotYours(_AboutGame):
    """Someone else plays the game."""


class Stale(_AboutGame):
    """The game has moved on since the player saw it; nothing was played."""


class Astray(_AboutGame):
    """The move is legal, but the first game shows another one now; nothing was played."""


class CutShort(_AboutGame):
    """A line of moves failed after it had turned up a card; the moves before the failure stand."""

    def __init__(self, game: Game, stopped: GameError) -> None:
        super().__init__(game)
        self.stopped = stopped
        """Why the next move could not be played."""


class TooManyGames(_AboutGame):
    """The player has as many games in play as are allowed; the one left longest ago could make room."""

    def __init__(self, game: Game, most: int) -> None:
        super().__init__(game)
        self.most = most


class GameOver(_AboutGame):
    """The game has ended."""


class NothingToCheck(GameOver):
    """It has ended, so a review is what would answer the question."""


class NothingToPractise(GameOver):
    """No move is left after those to be replayed, or the game is still in play."""


class StaysResigned(GameOver):
    """It was given up, which cannot be taken back."""


class StaysWon(GameOver):
    """It was won, which cannot be taken back."""


class ResultStays(GameOver):
    """The daily or race is over, so no move can be taken back."""


class MovesStand(_AboutGame):
    """The game is a puzzle, in which no move is taken back."""


class StillExporting(Refusal):
    """The same export is being written already, and comes as the answer to the request before."""


class DailySeen(Refusal):
    """The player has had the deal of a daily, before all data about them was deleted."""


class DayInDoubt(Refusal):
    """Discord's clock shows another day than ours: dailies, digests and reminders wait."""


class StillToCome(Refusal):
    """The day of a daily has not begun."""


class Use(enum.StrEnum):
    """What somebody wants to do with a deal."""

    DEAL = "deal"
    AGAIN = "again"
    PRACTISE = "practise"
    REVIEW = "review"
    MOVES = "moves"
    """Get its moves as a file."""
    RECORD = "record"
    """Step through such a file."""
    FILM = "film"


class Sealed(Refusal):
    """The request would reveal more of a deal than is fair to others who still play it for a result."""

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        self.use = use

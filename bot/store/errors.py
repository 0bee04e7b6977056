"""Errors of the store: each message is one sentence, and nothing of what was asked has been done."""

from __future__ import annotations

from bot.store.saved_game import SavedGame


class StoreError(Exception):
    """The store cannot do what was asked; the message is one sentence."""


class NewerDatabase(StoreError):
    """The database was written by a newer program."""


class DatabaseInUse(StoreError):
    """A bot, or anybody else, is connected to a database that is needed alone."""

    def __init__(self) -> None:
        super().__init__("it is in use: stop the bot, and disconnect whatever else is connected")


class StoreClosed(StoreError):
    """The program is shutting down."""


class StoreFailing(StoreError):
    """The database does not work at the moment; nothing of what was asked has been done."""


class StoreLocked(StoreFailing):
    """Another program keeps the database locked."""


class StoreFull(StoreFailing):
    """There is no room left on the database's disk."""


class StoreDamaged(StoreFailing):
    """The database cannot be read in some places."""


class StoreUnusable(StoreFailing):
    """The bot's user may not use a table, or there is none."""


class StoreUpgraded(StoreFailing):
    """A newer program has upgraded the database: it may have tables that this program does not know."""


class DealSeen(StoreError):
    """The player had seen a deal when all data about them was deleted, and others still play it."""


class RaceClosed(StoreError):
    """A race is over, or the player has joined it already."""


class TooManyInPlay(StoreError):
    """The player has as many games in play as are allowed."""

    def __init__(self, left_longest: SavedGame) -> None:
        super().__init__("The player has as many games in play as are allowed.")
        self.left_longest = left_longest
        """The one of them that its player left longest ago."""


class DailyTaken(StoreError):
    """The player already has the one game of a daily that counts."""


class PuzzleTaken(StoreError):
    """The player has tried the puzzle already."""

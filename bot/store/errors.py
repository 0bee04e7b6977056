"""What can go wrong with the store, in sentences for the bot's operator."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.store.saved_game import SavedGame


class StoreError(Exception):
    """The store cannot do what was asked; the message is one sentence."""


class NewerDatabase(StoreError):  # noqa: N818  named as what was found
    """The database was written by a newer program."""


class DatabaseInUse(StoreError):  # noqa: N818
    """A bot, or anybody else, is connected to a database that is needed alone."""


class StoreClosed(StoreError):  # noqa: N818
    """The program is shutting down."""


class StoreFailing(StoreError):  # noqa: N818  named as the situation
    """The database does not work at the moment; nothing of what was asked has been done."""


class StoreLocked(StoreFailing):
    """Another program keeps the database locked."""


class StoreFull(StoreFailing):
    """There is no room left on the database's disk."""


class StoreDamaged(StoreFailing):
    """The database cannot be read in some places."""


class RaceClosed(StoreError):  # noqa: N818
    """A race is over, or the player has joined it already."""


class TooManyInPlay(StoreError):  # noqa: N818
    """The player has as many games in play as are allowed."""

    def __init__(self, left_longest: SavedGame) -> None:
        super().__init__("The player has as many games in play as are allowed.")
        self.left_longest = left_longest
        """The one of them that its player left longest ago."""


class SeatTaken(StoreError):  # noqa: N818  named as the situation
    """The player already plays another game in the channel."""

"""Every game that is played through this bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.dealing import Dealing
from bot.service.lookup import Lookup
from bot.service.play import Play

if TYPE_CHECKING:
    from bot.store import Store


class Games:
    """The three things that are done with games; what one part has read or played the others know."""

    def __init__(self, store: Store) -> None:
        self.lookup = Lookup(store)
        """Finds them."""
        self.dealing = Dealing(store, self.lookup)
        """Deals them."""
        self.play = Play(store, self.lookup)
        """Plays them."""

"""Looking up, dealing and playing games, with shared memory."""

from __future__ import annotations

from bot.service.deal import Dealer
from bot.service.lookup import Lookup
from bot.service.play import Play
from bot.store import Store


class Games:
    """The three services for games; they share what any of them has read or played."""

    def __init__(self, store: Store, most: int = 0) -> None:
        """Let each player have at most so many games in play, or any number if that is 0."""
        self.store = store
        self.lookup = Lookup(store)
        """Finds them."""
        self.dealer = Dealer(store, self.lookup, most)
        """Deals them."""
        self.play = Play(store, self.lookup, most)
        """Plays them."""

"""Looking up, dealing and playing games, with shared memory."""

from __future__ import annotations

from typing import Any

from bot.service.deal import Dealer
from bot.service.lookup import Lookup
from bot.service.play import Play
from bot.store import Store
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session


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


def played_out(variant: str = "late-binding", seed: str = "tuesday") -> Session[Any]:
    """Return a deal played first move first to its end, or for 200 moves if it has none."""
    session = Session.deal(find_game(variant), seed)
    while session.rules.outcome(session.state) is None and len(session.moves) < 200:
        session = session.play(write_moves(session.rules, session.rules.moves(session.state)[:1]))
    return session

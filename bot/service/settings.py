"""How each player wants to see cards; needed at every press, so cached for a while."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from bot.service.errors import Refusal
from bot.store import LINES, Look, Store

_MOST_LOOKS = 10_000
"""Players remembered; about 2 MB."""
_SECONDS = 60
"""How long a cached look is trusted: another process on the same database may have changed it."""


class NoSuchLine(Refusal):
    """A line cannot have that many cards."""


class _Known(NamedTuple):
    look: Look
    until: float


class Looks:
    """Reads and changes players' looks."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, _Known] = {}

    async def of(self, player: int) -> Look:
        """Return how a player wants to see cards."""
        known = self._known.get(player)
        if known is not None and monotonic() < known.until:
            return known.look
        return self._remember(player, await self._store.looks.get(player))

    async def change(self, player: int, look: Look) -> Look:
        """Save how a player wants to see cards; raise NoSuchLine if a line cannot have that many."""
        if look.a_line not in LINES:
            raise NoSuchLine
        await self._store.looks.put(player, look)
        return self._remember(player, look)

    def forget(self, player: int) -> None:
        """Drop a player's look from memory."""
        self._known.pop(player, None)

    def _remember(self, player: int, look: Look) -> Look:
        while len(self._known) >= _MOST_LOOKS:
            del self._known[next(iter(self._known))]
        self._known[player] = _Known(look, monotonic() + _SECONDS)
        return look

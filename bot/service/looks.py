"""How each player wants to see cards; asked at every press, so kept in memory once it was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.store import LINES

if TYPE_CHECKING:
    from bot.store import Look, Store

_MOST = 10_000
"""Players remembered; about 2 MB."""


class PlayersLooks:
    """Reads and changes looks."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Look] = {}

    async def of(self, player: int) -> Look:
        """Return how a player wants to see cards."""
        if player not in self._known:
            return self._remember(player, await self._store.looks.get(player))
        return self._known[player]

    async def change(self, player: int, look: Look) -> Look:
        """Keep how a player wants to see cards; raise GameError where a line cannot have that many."""
        if look.a_line not in LINES:
            raise GameError(f"A line holds {', '.join(map(str, LINES[:-1]))} or {LINES[-1]} cards.")
        await self._store.looks.put(player, look)
        return self._remember(player, look)

    def _remember(self, player: int, look: Look) -> Look:
        while len(self._known) >= _MOST:
            del self._known[next(iter(self._known))]
        self._known[player] = look
        return look

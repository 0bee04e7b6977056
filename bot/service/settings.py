"""What each player has chosen in `/settings`; needed at every press, so cached for a while."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from bot.service.errors import Refusal
from bot.store import LINES, PlayerSettings, Store

_MOST_KNOWN = 10_000
"""Players remembered; about 2 MB."""
_SECONDS = 60
"""How long what is cached is trusted: another process on the same database may have changed it."""


class NoSuchLine(Refusal):
    """A line cannot have that many cards."""


class _Known(NamedTuple):
    chosen: PlayerSettings
    until: float


class Settings:
    """Reads and changes players' settings."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, _Known] = {}

    async def of(self, player: int) -> PlayerSettings:
        """Return what a player has chosen."""
        known = self._known.get(player)
        if known is not None and monotonic() < known.until:
            return known.chosen
        return self._remember(player, await self._store.settings.get(player))

    async def change(self, player: int, chosen: PlayerSettings) -> PlayerSettings:
        """Save what a player has chosen; raise NoSuchLine if a line cannot have that many."""
        if chosen.a_line not in LINES:
            raise NoSuchLine
        await self._store.settings.put(player, chosen)
        return self._remember(player, chosen)

    def forget(self, player: int) -> None:
        """Drop a player's settings from memory."""
        self._known.pop(player, None)

    def _remember(self, player: int, chosen: PlayerSettings) -> PlayerSettings:
        while len(self._known) >= _MOST_KNOWN:
            del self._known[next(iter(self._known))]
        self._known[player] = _Known(chosen, monotonic() + _SECONDS)
        return chosen

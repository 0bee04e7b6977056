"""What each player has chosen in `/settings`, and each server's language: needed often, so cached a while."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Generic, TypeVar

from bot.service.errors import Refusal
from bot.store import LINES, PlayerSettings, Store

T = TypeVar("T")

_MOST_KNOWN = 10_000
"""Players remembered, and servers; about 2 MB."""
_SECONDS = 60
"""How long what is cached is trusted: another process on the same database may have changed it."""


class NoSuchLine(Refusal):
    """A line cannot have that many cards."""


class _Cache(Generic[T]):
    """What was last read or saved about each player or server, by id."""

    def __init__(self, read: Callable[[int], Awaitable[T]]) -> None:
        self._read = read
        self._known: dict[int, tuple[T, float]] = {}

    async def get(self, key: int) -> T:
        """Return what is known, or read it."""
        found = self._known.get(key)
        if found is not None and monotonic() < found[1]:
            return found[0]
        return self.put(key, await self._read(key))

    def put(self, key: int, value: T) -> T:
        """Remember a value, and return it."""
        _make_room(self._known)
        self._known[key] = value, monotonic() + _SECONDS
        return value

    def forget(self, key: int) -> None:
        """Drop what is known."""
        self._known.pop(key, None)


def _make_room(known: dict[int, Any]) -> None:
    """Drop what was remembered first if there is too much for one more."""
    while len(known) >= _MOST_KNOWN:
        del known[next(iter(known))]


class Settings:
    """Reads and changes players' settings."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = _Cache(store.settings.get)
        self._heard: dict[int, str] = {}

    async def of(self, player: int) -> PlayerSettings:
        """Return what a player has chosen."""
        return await self._known.get(player)

    async def change(self, player: int, **chosen: Any) -> PlayerSettings:
        """Save what a player has chosen, named as in PlayerSettings; the rest stays as it is kept.

        Raise NoSuchLine if a line cannot have that many.
        """
        if chosen.get("a_line", LINES[0]) not in LINES:
            raise NoSuchLine
        await self._store.settings.put(player, **chosen)
        return self._known.put(player, await self._store.settings.get(player))

    def forget(self, player: int) -> None:
        """Drop from memory what is known of a player."""
        self._known.forget(player)
        self._heard.pop(player, None)

    def hear(self, player: int, locale: str) -> None:
        """Remember the language that a player's Discord is in, such as `es-419`."""
        _make_room(self._heard)
        self._heard[player] = locale

    def heard(self, player: int) -> str | None:
        """Return the language that a player's Discord was in at last; None if nobody remembers."""
        return self._heard.get(player)


class ServerLanguages:
    """Reads and changes the languages that servers have chosen."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = _Cache(store.servers.language)

    async def of(self, guild: int) -> str:
        """Return the language that a server has chosen, by the name of its catalogue; "" if none."""
        return await self._known.get(guild)

    async def choose(self, guild: int, language: str) -> None:
        """Save the language that a server has chosen; "" takes the choice back."""
        await self._store.servers.choose_language(guild, language)
        self._known.put(guild, language)

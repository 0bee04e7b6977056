"""Replays saved games off the event loop, so that a long one never holds it up."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeAlias

from bot.engine.line import MOST_MOVES
from bot.service.errors import NoSuchGame, StillReading
from bot.service.game import replay

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.service.playing.recent import RecentGames
    from bot.store import SavedGame

_Task: TypeAlias = "asyncio.Task[Game]"
_AT_ONCE = 2  # games; more of them would only slow each other down
_PATIENCE = 2.0
"""The most seconds somebody waits for a game to be read; Discord gives up soon after."""


class Reading:
    """Reads each version of a game once, however many people ask for it, and remembers it."""

    def __init__(self, recent: RecentGames) -> None:
        self._recent = recent
        self._on: dict[tuple[int, int], _Task] = {}
        # Separate pools, so that somebody with many very long games holds up nobody else.
        self._long = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="games")
        self._very_long = ThreadPoolExecutor(1, thread_name_prefix="very-long-games")

    async def game(self, saved: SavedGame) -> Game:
        """Return a saved game; raise Unreadable if it cannot be replayed, StillReading if that takes long."""
        known = self._recent.find(saved.id, saved.version)
        if known is not None:
            return known
        if not saved.moves:
            return self._recent.keep(replay(saved))
        reading = self._on.get((saved.id, saved.version)) or self._begin(saved)
        await asyncio.wait({reading}, timeout=_PATIENCE)
        if not reading.done():
            raise StillReading
        if reading.cancelled():
            raise NoSuchGame
        return reading.result()

    def forget(self, player: int) -> None:
        """Cancel the reading of a player's games."""
        for reading in self._on.values():
            if reading.get_name() == str(player):
                reading.cancel()

    def _begin(self, saved: SavedGame) -> _Task:
        which = saved.id, saved.version
        reading = self._on[which] = asyncio.create_task(self._read(saved), name=str(saved.owner))
        reading.add_done_callback(lambda done: self._end(which, done))
        return reading

    def _end(self, which: tuple[int, int], reading: _Task) -> None:
        del self._on[which]
        if not reading.cancelled():
            reading.exception()  # marks it as retrieved: the asker may have given up; the next one reads anew

    async def _read(self, saved: SavedGame) -> Game:
        # Only games from before there was a limit are this long: they have a thread to themselves.
        pool = self._very_long if saved.moves.count(" ") >= MOST_MOVES else self._long
        return self._recent.keep(await asyncio.get_running_loop().run_in_executor(pool, replay, saved))

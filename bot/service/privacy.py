"""What is kept about players: exported as a file, or deleted."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from bot.service.background import repeat
from bot.service.limits import Exports
from bot.service.lookup import Lookup
from bot.service.settings import Settings
from bot.store import HELD, NO_TIEBREAK, Status, Store, status_before
from idle_year.engine.daily import is_over
from idle_year.engine.errors import GameError

_AN_HOUR = 3600  # seconds
_GAMES = "games"
_DISCORD_IDS = {"channel", "chat", "end_post", "guild", "message"}
"""Written to the file as text, as Discord itself does: many programs would round such large numbers."""


class Privacy:
    """Exports and deletes what is kept about players."""

    def __init__(self, store: Store, lookup: Lookup, settings: Settings) -> None:
        self._store = store
        self._lookup = lookup
        self._settings = settings
        self._exports = Exports()

    async def export(self, player: int, head: str) -> bytes:
        """Return everything kept about a player as JSON, under a heading; secret deals are left out.

        Raise StillExporting while that is under way already.
        """
        async with self._exports.turn(player):
            secret = set[str]()
            async for games in self._store.privacy.held(player, _GAMES):
                secret |= await self._secret_seeds(games)
            about = {"what": head, "player": str(player), "written_at": self._store.now()}
            export = _Export(about)
            for section in HELD:
                export.begin(section)
                async for rows in self._store.privacy.held(player, section):
                    # Asked again, for what has been dealt and started meanwhile.
                    secret |= await self._secret_seeds(rows if section == _GAMES else ())
                    await asyncio.to_thread(export.add, rows, secret)
            return export.end()

    async def delete(self, player: int) -> None:
        """Delete everything kept about a player, in memory too, except for reviews, which tell of nobody."""
        await self._store.privacy.delete(player)
        self._lookup.forget(player)
        self._settings.forget(player)

    async def keep_clean(self) -> None:
        """Until cancelled, delete every hour what had to be kept for some days.

        Every process does this: what one has deleted, the others no longer find.
        """
        await repeat(
            self._store.privacy.forget_expired, _AN_HOUR, "What is left of deleted data could not be deleted"
        )

    async def _secret_seeds(self, games: Iterable[dict[str, Any]]) -> set[str]:
        """Return the seeds that the player must not learn yet, whatever game they are dealt in."""
        now = self._store.now()
        # Queried after the games, so that none of them can belong to a race that starts in between.
        store = self._store
        played = await store.races.seeds() | await store.puzzles.seeds() | await store.parlours.seeds()
        return played | {game["seed"] for game in games if await self._is_secret(game, now)}

    async def _is_secret(self, game: dict[str, Any], now: datetime) -> bool:
        """Whether others still play a game as a daily, or its player has yet to finish or see it."""
        day = game["day"]
        if day is not None and not is_over(day, now):
            return True
        # One that was set aside in play may be taken back, and then goes on.
        if Status.PLAYING not in (game["status"], status_before(game["set_aside"])):
            return False
        try:
            begun = await self._lookup.get(game["id"])
        except GameError:  # it cannot be read, so what the player has seen is unknown
            return True
        return begun.keeps_code or begun.session.hides


class _Export:
    """A file in the making, a row a line: all at once, it would take a dozen times its size in memory."""

    def __init__(self, about: dict[str, Any]) -> None:
        self._file = io.BytesIO()
        self._write(f'{{"about": {_as_json(about)}')
        self._ending, self._separator = "", ""

    def begin(self, section: str) -> None:
        """Begin a section, and end the one before."""
        self._write(f'{self._ending},\n"{section}": [')
        self._ending, self._separator = "]", "\n"

    def add(self, rows: Iterable[dict[str, Any]], secret: set[str]) -> None:
        """Add rows to a section, without the deals that are secret."""
        for row in rows:
            self._write(self._separator + _as_json(_readable(row, secret)))
            self._separator = ",\n"

    def end(self) -> bytes:
        """Return the whole file."""
        self._write(f"{self._ending}}}\n")
        return self._file.getvalue()

    def _write(self, text: str) -> None:
        self._file.write(text.encode())


def _as_json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda moment: moment.isoformat())


def _readable(row: dict[str, Any], secret: set[str]) -> dict[str, Any]:
    """Return a row for players to read: with a deal code instead of a seed, or None if it is secret."""
    readable: dict[str, Any] = {}
    for name, value in row.items():
        if name == "seed":
            readable["deal"] = None if value in secret else f"{row['game']}:{value}"
        elif name == "tiebreak":
            readable[name] = None if value == NO_TIEBREAK else value
        else:
            readable[name] = str(value) if name in _DISCORD_IDS and value is not None else value
    return readable

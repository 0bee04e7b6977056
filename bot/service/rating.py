"""The board of puzzles: the known ratings of those who have tried some in a server."""

from __future__ import annotations

from typing import NamedTuple

from bot.service.ranks import A_PAGE, page_of
from bot.store import PuzzlePlace, Store


class PuzzleBoard(NamedTuple):
    """One page of a server's board of puzzles."""

    page: int
    """Counted from 0."""
    pages: int
    """At least 1."""
    places: list[PuzzlePlace]
    own: PuzzlePlace | None
    """The asker's own place; None without one."""


class Ratings:
    """The boards of puzzles of every server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def look(self, guild: int, asker: int, page: int) -> PuzzleBoard:
        """Return a page of a server's board, or the last one if there are fewer."""
        found = await self._store.ratings.places(guild, page=page, count=A_PAGE, asker=asker)
        return PuzzleBoard(*page_of(found, page, asker))

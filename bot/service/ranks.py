"""The boards of a server: of the best results in a game, of a month over all games, and of puzzles."""

from __future__ import annotations

import asyncio
import csv
import enum
import io
from calendar import monthrange
from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple, TypeVar

from bot.pure.days import periods
from bot.service.errors import Refusal
from bot.service.limits import Exports
from bot.store import (
    EVERYWHERE,
    ORDER,
    MonthPlace,
    Place,
    PuzzlePlace,
    Ranking,
    Result,
    ResultRow,
    Store,
)
from idle_year.engine.games import find_game
from idle_year.engine.records import write_code
from idle_year.engine.rules import AnyRules

A_PAGE = 10  # places
MOST_HIDDEN = 1000
"""Players that a server may take off its leaderboards: nobody can fill the database with them."""
_SHARED = ORDER[1:]
"""What both a place and a result say of how a game went."""


class TooManyHidden(Refusal):
    """A server has taken as many players off its leaderboards as it may."""


class Period(enum.StrEnum):
    """The period that a leaderboard covers; days and months are UTC."""

    TODAY = "today"
    MONTH = "month"
    ALL = "all"


class Hidden(enum.Enum):
    """Who keeps a player off the leaderboards of a server."""

    BY_CHOICE = enum.auto()
    BY_MANAGERS = enum.auto()


class Leaderboard(NamedTuple):
    """One page of a leaderboard."""

    rules: AnyRules
    period: Period
    page: int
    """Counted from 0."""
    pages: int
    """At least 1."""
    players: int
    places: list[Place]
    own: Place | None
    """The asker's own place; None without one."""


class Month(enum.StrEnum):
    """Which month a board covers, by UTC like the dailies."""

    THIS = "this"
    LAST = "last"


class MonthBoard(NamedTuple):
    """One page of the board of a month: points for dailies won without help."""

    month: Month
    page: int
    """Counted from 0."""
    pages: int
    """At least 1."""
    places: list[MonthPlace]
    own: MonthPlace | None
    """The asker's own place; None without one."""


class PuzzleBoard(NamedTuple):
    """One page of the board of puzzles: the known ratings of those who have tried some in the server."""

    page: int
    """Counted from 0."""
    pages: int
    """At least 1."""
    places: list[PuzzlePlace]
    own: PuzzlePlace | None
    """The asker's own place; None without one."""


_P = TypeVar("_P", MonthPlace, PuzzlePlace)


def _page_of(found: list[_P], page: int, asker: int) -> tuple[int, int, list[_P], _P | None]:
    """Return the page that places are on, of how many, those of them on it, and the asker's own place.

    They are those of the page, or of the last one if there are fewer, and the asker's own.
    """
    own = next((place for place in found if place.player == asker), None)
    pages = -(-found[0].players // A_PAGE) if found else 1
    page = min(page, pages - 1)
    return page, pages, [place for place in found if (place.position - 1) // A_PAGE == page], own


class Ranks:
    """The boards of every server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._exports = Exports()

    async def look(self, guild: int, asker: int, rules: AnyRules, period: Period, page: int) -> Leaderboard:
        """Return a page of a leaderboard, or the last one if there are fewer."""
        ranking = self._ranking(guild, rules, period)
        players, own = await self._store.ranks.own_place(ranking, asker)
        pages = max(1, -(-players // A_PAGE))
        page = min(max(page, 0), pages - 1)
        places = await self._store.ranks.page(ranking, page * A_PAGE, A_PAGE)
        return Leaderboard(rules, period, page, pages, players, places, own)

    async def of_month(self, guild: int, asker: int, month: Month, page: int) -> MonthBoard:
        """Return a page of the board of a month, or the last one if there are fewer."""
        first, last = _days(self._store.now().date(), month)
        found = await self._store.ranks.of_month(guild, first, last, page=page, count=A_PAGE, asker=asker)
        return MonthBoard(month, *_page_of(found, page, asker))

    async def of_puzzles(self, guild: int, asker: int, page: int) -> PuzzleBoard:
        """Return a page of the board of puzzles, or the last one if there are fewer."""
        found = await self._store.ratings.places(guild, page=page, count=A_PAGE, asker=asker)
        return PuzzleBoard(*_page_of(found, page, asker))

    async def best_of_month(
        self, guild: int, player: int, rules: AnyRules, result: Result
    ) -> tuple[int, int] | None:
        """Return a player's place of the month, and of how many, if it is by this very result."""
        players, own = await self._store.ranks.own_place(self._ranking(guild, rules, Period.MONTH), player)
        by_it = own is not None and all(getattr(own, each) == getattr(result, each) for each in _SHARED)
        return (own.number, players) if own is not None and by_it else None

    def _ranking(self, guild: int, rules: AnyRules, period: Period) -> Ranking:
        names = dict(zip(Period, periods(self._store.now().date()), strict=True))
        return Ranking(guild, rules.id, names[period])

    async def hides(self, player: int) -> bool:
        """Whether a player has chosen to be hidden from all leaderboards."""
        return await self._store.ranks.is_hidden(EVERYWHERE, player)

    async def hidden(self, guild: int, player: int) -> Hidden | None:
        """Return why a player is on no leaderboard of a server, or None if nobody is against it."""
        if await self.hides(player):
            return Hidden.BY_CHOICE
        return Hidden.BY_MANAGERS if await self._store.ranks.is_hidden(guild, player) else None

    async def set_hidden(self, player: int, *, hidden: bool, guild: int = EVERYWHERE) -> None:
        """Take a player off the leaderboards of one server or all of them, or put the player back.

        Raise TooManyHidden if a server has taken off as many as it may.
        """
        if hidden and guild != EVERYWHERE and await self._store.ranks.count_hidden(guild) >= MOST_HIDDEN:
            raise TooManyHidden
        change = self._store.ranks.hide if hidden else self._store.ranks.show
        await change(guild, player)

    async def reset(self, guild: int, game: str | None) -> int:
        """Empty a server's leaderboards, or those of one game; return how many results were removed."""
        return await self._store.ranks.reset(guild, find_game(game).id if game else None)

    async def export(self, guild: int) -> bytes:
        """Return every result of a server as CSV, each with the deal and the moves that lead to it.

        Those of deals that others still play are left out, as anybody could look these up.

        Raise StillExporting while that is under way already.
        """
        async with self._exports.turn(guild):
            export = _Export()
            async for rows in self._store.ranks.export(guild):
                # Of dailies and races there are none; those who have had today's puzzle may practise from it.
                secret = await self._store.puzzles.seeds()
                await asyncio.to_thread(export.add, [row for row in rows if row.seed not in secret])
            return export.end()


def _days(today: date, month: Month) -> tuple[date, date]:
    """Return the first and the last day of a month."""
    if month is Month.LAST:
        today = today.replace(day=1) - timedelta(1)
    _, days = monthrange(today.year, today.month)
    return today.replace(day=1), today.replace(day=days)


class _Export:
    """A file in the making, some rows at a time: all at once would take several times its size in memory."""

    def __init__(self) -> None:
        self._file = io.BytesIO()
        # Encoded as it is written: encoding megabytes of text at the end would hold everybody up.
        self._text = io.TextIOWrapper(self._file, "utf-8", newline="", write_through=True)
        self._writer = csv.writer(self._text)
        self._writer.writerow([*ResultRow._fields[:-2], "deal", "moves"])

    def add(self, rows: Iterable[ResultRow]) -> None:
        """Add a line for each row."""
        for row in rows:
            deal = write_code(row.game, row.seed)
            self._writer.writerow([*row[:-3], row.ended_at.isoformat(), deal, row.played])

    def end(self) -> bytes:
        """Return the whole file."""
        self._text.flush()
        return self._file.getvalue()

"""Statistics of players: in one game, in all games, in a year."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from bot.service.scores.achievements import achieved
from bot.service.scores.streaks import Streak, streak_of_days
from bot.solvers.difficulty import HARDEST

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.service.scores.achievements import Achievement
    from bot.store import Store, Tally, WinRuns

_EVER = datetime(1883, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)


class GameStats(NamedTuple):
    """What a player has done in one game."""

    tally: Tally
    wins: WinRuns
    mine: dict[int, int]
    """How many of the player's games ended, by what was left."""
    theirs: dict[int, int]
    """The same for everybody in the server; empty if not asked for."""


class Overview(NamedTuple):
    """What a player has done in all games."""

    tallies: list[Tally]
    days: Streak
    """Days in a row on which a daily was finished."""
    achieved: set[Achievement]
    """Over all time; empty in the overview of a year."""


class Stats:
    """Looks up results and summarises them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def this_year(self) -> int:
        """The current year, in UTC."""
        return self._store.now().year

    async def of_game(self, player: int, rules: AnyRules, guild: int | None) -> GameStats | None:
        """Return what a player has done in a game; None if the player has not ended one yet."""
        stats = self._store.stats
        tally = await stats.tally(player, rules.id)
        if tally is None:
            return None
        wins = await stats.win_runs(player, rules.id)
        theirs = {} if guild is None else await stats.spread_of_server(guild, rules.id)
        return GameStats(tally, wins, await stats.spread_of_player(player, rules.id), theirs)

    async def wins_of(self, player: int, rules: AnyRules) -> WinRuns:
        """Return how often a player has won a game, and how often in a row."""
        return await self._store.stats.win_runs(player, rules.id)

    async def daily_streak(self, player: int) -> Streak:
        """Return how many days in a row a player has finished a daily."""
        return streak_of_days(await self._store.stats.daily_days(player), self._store.now().date())

    async def overview(self, player: int, year: int | None = None) -> Overview:
        """Return what a player has done in all games, over all time or in a year (UTC)."""
        span = _EVER
        if year is not None:
            span = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
        days = await self._store.stats.daily_days(player)
        within = [day for day in days if year is None or day.year == year]
        streak = streak_of_days(within, self._store.now().date())
        tallies = await self._store.stats.tallies(player, *span)
        if year is not None:
            return Overview(tallies, streak, set())
        hard = await self._store.stats.dailies_won(player, HARDEST)
        return Overview(tallies, streak, achieved(await self._store.stats.wins(player), streak, hard))

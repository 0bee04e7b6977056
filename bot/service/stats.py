"""Statistics of players: in one game, in all games, in a year, with their streaks and achievements."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from bot.service.game import Game
from bot.store import PlayerRating, Store, Tally, WinRuns, Wins
from idle_year.engine.daily import FAMILIES, earliest_on
from idle_year.engine.games import ALL
from idle_year.engine.games.odds import odds_of
from idle_year.engine.rules import AnyRules
from idle_year.solvers.difficulty import HARDEST

_EVER = datetime(1883, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
_RARE = 0.01
_WEEK, _MONTH, _YEAR = 7, 30, 365
_MANY_GAMES = 10
_A_DAY = timedelta(days=1)
_FIRST_GAMES = 10
"""Whoever has played fewer, of all kinds together, is a newcomer."""
_A_FEW = 3
"""A player who has ended fewer games of a kind is a beginner."""
_MOST_KNOWN = 10_000
"""Games of which we remember whether their players are; about 1 MB."""


class Streak(NamedTuple):
    """How many in a row: now, and at best."""

    current: int
    best: int


class Achievement(enum.StrEnum):
    """The achievements, in the order in which most people reach them: that of a family is called as it is."""

    CLEAN_WIN = "clean-win"
    ACCORDION = "accordion"
    MARRIAGE = "marriage"
    PYRAMID = "pyramid"
    WEEK = "week"
    CRIBBAGE = "cribbage"
    NAPOLEON = "napoleon"
    ALL_FAMILIES = "all-families"
    TEN_GAMES = "ten-games"
    MONTH = "month"
    HARD_DAILY = "hard-daily"
    AGAINST_THE_ODDS = "against-the-odds"
    YEAR = "year"


class GameStats(NamedTuple):
    """What a player has done in one game."""

    tally: Tally
    wins: WinRuns
    mine: dict[int, int]
    """How many of the player's games ended, by what was left."""
    theirs: dict[int, int]
    """The same for everybody in the server; empty if not asked for."""


class Puzzles(NamedTuple):
    """What a player has done with puzzles."""

    runs: WinRuns
    rating: PlayerRating | None
    """None before the first one that counts for it."""
    best_run: int = 0
    """How many were solved at most in a run of them."""


class Overview(NamedTuple):
    """What a player has done in all games."""

    tallies: list[Tally]
    days: Streak
    """Days in a row on which a daily was finished."""
    achieved: set[Achievement]
    """Over all time; empty in the overview of a year."""
    puzzles: Puzzles | None = None
    """Over all time; None if none was tried, and in the overview of a year."""


class Stats:
    """Looks up results and summarises them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._beginners: dict[int, bool] = {}
        """Whether the players of some games in play are beginners, by the game's id."""

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

    async def daily_streak(self, player: int) -> Streak:
        """Return how many days in a row a player has finished a daily."""
        return streak_of_days(await self._store.stats.daily_days(player), earliest_on(self._store.now()))

    async def is_new(self, player: int) -> bool:
        """Whether a player has not ended any game yet."""
        return not await self._store.stats.has_ended_any(player)

    async def is_newcomer(self, player: int) -> bool:
        """Whether a player has played few games but for dailies, races, puzzles and deals that were named."""
        return await self._store.games.begun(player, _FIRST_GAMES) < _FIRST_GAMES

    async def is_beginner(self, game: Game) -> bool:
        """Whether its player has ended few games like one in play: looked up once, not at every move."""
        if game.id not in self._beginners:
            played = (await self._store.results.record(game.seat.owner, game.rules.id)).played
            if len(self._beginners) >= _MOST_KNOWN:
                del self._beginners[next(iter(self._beginners))]
            self._beginners[game.id] = played < _A_FEW
        return self._beginners[game.id]

    async def overview(self, player: int, year: int | None = None) -> Overview:
        """Return what a player has done in all games, over all time or in a year (UTC)."""
        span = _EVER
        if year is not None:
            span = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
        days = await self._store.stats.daily_days(player)
        within = [day for day in days if year is None or day.year == year]
        streak = streak_of_days(within, earliest_on(self._store.now()))
        tallies = await self._store.stats.tallies(player, *span)
        if year is not None:
            return Overview(tallies, streak, set())
        return Overview(tallies, streak, await self._achieved(player), await self.puzzles(player))

    async def puzzles(self, player: int) -> Puzzles | None:
        """Return what a player has done with puzzles; None if none was tried to its end."""
        stats, runs = self._store.stats, await self._store.stats.puzzle_runs(player)
        if not runs.ended:
            return None
        return Puzzles(runs, await self._store.ratings.of(player), await stats.best_run(player))

    async def earned(self, player: int, game_id: int) -> list[Achievement]:
        """Return what a player has achieved by the result of one game, and had not without it."""
        new = await self._achieved(player) - await self._achieved(player, but=game_id)
        return [each for each in Achievement if each in new]

    async def _achieved(self, player: int, but: int | None = None) -> set[Achievement]:
        stats = self._store.stats
        days = streak_of_days(await stats.daily_days(player, but), earliest_on(self._store.now()))
        hard = await stats.dailies_won(player, HARDEST, but)
        return achieved(await stats.wins(player, but), days, hard)


def achieved(wins: Sequence[Wins], days: Streak, hard_dailies: int) -> set[Achievement]:
    """Return everything a player has ever achieved in games that count.

    `days` is the streak of days with a daily played, `hard_dailies` the number of dailies of the highest
    difficulty that were won.
    """
    won = [each.game for each in wins if each.game in ALL]
    families = {ALL[game].family for game in won}
    facts = {
        Achievement.CLEAN_WIN: any(each.clean for each in wins),
        Achievement.ALL_FAMILIES: families.issuperset(FAMILIES),
        Achievement.TEN_GAMES: len(won) >= _MANY_GAMES,
        Achievement.AGAINST_THE_ODDS: any(map(is_rarely_won, won)),
        Achievement.HARD_DAILY: hard_dailies > 0,
        Achievement.WEEK: days.best >= _WEEK,
        Achievement.MONTH: days.best >= _MONTH,
        Achievement.YEAR: days.best >= _YEAR,
    }
    return {each for each, fact in facts.items() if fact} | set(map(Achievement, families))


def is_rarely_won(game: str) -> bool:
    """Whether our fair player wins (or, if there is none, one can win) fewer than one deal in a hundred."""
    odds = odds_of(game)
    counted = odds.fair or odds.known
    return counted is not None and counted.share < _RARE


def streak_of_days(days: Iterable[date], earliest: date) -> Streak:
    """Return a streak of days; one missed day a month is frozen: it neither counts nor breaks the streak.

    It is alive if it can still go on with the earliest day whose daily is not over.
    """
    run, best = None, 0
    for day in sorted(set(days)):
        run = (run.goes_on(day) if run else None) or _Run(day, 1)
        best = max(best, run.length)
    if run is None:
        return Streak(0, 0)
    alive = run.last >= earliest or run.goes_on(earliest) is not None
    return Streak(run.length if alive else 0, best)


class _Run(NamedTuple):
    """Days on which something was done, with no gaps except frozen ones."""

    last: date
    length: int
    frozen: frozenset[tuple[int, int]] = frozenset()
    """The months, as (year, month), whose one missed day has been forgiven."""

    def goes_on(self, day: date) -> _Run | None:
        """Return the run extended by a day later than its last; None if it breaks before that day."""
        missed = day - _A_DAY
        month = (missed.year, missed.month)
        if self.last == missed:
            return _Run(day, self.length + 1, self.frozen)
        if self.last == missed - _A_DAY and month not in self.frozen:
            return _Run(day, self.length + 1, self.frozen | {month})
        return None

"""What somebody can do next: the game in progress here, today's dailies, the streak."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from bot.service.daily import Dailies
from bot.service.first_game import SEED, first_rules
from bot.service.game import Game, Seat
from bot.service.lookup import Lookup
from bot.service.stats import Stats, Streak
from bot.store import Daily, Status, Store, Tried
from idle_year.engine.daily import FAMILIES
from idle_year.engine.errors import GameError
from idle_year.solvers.difficulty import HARDEST

MOST_OTHERS = 5
"""More would not fit into a row of buttons."""
_OPEN = (None, Status.PLAYING)
"""How today's stands while it is not finished."""


class DailyToday(NamedTuple):
    """Today's daily of a family, and how far a player has got with it."""

    family: str
    daily: Daily | None
    """None until it is made."""
    status: Status | None
    """The status of the one game of it that counts; None if it has not been begun."""


class FrontDoor(NamedTuple):
    """What a player who asks what there is to play is shown."""

    playing: Game | None
    """The game in progress here."""
    others: list[Game]
    """Other games in progress, wherever they are, the one last played on first."""
    dailies: list[DailyToday]
    puzzle: Tried | None
    """How the one try at today's puzzle goes; None if it has not been begun, or made."""
    streak: Streak
    """Days in a row on which a daily was finished."""
    newcomer: bool
    """Whether the player has not ended a game yet."""
    learnt: bool
    """Whether the player has won the first game."""

    @property
    def in_progress(self) -> list[Game]:
        """All games to go on with."""
        return [*([self.playing] if self.playing else []), *self.others]

    @property
    def open(self) -> list[DailyToday]:
        """Today's dailies that are not finished, the easiest first and those that are not made yet last."""
        return sorted((each for each in self.dailies if each.status in _OPEN), key=_ease)

    @property
    def is_puzzle_open(self) -> bool:
        """Whether today's puzzle is not finished."""
        return self.puzzle in (None, Tried.OPEN)


async def look_in(seat: Seat, store: Store, lookup: Lookup, dailies: Dailies, stats: Stats) -> FrontDoor:
    """Return what a player can do next in a channel, without making any daily for it."""
    player = seat.owner
    playing = await _playing(seat, lookup)
    return FrontDoor(
        playing,
        await _others(seat, playing, lookup),
        [await _today(player, family, dailies) for family in FAMILIES],
        await _puzzle(player, store, dailies.today),
        await stats.daily_streak(player),
        newcomer=await stats.is_new(player),
        learnt=await store.stats.has_won(player, first_rules().id, SEED),
    )


def _ease(today: DailyToday) -> tuple[bool, int, float]:
    daily = today.daily
    return daily is None, (daily and daily.stars) or HARDEST, -((daily and daily.chance) or 0.0)


async def _playing(seat: Seat, lookup: Lookup) -> Game | None:
    try:
        return await lookup.current(seat)
    except GameError:  # there is none, or it cannot be read and has just been set aside
        return None


async def _others(seat: Seat, playing: Game | None, lookup: Lookup) -> list[Game]:
    """Return the other games in progress, as many as fit into a row of buttons."""
    here = None if playing is None else playing.id
    all_playing = await lookup.all_playing(seat.owner, MOST_OTHERS + 1)
    return [game for game in all_playing if game.id != here][:MOST_OTHERS]


async def _today(player: int, family: str, dailies: Dailies) -> DailyToday:
    daily = await dailies.find(dailies.today, family)
    return DailyToday(family, daily, await dailies.begun(player, family))


async def _puzzle(player: int, store: Store, day: date) -> Tried | None:
    puzzle = await store.puzzles.of_day(day)
    return None if puzzle is None else await store.tries.outcome(player, puzzle.id)

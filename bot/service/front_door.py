"""What somebody can do next: the game in progress here, today's dailies, the streak."""

from __future__ import annotations

from typing import NamedTuple

from bot.engine.daily import FAMILIES
from bot.engine.errors import GameError
from bot.service.daily import Dailies
from bot.service.game import Game, Seat
from bot.service.lookup import Lookup
from bot.service.stats import Stats, Streak
from bot.store import Daily, Kind, Status

MOST_OTHERS = 5
"""More would not fit into a row of buttons."""


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
    """Other games in progress, wherever they are, the one last played on first; without today's dailies."""
    dailies: list[DailyToday]
    streak: Streak
    """Days in a row on which a daily was finished."""
    newcomer: bool
    """Whether the player has not ended a game yet."""


async def look_in(seat: Seat, lookup: Lookup, dailies: Dailies, stats: Stats) -> FrontDoor:
    """Return what a player can do next in a channel, without making any daily for it."""
    today = [await _today(seat.owner, family, dailies) for family in FAMILIES]
    playing, streak = await _playing(seat, lookup), await stats.daily_streak(seat.owner)
    others = await _others(seat, playing, lookup, dailies)
    return FrontDoor(playing, others, today, streak, newcomer=await stats.is_new(seat.owner))


async def _playing(seat: Seat, lookup: Lookup) -> Game | None:
    try:
        return await lookup.current(seat)
    except GameError:  # there is none, or it cannot be read and has just been set aside
        return None


async def _others(seat: Seat, playing: Game | None, lookup: Lookup, dailies: Dailies) -> list[Game]:
    """Return the other games in progress, as many as fit into a row of buttons."""
    here = None if playing is None else playing.id
    all_playing = await lookup.all_playing(seat.owner, MOST_OTHERS + 1 + len(FAMILIES))
    others = [game for game in all_playing if game.id != here and not _is_of_today(game, dailies)]
    return others[:MOST_OTHERS]


def _is_of_today(game: Game, dailies: Dailies) -> bool:
    return game.kind is Kind.DAILY and game.day == dailies.today


async def _today(player: int, family: str, dailies: Dailies) -> DailyToday:
    daily = await dailies.find(dailies.today, family)
    return DailyToday(family, daily, await dailies.begun(player, family))

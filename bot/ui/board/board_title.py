"""The occasion of a board, such as a daily or a race, for its title."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from bot.render.board import Occasion
from bot.render.daily import daily_occasion
from bot.render.race import race_occasion
from bot.store import RACED, Kind
from bot.ui.services import services_of

if TYPE_CHECKING:
    from datetime import date

    from bot.render.cards import Style
    from bot.service.game import Game
    from bot.ui.components.presses import Interaction


async def occasion_of(interaction: Interaction, game: Game, style: Style) -> Occasion:
    """Return the daily or race that a game is part of; most are part of none."""
    services = services_of(interaction)
    if game.day is None:
        race = await services.races.of_game(game) if game.kind in RACED else None
        if race is not None:
            return race_occasion(race, late=game.kind is Kind.LATE)
        return Occasion(sealed=await services.lookup.keeps_code(game))
    daily = await services.dailies.of(game.day, game.rules.family)
    over, practice = not await services.lookup.seals(game), game.kind is Kind.PRACTICE
    return daily_occasion(daily, end_of_day(game.day), style, over=over, practice=practice)


def end_of_day(day: date) -> datetime:
    """Return the moment at which a UTC day ends."""
    return datetime.combine(day + timedelta(1), time(), UTC)

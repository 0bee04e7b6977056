"""A hint or a check under the board, once the solver has finished.

If a move was made in the meantime, the news is stale and the board is shown without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.news import check_news, hint_news
from bot.store import Help
from bot.ui.answers import show, think
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.render.hint import Level
    from bot.render.news import News
    from bot.service.game import Game
    from bot.ui.components.presses import Interaction


async def show_hint(interaction: Interaction, game: Game, level: Level) -> None:
    """Think, then show the board with the hint, and a button that tells more if there is more."""
    await think(interaction, public=game.public)
    lack = services_of(interaction).preparation.lacking(game.rules)
    found = await services_of(interaction).hints.hint(game)
    await services_of(interaction).lookup.count_help(game, Help.HINT)
    await _show_if_current(interaction, game, hint_news(found, level, lack))


async def show_check(interaction: Interaction, game: Game) -> None:
    """Think, then show the board and whether it can be won; raise NothingToCheck at once if it is over."""
    services_of(interaction).checks.ensure_in_play(game)
    await think(interaction, public=game.public)
    lack = services_of(interaction).preparation.lacking(game.rules)
    found = await services_of(interaction).checks.check(game)
    await services_of(interaction).lookup.count_help(game, Help.CHECK)
    await _show_if_current(interaction, game, check_news(found, lack))


async def _show_if_current(interaction: Interaction, game: Game, news: News) -> None:
    current = await services_of(interaction).lookup.get(game.id)
    await show(interaction, current, news if current.version == game.version else None)

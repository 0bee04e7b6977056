"""Deal a game to whoever asks, after a command or a press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.news import wished_news
from bot.service.deal_search import ANY, NotFound, Wish
from bot.service.errors import AlreadyPlaying
from bot.store import Deals, Kind
from bot.ui import notes
from bot.ui.answers import is_private, post, show, tell, think
from bot.ui.deal_request import DealRequest
from bot.ui.services import dealing_of, seat_of, services_of

if TYPE_CHECKING:
    from bot.render.news import News
    from bot.service.game import Game
    from bot.ui.presses import Interaction


async def deal(
    interaction: Interaction, request: DealRequest, replacing: tuple[int, int] | None = None
) -> None:
    """Deal and show the board; where a game is in progress, ask first what to do with it.

    `replacing` names that game by its id and version where it may go.
    """
    game = await _sit_down(interaction, request, replacing)
    if game is not None:
        await show(interaction, game, _told(game, request))


async def deal_after(
    interaction: Interaction, last: Game, seed: str | None = None, news: News | None = None
) -> None:
    """Deal the game again, from a seed or a new one, to whoever pressed on its board.

    A stranger who joins in plays privately. The board of a game that has ended stays where others can see it.
    """
    public = last.public and last.seat.owner == interaction.user.id
    request = DealRequest(last.rules, seed, public=public)
    game = await _sit_down(interaction, request)
    if game is not None:
        stays = last.over and not is_private(interaction, public=last.public)
        await (post if stays else show)(interaction, game, news or _told(game, request))


async def _sit_down(
    interaction: Interaction, request: DealRequest, replacing: tuple[int, int] | None = None
) -> Game | None:
    """Deal; where a game is in progress, ask what to do with it and return None."""
    dealing, seat = dealing_of(interaction), seat_of(interaction)
    try:
        seed, wish = request.seed, await _wish(interaction, request)
        if wish != ANY:
            await dealing.check_seat(seat, replacing)
            seed = await _find(interaction, request, wish)
        wished = wish != ANY and seed is not None
        return await dealing.deal(
            seat, request.rules, seed, public=request.public, replacing=replacing, wished=wished
        )
    except AlreadyPlaying as error:
        await tell(interaction, notes.already_playing(error.game, request))
        return None


async def _wish(interaction: Interaction, request: DealRequest) -> Wish:
    """Return how a deal should be: as was asked for, or else as `/settings` has it."""
    if request.wishes or request.seed is not None:
        return request.wish
    look = await services_of(interaction).display_settings.of(interaction.user.id)
    return Wish(winnable=look.deals is Deals.WINNABLE)


async def _find(interaction: Interaction, request: DealRequest, wish: Wish) -> str | None:
    """Look for a deal that is as wished for, which takes a moment.

    Where `/settings` alone wishes for it and none turns up in time, return None: any deal will do.
    """
    await think(interaction, public=request.public)
    try:
        return await services_of(interaction).deal_search.find(request.rules, wish, interaction.user.id)
    except NotFound:
        if request.wishes:
            raise
        return None


def _told(game: Game, request: DealRequest) -> News | None:
    """Say what is known of a deal, where it was looked for."""
    return wished_news(game, request.wish.stars) if game.kind is Kind.WISHED else None

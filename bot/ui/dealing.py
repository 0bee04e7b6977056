"""Deal a game to whoever asks, after a command or a press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.news import wished_news
from bot.service.errors import AlreadyPlaying
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
        await show(interaction, game, wished_news(game, request.wish.stars) if request.wishes else None)


async def deal_after(
    interaction: Interaction, last: Game, seed: str | None = None, news: News | None = None
) -> None:
    """Deal the game again, from a seed or a new one, to whoever pressed on its board.

    A stranger who joins in plays privately. The board of a game that has ended stays where others can see it.
    """
    public = last.public and last.seat.owner == interaction.user.id
    game = await _sit_down(interaction, DealRequest(last.rules, seed, public=public))
    if game is not None:
        stays = last.over and not is_private(interaction, public=last.public)
        await (post if stays else show)(interaction, game, news)


async def _sit_down(
    interaction: Interaction, request: DealRequest, replacing: tuple[int, int] | None = None
) -> Game | None:
    """Deal; where a game is in progress, ask what to do with it and return None."""
    dealing, seat = dealing_of(interaction), seat_of(interaction)
    try:
        seed = request.seed
        if request.wishes:
            await dealing.check_seat(seat, replacing)
            seed = await _find(interaction, request)
        return await dealing.deal(
            seat, request.rules, seed, public=request.public, replacing=replacing, wished=request.wishes
        )
    except AlreadyPlaying as error:
        await tell(interaction, notes.already_playing(error.game, request))
        return None


async def _find(interaction: Interaction, request: DealRequest) -> str:
    """Look for a deal that is as wished for, which takes a moment."""
    await think(interaction, public=request.public)
    return await services_of(interaction).deal_search.find(request.rules, request.wish)

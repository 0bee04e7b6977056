"""Deal a game in answer to a command or a press."""

from __future__ import annotations

from bot.render.labels import RESIGN_AND_LEARN
from bot.render.news import News, wished_news
from bot.render.notes import resign_to_learn
from bot.service.errors import AlreadyPlaying
from bot.service.game import Game
from bot.service.hints.deal_search import NotFound
from bot.service.hints.wishes import ANY, Wish
from bot.service.players.limits import Ask
from bot.store import Deals, Kind
from bot.ui import notes
from bot.ui.answers import is_private, post, show, tell, think
from bot.ui.notes import go_on_or
from bot.ui.presses import DealRequest, Interaction, Press
from bot.ui.services import seat_of, services_of


async def deal(
    interaction: Interaction, request: DealRequest, replacing: tuple[int, int] | None = None
) -> None:
    """Deal a game and show its board; if another one is in progress, ask first what to do with it.

    `replacing` names that one by id and version if it may go.
    """
    game = await _sit_down(interaction, request, replacing)
    if game is not None:
        await show(interaction, game, _news_of(game, request))


async def deal_after(
    interaction: Interaction, last: Game, seed: str | None = None, news: News | None = None
) -> None:
    """Deal the game again, from a given seed or a new one, to the user who pressed on its board.

    A stranger who joins in plays privately. The board of a game that has ended stays where others can see it.
    """
    public = last.public and last.seat.owner == interaction.user.id
    request = DealRequest(last.rules, seed, public=public)
    game = await _sit_down(interaction, request)
    if game is not None:
        stays = last.over and not is_private(interaction, public=last.public)
        await (post if stays else show)(interaction, game, news or _news_of(game, request))


async def _sit_down(
    interaction: Interaction, request: DealRequest, replacing: tuple[int, int] | None = None
) -> Game | None:
    """Deal a game; if another one is in progress, ask what to do with it and return None."""
    dealing, seat = services_of(interaction).dealing, seat_of(interaction)
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
    """Return what a deal should be like: as requested, or else as set in `/settings`."""
    if request.wishes or request.seed is not None:
        return request.wish
    look = await services_of(interaction).display_settings.of(interaction.user.id)
    return Wish(winnable=look.deals is Deals.WINNABLE)


async def _find(interaction: Interaction, request: DealRequest, wish: Wish) -> str | None:
    """Search for a deal that fulfils a wish, which takes a moment.

    If the wish comes from `/settings` alone and none turns up in time, return None: any deal will do.
    """
    services_of(interaction).limits.count(interaction.user.id, Ask.WISH)
    await think(interaction, public=request.public)
    try:
        return await services_of(interaction).deal_search.find(request.rules, wish, interaction.user.id)
    except NotFound:
        if request.wishes:
            raise
        return None


def _news_of(game: Game, request: DealRequest) -> News | None:
    """Return what is known about a deal, if it was searched for."""
    return wished_news(game, request.wish.stars) if game.kind is Kind.WISHED else None


async def deal_first_game(interaction: Interaction, replacing: tuple[int, int] | None = None) -> None:
    """Deal the first game; if another one is in progress, ask first.

    `replacing` names that one by id and version if it may go.
    """
    try:
        game = await services_of(interaction).dealing.deal_first(seat_of(interaction), replacing)
    except AlreadyPlaying as error:
        playing = error.game
        press = Press(playing.id, playing.version, "learn")
        await tell(interaction, go_on_or(playing, resign_to_learn(playing), RESIGN_AND_LEARN, press))
        return
    await show(interaction, game)

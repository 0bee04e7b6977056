"""Deal: a game, as asked for by a command or a press; the same again, and the first one to learn."""

from __future__ import annotations

from bot.engine.games import find_game
from bot.render.news import ANOTHER_DEAL, News, wished_news
from bot.service.errors import Sealed, Use
from bot.service.game import Game
from bot.service.wish import ANY, DealRequest, NotFound, Wish
from bot.store import Deals, Kind
from bot.ui.answers import count_post, is_private, post, show, think, worded_as_board
from bot.ui.daily import deal_daily
from bot.ui.presses import Interaction, Press, understood
from bot.ui.services import seat_of, services_of


async def deal(interaction: Interaction, request: DealRequest) -> None:
    """Deal a game and show its board; others in progress here are laid aside."""
    game = await _dealt(interaction, request)
    await _show_dealt(interaction, game, request)


async def deal_after(
    interaction: Interaction, last: Game, seed: str | None = None, news: News | None = None
) -> None:
    """Deal the game again, from a given seed or a new one, to the user who pressed on its board.

    A stranger who joins in plays privately. The board of a game that has ended stays where others can see it.
    """
    public = last.public and last.seat.owner == interaction.user.id
    request = DealRequest(last.rules, seed, public=public)
    game = await _dealt(interaction, request)
    stays = last.over and not is_private(interaction, public=last.public)
    await _show_dealt(interaction, game, request, news, anew=stays)


async def again(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Deal the same game from a new seed."""
    await deal_after(interaction, await services_of(interaction).lookup.get(press.seen.id))


async def same(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Deal the same cards to the user who pressed, or others while somebody is still playing these."""
    game = await services_of(interaction).lookup.get(press.seen.id)
    if game.day is not None:
        await deal_daily(interaction, DealRequest(game.rules, day=game.day))
    elif not game.over:
        await deal_after(interaction, game, news=ANOTHER_DEAL)
    elif await services_of(interaction).lookup.keeps_code(game):
        raise Sealed(Use.AGAIN)
    else:
        await deal_after(interaction, game, game.session.seed)


async def deal_picked(interaction: Interaction, press: Press, values: list[str]) -> None:
    """Deal the game that was chosen, or that the button names."""
    with understood():
        rules = find_game(values[0] if values else press.rest or "")
    await deal(interaction, DealRequest(rules))


async def learn(interaction: Interaction, _press: Press, _values: list[str]) -> None:
    """Deal the first game, or show it as it stands."""
    await show(interaction, await services_of(interaction).dealer.deal_first(seat_of(interaction)))


async def _dealt(interaction: Interaction, request: DealRequest) -> Game:
    dealer, seat = services_of(interaction).dealer, seat_of(interaction)
    seed, wish = request.seed, await _wish(interaction, request)
    if wish != ANY or request.public:
        await dealer.check_seat(seat)
    if request.public:
        count_post(interaction)
    if wish != ANY:
        seed = await _find(interaction, request, wish)
    wished = wish != ANY and seed is not None
    return await dealer.deal(seat, request.rules, seed, public=request.public, wished=wished)


async def _wish(interaction: Interaction, request: DealRequest) -> Wish:
    """Return what a deal should be like: as requested, or else as set in `/settings`."""
    if request.wishes or request.seed is not None:
        return request.wish
    chosen = await services_of(interaction).settings.of(interaction.user.id)
    return Wish(winnable=chosen.deals is Deals.WINNABLE)


async def _find(interaction: Interaction, request: DealRequest, wish: Wish) -> str | None:
    """Search for a deal that fulfils a wish, which takes a moment.

    If the wish comes from `/settings` alone and none turns up in time, return None: any deal will do.
    """
    services_of(interaction).limits.search(interaction.user.id)
    await think(interaction, public=request.public)
    try:
        return await services_of(interaction).deal_search.find(request.rules, wish, interaction.user.id)
    except NotFound:
        if request.wishes:
            raise
        return None


@worded_as_board
async def _show_dealt(
    interaction: Interaction,
    game: Game,
    request: DealRequest,
    news: News | None = None,
    *,
    anew: bool = False,
) -> None:
    """Show a deal, `anew` in a message of its own, with what is known about it if it was searched for."""
    if news is None and game.kind is Kind.WISHED:
        news = wished_news(game, request.wish.stars)
    await (post if anew else show)(interaction, game, news)

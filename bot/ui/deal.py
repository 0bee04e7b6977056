"""Deal: a game, as asked for by a command or a press; the same again, and the first one to learn."""

from __future__ import annotations

from bot.render.names import read_game
from bot.render.news import ANOTHER_DEAL, WINNABLE, News, newcomers_news, wished_news
from bot.render.refusals import SEED_OR_WISH, other_family
from bot.service.errors import Sealed, Use
from bot.service.game import Game
from bot.service.wish import ANY, DealRequest, NotFound, Wish
from bot.store import Deals, Kind
from bot.ui.answers import Telling, count_post, show
from bot.ui.daily import deal_daily
from bot.ui.presses import understood
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game, games_of
from idle_year.engine.records import read_deal


async def deal(services: Services, request: Request, wanted: DealRequest) -> Response:
    """Deal a game and show its board; others in progress here are laid aside."""
    game = await _dealt(services, request, wanted)
    return await show(services, request, game, _wished(request, game, wanted), counted=wanted.public)


async def deal_variant(
    services: Services,
    request: Request,
    family: str,
    variant: str | None,
    seed: str | None,
    wish: Wish,
    *,
    public: bool,
) -> Response:
    """Deal a game of a family, by default its first, from a seed or as wished for."""
    rules = read_game(variant) if variant else games_of(family)[0]
    if rules.family != family:
        raise GameError(other_family(rules))
    if seed:
        if any(wish):
            raise GameError(SEED_OR_WISH)
        rules, seed = read_deal(rules, seed)
    return await deal(services, request, DealRequest(rules, seed, wish, public=public))


async def deal_after(
    services: Services,
    request: Request,
    last: Game,
    seed: str | None = None,
    news: News | None = None,
    wish: Wish = ANY,
    *,
    counts: bool = False,
) -> Response:
    """Deal the game again, perhaps from a seed or as wished for, to the person who pressed on its board.

    A stranger who joins in plays privately. The board of a game that has ended stays where others can see it.
    """
    public = last.public and last.seat.owner == request.player
    wanted = DealRequest(last.rules, seed, wish, public=public, counts=counts)
    game = await _dealt(services, request, wanted)
    stays = last.over and not request.is_private(public=last.public)
    told = _wished(request, game, wanted) if news is None else lambda: news
    return await show(services, request, game, told, anew=stays, counted=public)


async def again(services: Services, request: Request) -> Response:
    """Deal the same game from a new seed; from now on only such as can be won, if the press says so."""
    last = await services.lookup.get(request.press.seen.id)
    if request.press.rest != Deals.WINNABLE:
        return await deal_after(services, request, last)
    await services.settings.change(request.player, deals=Deals.WINNABLE)
    return await deal_after(services, request, last, news=WINNABLE, wish=Wish(winnable=True))


async def counting(services: Services, request: Request) -> Response:
    """Deal the same game at random, to a newcomer too, so that it counts."""
    last = await services.lookup.get(request.press.seen.id)
    return await deal_after(services, request, last, counts=True)


async def same(services: Services, request: Request) -> Response:
    """Deal the same cards to the person who pressed, or others while somebody is still playing these."""
    game = await services.lookup.get(request.press.seen.id)
    if game.day is not None:
        return await deal_daily(services, request, DealRequest(game.rules, day=game.day))
    if not game.over:
        return await deal_after(services, request, game, news=ANOTHER_DEAL, counts=True)
    if await services.lookup.keeps_code(game):
        raise Sealed(Use.AGAIN)
    return await deal_after(services, request, game, game.session.seed)


async def deal_picked(services: Services, request: Request) -> Response:
    """Deal the game that was chosen, or that the button names."""
    with understood():
        rules = find_game(request.values[0] if request.values else request.press.rest or "")
    return await deal(services, request, DealRequest(rules))


async def learn(services: Services, request: Request) -> Response:
    """Deal the first game, or show it as it stands."""
    return await show(services, request, await services.dealer.deal_first(request.seat))


async def _dealt(services: Services, request: Request, wanted: DealRequest) -> Game:
    dealer, seat = services.dealer, request.seat
    seed, wish = wanted.seed, _wish(request, wanted)
    if wish != ANY or wanted.public:
        await dealer.check_seat(seat)
    if wanted.public:
        count_post(services, request)
    if wish != ANY:
        seed = await _find(services, request, wanted, wish)
    elif wanted.is_any and await services.stats.is_newcomer(request.player):
        seed = await services.deal_search.find_soon(wanted.rules, request.player)
    wished = wanted.seed is None and seed is not None
    return await dealer.deal(seat, wanted.rules, seed, public=wanted.public, wished=wished, stars=wish.stars)


def _wish(request: Request, wanted: DealRequest) -> Wish:
    """Return what a deal should be like: as requested, or else as set in `/settings`."""
    if wanted.wishes or wanted.seed is not None:
        return wanted.wish
    return Wish(winnable=request.settings.deals is Deals.WINNABLE)


async def _find(services: Services, request: Request, wanted: DealRequest, wish: Wish) -> str | None:
    """Search for a deal that fulfils a wish, which takes a moment.

    If the wish comes from `/settings` alone and none turns up in time, return None: any deal will do.
    """
    services.limits.search(request.player)
    try:
        return await services.deal_search.find(wanted.rules, wish, request.player)
    except NotFound:
        if wanted.wishes:
            raise
        return None


def _wished(request: Request, game: Game, wanted: DealRequest) -> Telling | None:
    """Return what is known about a deal if it was searched for."""
    if game.kind is not Kind.WISHED:
        return None
    if _wish(request, wanted) == ANY:
        return lambda: newcomers_news(game)
    return lambda: wished_news(game, wanted.wish.stars)

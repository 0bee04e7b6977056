"""Challenge: deal the same to whoever presses *Beat it* on a post, and say on the post how that goes."""

from __future__ import annotations

from typing import Any

from bot.render.challenge import ATTEMPT, FINISHED, rival_text
from bot.render.labels import ADD_RESULT, DEAL_ATTEMPT
from bot.render.news import News
from bot.service.game import Game
from bot.service.wish import DealRequest
from bot.ui.answers import server_language, show, tell
from bot.ui.components import ButtonStyle, Note, PressButton
from bot.ui.daily import deal_daily
from bot.ui.post import Dare, Post
from bot.ui.presses import Press, UnknownButton, read_number, understood
from bot.ui.request import PressedMessage, Request
from bot.ui.response import Answer, Place, Response, Sent
from bot.ui.services import Services
from idle_year.engine.session import Session


async def beat(services: Services, request: Request) -> Answer:
    """Deal the cards of a post to the person who pressed on it, and add them to the post.

    A daily that is still on is dealt once they have been told that it is their one try; whoever has finished
    it elsewhere is asked first whether others may read how.
    """
    post = request.is_shown_by()
    if post is None:
        raise UnknownButton
    dare = _dare(request.press.rest)
    if (question := await _question(services, request, dare, post.id)) is not None:
        text, label = question
        press = Press(request.press.seen, "attempt", f"{post.id}:{dare.written()}")
        answer = tell(services, Note(text, PressButton(label, press, style=ButtonStyle.primary)))
    else:
        answer = await _deal(services, request, dare, post.id)
    drawn = await services.posts.pressed(post.id, await _post(services, request, post, dare))
    if drawn is None:
        return answer
    view, files = drawn

    async def then(_sent: Sent) -> Response:
        return answer

    return Response(place=Place.REPLACE, view=view, files=files, names_people=True, then=then)


async def attempt(services: Services, request: Request) -> Response:
    """Deal the daily of a post, or tell how it went, to somebody who has been asked whether that is meant."""
    if request.is_shown_by() is None:
        raise UnknownButton
    message, _, dare = (request.press.rest or "").partition(":")
    with understood():
        post = read_number(message)
    dealt = await _deal(services, request, _dare(dare), post)
    services.posts.edit_soon(post)
    return dealt


def _dare(written: str | None) -> Dare:
    with understood():
        return Dare.read(written or "")


async def _question(services: Services, request: Request, dare: Dare, message: int) -> tuple[str, str] | None:
    """Return what is asked before a daily that is still on stands under a post, with the label that says yes.

    None if that goes without saying: it has begun and goes on, or was shared or taken up here.
    """
    if dare.day is None or services.dailies.is_over(dare.day):
        return None
    begun = await services.lookup.attempt(request.player, dare.day, dare.rules.id)
    if begun is None:
        return (ATTEMPT, DEAL_ATTEMPT) if dare.day == services.dailies.today else None
    tried = await services.store.challenges.of_message(message)
    is_known = begun.id in (request.press.seen.id, *(each.game_id for each in tried))
    return (FINISHED, ADD_RESULT) if begun.over and not is_known else None


async def _deal(services: Services, request: Request, dare: Dare, message: int) -> Response:
    """Deal the cards of a post, or show the daily as far as it has come, with whom there is to beat."""
    shared = request.press.seen.id
    game = await _game(services, request, dare)
    await services.challenges.accept(message, shared, game, request.guild)
    if game.over:
        return await deal_daily(services, request, DealRequest(dare.rules, day=dare.day))
    rival = await services.challenges.rival(shared, request.guild)
    to_beat = News(rival_text(rival, dare.rules))
    own = rival.player == request.player
    return await show(services, request, game, None if own else lambda: to_beat)


async def _game(services: Services, request: Request, dare: Dare) -> Game:
    if dare.day is None:
        return await services.dealer.deal(request.seat, dare.rules, dare.seed)
    begun = None
    if not services.dailies.is_over(dare.day):
        begun = await services.lookup.attempt(request.player, dare.day, dare.rules.id)
    if begun is not None:
        await services.store.seats.turn_to(begun.id)
        return begun
    daily = await services.dailies.of(dare.day, dare.rules.family)
    return await services.dealer.deal_daily(request.seat, daily)


async def _post(services: Services, request: Request, pressed: PressedMessage, dare: Dare) -> Post:
    """Return the post that was pressed."""
    return Post(
        pressed.texts()[0],
        request.press.seen,
        dare,
        await _opening(services, dare),
        await server_language(services, request),
        None if request.is_bot_here else services.discord.application,
        request.guild,
    )


async def _opening(services: Services, dare: Dare) -> Session[Any] | None:
    """Return the deal of a post, once everybody may see it."""
    if dare.day is None:
        return Session.deal(dare.rules, dare.seed or "")
    if not services.dailies.is_over(dare.day):
        return None
    return Session.deal(dare.rules, (await services.dailies.of(dare.day, dare.rules.family)).seed)

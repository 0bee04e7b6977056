"""Share how a game went with the channel its player is in."""

from __future__ import annotations

from dataclasses import replace

from bot.render.cards import Style
from bot.render.labels import COPY, FILM, POST_HERE
from bot.render.language import read_in
from bot.render.share import (
    NOT_PLAYED,
    NOT_POSTED,
    ONLY_YOU,
    POSTED,
    POSTING,
    STILL_ON,
    Shared,
    plain_text,
    share_text,
)
from bot.service.game import Game
from bot.store import Kind
from bot.ui.answers import count_post, server_language, tell, tell_in_place
from bot.ui.board import occasion_of
from bot.ui.components import ButtonStyle, Note, PressButton
from bot.ui.post import Dare, Post
from bot.ui.presses import Press, UnknownButton
from bot.ui.request import Request
from bot.ui.response import NOTHING, Answer, Place, Response, Sent
from bot.ui.services import Services, own_game, seen_game
from idle_year.engine.errors import GameError

_PLAIN = Style()


async def preview_here(services: Services, request: Request) -> Response:
    """Show what others would read about the game that was last played here to its end."""
    return await _preview(services, request, await services.lookup.latest_over(request.seat))


async def preview(services: Services, request: Request) -> Response:
    """Show what others would read about a game."""
    return await _preview(services, request, await own_game(services, request))


async def post_here(services: Services, request: Request) -> Answer:
    """Post to the channel how a game went, and replace the preview with a line saying so.

    Of several presses on a preview, one posts.
    """
    game = await seen_game(services, request)
    assert request.message is not None  # noqa: S101  the button is on one
    if request.message.id in services.posted_previews:
        return NOTHING
    language = await server_language(services, request)
    with read_in(language):
        shared = await _look_up(services, game)
        told = _post(services, request, shared, language)
        view, files = told.view(), await told.files()
    count_post(services, request)
    services.posted_previews.append(request.message.id)

    async def post(_sent: Sent) -> Response:
        return Response(
            place=Place.PUBLIC,
            view=view,
            files=files,
            names_people=True,
            then=say_posted,
            lost=say_not_posted,
        )

    async def say_posted(sent: Sent) -> Response:
        # Where a server lets apps from outside post nothing, Discord shows it to nobody else.
        return Response(place=Place.REPLACE, view=Note(ONLY_YOU if sent.is_private else POSTED))

    async def say_not_posted() -> Response:
        return Response(place=Place.REPLACE, view=Note(NOT_POSTED))

    # Its button goes first: nobody can press it again later, not even after a restart.
    return replace(tell_in_place(services, request, Note(POSTING)), then=post)


async def copy(services: Services, request: Request) -> Response:
    """Show what a post says as plain text, which can be pasted anywhere."""
    if request.message is None or not (texts := request.message.texts()):
        raise UnknownButton
    return tell(services, Note(f"```\n{plain_text(texts[0])}\n```"))


async def _preview(services: Services, request: Request, game: Game) -> Response:
    """Show the player what others would read, with a button to post it."""
    shared = await _look_up(services, game)
    post = PressButton(POST_HERE, Press(game.seen, "shared"), style=ButtonStyle.primary)
    film = [] if shared.occasion.sealed else [PressButton(FILM, Press(game.seen, "film"))]
    copied = PressButton(COPY, Press(game.seen, "copy"))
    return tell(services, Note(share_text(shared, request.style), post, copied, *film))


def _post(services: Services, request: Request, shared: Shared, language: str) -> Post:
    """Return what is posted; nobody is dealt the same where nobody else reads it."""
    game, is_read = shared.game, request.is_among_others
    dares = is_read and shared.joinable and game.kind is not Kind.PUZZLE
    return Post(
        share_text(shared, _PLAIN),
        game.seen,
        Dare.of(game) if dares else None,
        None if shared.occasion.sealed else game.session.at(0),
        language,
        services.discord.application if is_read and not request.is_bot_here else None,
        request.guild,
    )


async def _look_up(services: Services, game: Game) -> Shared:
    if not game.over:
        raise GameError(STILL_ON)
    result = await services.store.results.of(game.id)
    if result is None or not result.moves:
        raise GameError(NOT_PLAYED)
    occasion = await occasion_of(services, game, _PLAIN)
    untold = occasion.sealed or result.from_before
    return Shared(
        game,
        result,
        None if untold else await services.reviews.review(game),
        occasion,
        (await services.stats.daily_streak(game.seat.owner)).current if game.kind is Kind.DAILY else 0,
    )

"""Share how a game went with the channel its player is in."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.errors import GameError
from bot.render.cards import Style
from bot.render.labels import FILM, PLAY_IT_TOO, POST_HERE
from bot.render.language import read_in
from bot.render.share import NOT_PLAYED, NOT_POSTED, ONLY_YOU, POSTED, POSTING, STILL_ON, Shared, share_text
from bot.service.game import Game
from bot.ui.answers import count_post, server_language, tell, tell_in_place
from bot.ui.board import occasion_of
from bot.ui.components import ButtonStyle, Note, PressButton
from bot.ui.presses import Press
from bot.ui.request import Request
from bot.ui.response import NOTHING, Answer, Place, Response, Sent
from bot.ui.services import Services, own_game, seen_game

_PLAIN = Style()


async def preview_here(services: Services, request: Request) -> Response:
    """Show what others would read about the game that was last played here."""
    return await _preview(services, request, await services.lookup.latest(request.seat))


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
    with read_in(await server_language(services, request)):
        shared = await _look_up(services, game)
        view = Note(share_text(shared, _PLAIN), *_play_it_too(request, shared))
    count_post(services, request)
    services.posted_previews.append(request.message.id)

    async def post(_sent: Sent) -> Response:
        return Response(
            place=Place.PUBLIC, view=view, names_people=True, then=say_posted, lost=say_not_posted
        )

    async def say_posted(sent: Sent) -> Response:
        # Where a server lets apps from outside post nothing, Discord shows it to nobody else.
        return Response(place=Place.REPLACE, view=Note(ONLY_YOU if sent.is_private else POSTED))

    async def say_not_posted() -> Response:
        return Response(place=Place.REPLACE, view=Note(NOT_POSTED))

    # Its button goes first: nobody can press it again later, not even after a restart.
    return replace(tell_in_place(services, request, Note(POSTING)), then=post)


async def _preview(services: Services, request: Request, game: Game) -> Response:
    """Show the player what others would read, with a button to post it."""
    shared = await _look_up(services, game)
    post = PressButton(POST_HERE, Press(game.seen, "shared"), style=ButtonStyle.primary)
    film = [] if shared.occasion.sealed else [PressButton(FILM, Press(game.seen, "film"))]
    return tell(services, Note(share_text(shared, request.style), post, *film))


def _play_it_too(request: Request, shared: Shared) -> list[PressButton]:
    """Return the button that deals a reader the same; none where nobody else reads it."""
    if not shared.joinable or not request.is_private(public=False):
        return []
    return [PressButton(PLAY_IT_TOO, Press(shared.game.seen, "same"), style=ButtonStyle.primary)]


async def _look_up(services: Services, game: Game) -> Shared:
    if not game.over:
        raise GameError(STILL_ON)
    result = await services.store.results.of(game.id)
    if result is None or not result.moves:
        raise GameError(NOT_PLAYED)
    occasion = await occasion_of(services, game, _PLAIN)
    untold = occasion.sealed or result.from_before
    return Shared(game, result, None if untold else await services.reviews.review(game), occasion)

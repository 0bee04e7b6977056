"""Parlour: the public board of the one game that a server plays together, and what its buttons do.

A press edits the very board that was pressed, which needs no permission and no token but its own, for ever.
"""

from __future__ import annotations

from dataclasses import replace

from bot.render import labels
from bot.render.cards import Style
from bot.render.language import read_in
from bot.render.parlour import END_QUESTION, ENDED, ended_text, moved_text, parlour_text, terms_text
from bot.render.refusals import refusal_text
from bot.render.settings import style_of
from bot.service.parlour import NoParlour, NotNow, Played
from bot.service.review import Review
from bot.service.wish import DealRequest
from bot.store import Parlour, PlayerSettings, Seen
from bot.ui.answers import count_post, server_language, tell, tell_in_place
from bot.ui.components import GOLD, GREEN, RED, ButtonStyle, Framed, Layout, Note, PressButton, Row
from bot.ui.deal import deal
from bot.ui.moves import farther, move_rows
from bot.ui.presses import NO_GAME, Press, UnknownButton
from bot.ui.request import Request
from bot.ui.response import Place, Response, Sent
from bot.ui.services import Services
from idle_year.engine.games import find_game
from idle_year.engine.line import is_one_move
from idle_year.engine.rules import Outcome

_MOVE = "parlour"
"""The verb of every move of such a game: each button and list of its board has it."""


class ParlourBoard(Framed):
    """The game as everybody sees it: its cards, its moves, and at the end how it went."""

    def __init__(self, played: Played, style: Style, review: Review | None = None, listed: int = 0) -> None:
        game = played.game
        if game.over:
            colour = GOLD if game.outcome is Outcome.WON else RED
            super().__init__(colour, ended_text(played, review, style), _end_row(game.seen.id))
        else:
            moves = move_rows(game, style, listed, news=True, verb=_MOVE)
            rules = _rules_row(game.rules.id)
            super().__init__(GREEN, parlour_text(played, style), *moves, rules, terms_text(played))


async def play(services: Services, request: Request, game: str) -> Response:
    """Post the board of the game that is on in the server, or begin one; raise GameError elsewhere."""
    guild = request.server
    count_post(services, request)
    played = await services.parlours.on(guild)
    if played is None:
        services.limits.search(request.player)
        played = await services.parlours.start(request.seat, guild, find_game(game))
    before = played.parlour

    async def move_here(sent: Sent) -> None:
        await services.store.parlours.posted(before.id, request.seat.channel, sent.id)
        if before.message is not None:
            await _edit(services, before, before.message, await _note(services, request, before.id))

    board = await _board(services, request, played)
    return Response(place=Place.PUBLIC, view=board, names_people=True, then=move_here)


async def move(services: Services, request: Request) -> Response:
    """Make a move, which the pressed board then shows; or list moves farther away.

    A board that is not the newest becomes a note that leads there. Who is too late, or has moved today, is
    told so in private.
    """
    seen = request.press.seen
    played = await services.parlours.get(request.guild, seen.id)
    if await _is_left_behind(services, request, played.parlour):
        return Response(place=Place.EDIT, view=await _note(services, request, seen.id))
    chosen = request.press.rest or " ".join(request.values)
    if played.game.over:
        return await _redrawn(services, request, played)
    if (listed := farther(chosen)) is not None:
        return await _redrawn(services, request, played, listed)
    if not is_one_move(chosen):
        raise UnknownButton
    try:
        played = await services.parlours.move(played, seen.version, request.player, chosen)
    except NotNow as refusal:
        played = await services.parlours.get(request.guild, seen.id)
        if played.game.seen == seen and not played.game.over:
            raise
        told = tell(services, Note(refusal_text(refusal)))

        async def say_why(_sent: Sent) -> Response:
            return told

        return replace(await _redrawn(services, request, played), then=say_why)
    return await _redrawn(services, request, played)


async def ask_to_end(services: Services, request: Request) -> Response:
    """Ask whoever may end the server's game whether that is meant."""
    parlour = await services.parlours.check_may_end(request.seat, manages=request.manages)
    end = PressButton(labels.END_IT, _press(parlour.id, "parlourend"), style=ButtonStyle.danger)
    return tell(services, Note(END_QUESTION, end))


async def end(services: Services, request: Request) -> Response:
    """End the server's game, and show how it went on its board, if Discord lets the bot edit it.

    Else the next press on it does.
    """
    parlour = await services.parlours.check_may_end(request.seat, manages=request.manages)
    if parlour.id != request.press.seen.id:
        raise NoParlour
    await services.store.parlours.end(parlour.id)

    async def show_end(_sent: Sent) -> None:
        played = await services.parlours.get(parlour.guild, parlour.id)
        if parlour.message is not None:
            await _edit(services, parlour, parlour.message, await _board(services, request, played))

    return replace(tell_in_place(services, request, Note(ENDED)), then=show_end)


async def begin_another(services: Services, request: Request) -> Response:
    """Begin another game of the kind that is over."""
    played = await services.parlours.get(request.server, request.press.seen.id)
    return await play(services, request, played.game.rules.id)


async def play_the_same(services: Services, request: Request) -> Response:
    """Deal the cards of a game that is over to the person who pressed."""
    played = await services.parlours.get(request.guild, request.press.seen.id)
    if not played.game.over:
        raise UnknownButton
    return await deal(services, request, DealRequest(played.game.rules, played.parlour.seed))


async def _redrawn(services: Services, request: Request, played: Played, listed: int = 0) -> Response:
    """Show a game in the place of its board."""
    board = await _board(services, request, played, listed)
    return Response(place=Place.EDIT, view=board, names_people=True)


async def _board(services: Services, request: Request, played: Played, listed: int = 0) -> ParlourBoard:
    review = await services.parlours.look_back(played) if played.game.over else None
    style = style_of(PlayerSettings(), services.card_emoji.texts)
    with read_in(await server_language(services, request)):
        return ParlourBoard(played, style, review, listed)


async def _is_left_behind(services: Services, request: Request, parlour: Parlour) -> bool:
    """Whether the pressed message is not the newest board of a game; raise UnknownButton if it is none.

    The bot may have ended before it could note which message is the newest: that is noted now.
    """
    message = request.message
    if message is None or not any(_is_about(parlour, press) for press in message.presses()):
        raise UnknownButton  # a press may be forged, and its message would be replaced
    if parlour.message is None or message.id > parlour.message:
        await services.store.parlours.posted(parlour.id, request.seat.channel, message.id)
        return False
    return message.id < parlour.message


async def _note(services: Services, request: Request, parlour: int) -> Note:
    """Return what stands in the place of an older board."""
    played = await services.parlours.get(request.guild, parlour)
    with read_in(await server_language(services, request)):
        return Note(moved_text(played))


async def _edit(services: Services, parlour: Parlour, message: int, view: Layout) -> None:
    """Edit a message on which nobody has just pressed, by a token that still lives or else as a bot."""
    if not await services.live.edit(message, view):
        await services.discord.edit(parlour.guild, parlour.channel, message, view)


def _is_about(parlour: Parlour, press: Press) -> bool:
    return press.seen.id == parlour.id and press.verb == _MOVE


def _press(parlour: int, verb: str) -> Press:
    return Press(Seen(parlour, 0), verb)


def _end_row(parlour: int) -> Row:
    """Return the buttons of a game that is over."""
    return Row(
        PressButton(labels.BEGIN_ANOTHER, _press(parlour, "parlournext"), style=ButtonStyle.primary),
        PressButton(labels.PLAY_RACE_DEAL, _press(parlour, "parloured")),
    )


def _rules_row(game: str) -> Row:
    return Row(PressButton(labels.RULES, Press(NO_GAME, "page", f"{game}:rules")))

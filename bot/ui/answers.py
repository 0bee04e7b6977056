"""Ways to answer an interaction: a new message, a redrawn board, a private note.

Every view is stopped before it is sent: presses are answered from their custom_id alone, and discord.py would
keep a view that still listens in memory.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.render.news import News
from bot.render.notes import BRING_BACK
from bot.render.refusals import BROKEN, refusal_text
from bot.service.errors import CutShort, NotYours, Stale
from bot.ui import notes
from bot.ui.board import Board, is_board
from bot.ui.board_title import occasion_of
from bot.ui.names import named_in
from bot.ui.services import services_of
from bot.ui.styles import style_for
from bot.ui.too_late import is_too_late

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.service.game import Game
    from bot.ui.presses import Interaction

log = logging.getLogger(__name__)

_ALOUD = "thinks aloud"


async def explain(interaction: Interaction, error: BaseException) -> None:
    """Tell the person who asked what went wrong, in one sentence, if anybody still waits for it."""
    try:
        if not is_too_late(error):
            await _explain(interaction, error)
            return
    except Exception as failure:
        if not is_too_late(failure):
            log.error("Nobody could be told what went wrong.", exc_info=failure)
            return
        error = failure
    log.warning("An answer came too late: %s", error)


async def _explain(interaction: Interaction, error: BaseException) -> None:
    match error:
        case Stale() | CutShort():
            await show(interaction, error.game, News(refusal_text(error)))
        case NotYours():
            await tell(interaction, notes.strangers_game(error.game))
        case GameError():
            style = await style_for(interaction, interaction.user.id)
            await tell(interaction, notes.Note(style.explain(refusal_text(error))))
        case _:
            log.error("An interaction failed.", exc_info=error)
            await tell(interaction, notes.Note(BROKEN))


async def show(
    interaction: Interaction, game: Game, news: News | None = None, chosen: int | None = None
) -> None:
    """Show a game: in place where a message of the person's own is seen by whom it should, else anew.

    `chosen` is the place of a card whose moves alone are offered.
    """
    if interaction.response.is_done():
        board = await _board(interaction, game, news)
        await interaction.edit_original_response(view=board, attachments=await board.files())
        interaction.extras.pop(_ALOUD, None)
    elif _is_own_message(interaction, private=is_private(interaction, public=game.public)):
        board = await _board(interaction, game, news, chosen)
        await interaction.response.edit_message(view=board, attachments=await board.files())
    else:
        await post(interaction, game, news)


async def post(interaction: Interaction, game: Game, news: News | None = None) -> None:
    """Show a game as a new message."""
    board = await _board(interaction, game, news)
    private = is_private(interaction, public=game.public)
    await interaction.response.send_message(view=board, files=await board.files(), ephemeral=private)


async def tell(
    interaction: Interaction, layout: discord.ui.LayoutView, files: Sequence[discord.File] = ()
) -> None:
    """Show a private note and leave everything else as it is; commands that it names can be clicked."""
    services_of(interaction).command_names.link_all(layout)
    layout.stop()
    if interaction.response.is_done():
        await _stop_thinking_aloud(interaction)
        await interaction.followup.send(
            view=layout, files=files, ephemeral=True, allowed_mentions=named_in(layout)
        )
    else:
        await interaction.response.send_message(
            view=layout, files=files, ephemeral=True, allowed_mentions=named_in(layout)
        )


async def tell_in_place(
    interaction: Interaction, layout: discord.ui.LayoutView, files: Sequence[discord.File] = ()
) -> None:
    """Show a private note in place of the private one that was pressed; from anywhere else, tell it anew."""
    if not _is_own_message(interaction, private=True):
        await tell(interaction, layout, files)
        return
    services_of(interaction).command_names.link_all(layout)
    layout.stop()
    names = named_in(layout)
    if interaction.response.is_done():
        await interaction.edit_original_response(view=layout, attachments=files, allowed_mentions=names)
    else:
        await interaction.response.edit_message(view=layout, attachments=files, allowed_mentions=names)


async def think_in_place(interaction: Interaction) -> None:
    """Tell Discord that a private note takes a moment; `tell_in_place` then puts it where it belongs."""
    if _is_own_message(interaction, private=True):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _board(interaction: Interaction, game: Game, news: News | None, chosen: int | None = None) -> Board:
    style = await style_for(interaction, game.seat.owner)
    occasion = await occasion_of(interaction, game, style)
    board = Board(game, style, news, occasion, _foot(interaction, game), chosen)
    board.stop()
    return board


def _foot(interaction: Interaction, game: Game) -> str:
    """Say how to have a board back that Discord shows only until its window is loaded anew."""
    sat_down_here = game.seat.channel == interaction.channel_id
    if game.over or not sat_down_here or not _vanishes(interaction, game):
        return ""
    return services_of(interaction).command_names.link(BRING_BACK)


def _vanishes(interaction: Interaction, game: Game) -> bool:
    """Whether a board is shown where only its owner sees it, which Discord keeps nowhere."""
    private, message = is_private(interaction, public=game.public), interaction.message
    stays_hidden = (
        message is not None and message.flags.ephemeral and _is_own_message(interaction, private=private)
    )
    return private or stays_hidden


async def think(interaction: Interaction, *, public: bool) -> None:
    """Tell Discord that showing a game takes a moment; `show` then puts it where it would have without."""
    private = is_private(interaction, public=public)
    if _is_own_message(interaction, private=private):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=private, thinking=True)
        interaction.extras[_ALOUD] = not private


async def _stop_thinking_aloud(interaction: Interaction) -> None:
    """Take back the "is thinking" that all have seen: else all would see what takes its place, too."""
    if interaction.extras.pop(_ALOUD, False):
        await interaction.delete_original_response()


def is_private(interaction: Interaction, *, public: bool) -> bool:
    """Whether only its owner should see a game; in a conversation with the bot alone nobody else can."""
    return _is_among_others(interaction) and not public


def _is_among_others(interaction: Interaction) -> bool:
    return interaction.guild_id is not None or interaction.context.private_channel


def _is_own_message(interaction: Interaction, *, private: bool) -> bool:
    """Whether the press came from a private message, or from a lasting one that this person asked for.

    A board for all is private where a server lets nobody post with apps that they bring along.
    """
    message = interaction.message
    if message is not None and message.flags.ephemeral and not private:
        return is_board(message)
    if message is None or message.flags.ephemeral != private:
        return False
    asked = message.interaction_metadata
    if asked is None and not _is_among_others(interaction):
        return is_board(message)  # the bot has sent it there by itself: nobody else can press on it
    return private or (asked is not None and asked.user.id == interaction.user.id)

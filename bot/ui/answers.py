"""Ways to answer an interaction: a new message, a redrawn board, a private note.

Every view is stopped before it is sent: presses are answered from their custom_id alone, and discord.py keeps
a view in memory for as long as it listens.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

import discord

from bot.client.failures import is_too_late, told_of
from bot.client.names import named_in
from bot.engine.errors import GameError
from bot.render.board import goal_line
from bot.render.language import read_in, spoken_here, worded
from bot.render.limits import kept_private
from bot.render.news import News
from bot.render.notes import BRING_BACK
from bot.render.refusals import BROKEN, DATABASE_DAMAGED, DATABASE_FAILING, refusal_text
from bot.service.background import reason
from bot.service.daily import NotYet
from bot.service.errors import Astray, CutShort, NoGame, NotYours, Stale, TooManyGames
from bot.service.first_game import stage_of
from bot.service.game import Game
from bot.service.limits import TooManyPosts, TooMuch
from bot.store import StoreDamaged, StoreFailing
from bot.ui.board import Board, is_board, occasion_of, style_for
from bot.ui.components import Layout
from bot.ui.notes import Note, no_game_note, not_yet_note, strangers_note, too_many_note
from bot.ui.presses import Interaction, Press, note_failure
from bot.ui.services import seat_of, services_of

log = logging.getLogger(__name__)

_ALOUD, _COUNTED, _WITHHELD = "thinks aloud", "counted", "withheld"
_MOST_ELSEWHERE = 4
"""Games that are named where there is none; with *Deal a game* their buttons fill a row."""
P = ParamSpec("P")
_Show: TypeAlias = Callable[Concatenate[Interaction, Game, P], Coroutine[Any, Any, None]]


async def explain(interaction: Interaction, error: BaseException) -> None:
    """Tell the person who asked what went wrong, in one sentence, if that can still be answered.

    Where Discord refuses that too, such as the board that shows it, one more sentence says so, with nothing
    in it that a player has typed.
    """
    note_failure(interaction, error)
    is_refused = told_of(error) is not None
    try:
        if not is_too_late(error):
            await _explain(interaction, error)
            if not is_refused:
                return
    except Exception as failure:
        if told_of(failure) and not is_refused:
            await explain(interaction, failure)
            return
        if not is_too_late(failure) and told_of(failure) is None:
            log.error("Nobody could be told what went wrong.", exc_info=failure)
            return
        error = failure
    if is_too_late(error):
        log.warning("An answer came too late: %s", reason(error))
    else:
        log.warning("Discord refused an answer: %s", reason(error))


def worded_as_board(show: _Show[P]) -> _Show[P]:
    """Have a function that shows a game word all of it in one language.

    A board that a whole server sees is in the server's, whoever presses on it; any other, in its reader's.
    """

    @wraps(show)
    async def shown(interaction: Interaction, game: Game, /, *args: P.args, **kwargs: P.kwargs) -> None:
        languages = services_of(interaction).languages
        with read_in(await languages.around(interaction) if game.public else spoken_here()):
            await show(interaction, game, *args, **kwargs)

    return shown


@worded_as_board
async def show(interaction: Interaction, game: Game, news: News | None = None) -> None:
    """Show a game: by editing the user's own message if the right people see it, else as a new message."""
    is_own = _is_own_message(interaction, private=is_private(interaction, public=game.public))
    if interaction.response.is_done():
        board = await _board(interaction, game, news)
        await interaction.edit_original_response(view=board, attachments=await board.files())
        interaction.extras.pop(_ALOUD, None)
    elif is_own:
        board = await _board(interaction, game, news)
        await interaction.response.edit_message(view=board, attachments=await board.files())
    else:
        await post(interaction, game, news)
    if is_own:
        services_of(interaction).double_taps.note_redraw(interaction)


@worded_as_board
async def post(interaction: Interaction, game: Game, news: News | None = None) -> None:
    """Show a game as a new message, only to its player if others have seen too many."""
    private = not _may_post(interaction, public=game.public)
    board = await _board(interaction, game, news)
    await interaction.response.send_message(view=board, files=await board.files(), ephemeral=private)


async def tell(interaction: Interaction, layout: Layout, files: Sequence[discord.File] = ()) -> None:
    """Send a private note and leave everything else as it is; commands named in it become clickable."""
    services_of(interaction).command_names.link_all(layout)
    if interaction.response.is_done():
        await _stop_thinking_aloud(interaction)
        await interaction.followup.send(
            view=layout, files=files, ephemeral=True, allowed_mentions=named_in(layout)
        )
    else:
        await interaction.response.send_message(
            view=layout, files=files, ephemeral=True, allowed_mentions=named_in(layout)
        )


async def tell_in_place(interaction: Interaction, layout: Layout, files: Sequence[discord.File] = ()) -> None:
    """Replace the private note that was pressed with another; from anywhere else, send a new one."""
    await _tell_over(interaction, layout, files, private=True)


async def tell_over_board(interaction: Interaction, layout: Layout) -> None:
    """Put a note in the place of the user's own board that nobody else sees; from elsewhere, send it."""
    await _tell_over(interaction, layout, private=is_private(interaction, public=False))


async def _tell_over(
    interaction: Interaction,
    layout: Layout,
    files: Sequence[discord.File] = (),
    *,
    private: bool,
) -> None:
    """Replace the user's own message with a note; `private` says that it is one which others cannot see."""
    if not _is_own_message(interaction, private=private):
        await tell(interaction, layout, files)
        return
    services_of(interaction).command_names.link_all(layout)
    names = named_in(layout)
    if interaction.response.is_done():
        await interaction.edit_original_response(view=layout, attachments=files, allowed_mentions=names)
    else:
        await interaction.response.edit_message(view=layout, attachments=files, allowed_mentions=names)


async def think_in_place(interaction: Interaction) -> None:
    """Defer a private note that takes a moment; `tell_in_place` then puts it where it belongs."""
    if _is_own_message(interaction, private=True):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def think(interaction: Interaction, *, public: bool) -> None:
    """Defer showing a game that takes a moment; `show` then puts it where it would have gone anyway."""
    private = is_private(interaction, public=public)
    if _is_own_message(interaction, private=private):
        await interaction.response.defer()
    else:
        aloud = _may_post(interaction, public=public)
        await interaction.response.defer(ephemeral=not aloud, thinking=True)
        interaction.extras[_ALOUD] = aloud


def count_post(interaction: Interaction) -> None:
    """Count a message that everybody in the channel will see, once an interaction; raise TooManyPosts."""
    if is_among_others(interaction) and _COUNTED not in interaction.extras:
        services_of(interaction).limits.post(interaction.user.id, seat_of(interaction).channel)
        interaction.extras[_COUNTED] = True


def is_private(interaction: Interaction, *, public: bool) -> bool:
    """Whether only its owner should see a game; in direct messages with the bot nobody else can anyway."""
    return is_among_others(interaction) and not public


async def _explain(interaction: Interaction, error: BaseException) -> None:
    match error:
        case Stale() | Astray() | CutShort():
            await _show_refused(interaction, error.game, error)
        case TooMuch():
            await tell(interaction, Note(refusal_text(error)))
        case GameError():
            await tell(interaction, await _refusal_note(interaction, error))
        case StoreDamaged():
            await tell(interaction, Note(DATABASE_DAMAGED))
        case StoreFailing():
            await tell(interaction, Note(DATABASE_FAILING))
        case _ if told := told_of(error):
            await tell(interaction, Note(told))
        case _:
            log.error("An interaction failed.", exc_info=error)
            await tell(interaction, Note(BROKEN))


@worded_as_board
async def _show_refused(interaction: Interaction, game: Game, refusal: GameError) -> None:
    await show(interaction, game, News(refusal_text(refusal)))


async def _refusal_note(interaction: Interaction, refusal: GameError) -> Note:
    user = interaction.user.id
    match refusal:
        case NoGame():
            return no_game_note(await services_of(interaction).lookup.all_playing(user, _MOST_ELSEWHERE))
        case TooManyGames():
            return too_many_note(refusal)
        case NotYours():
            return strangers_note(refusal.game)
        case NotYet():
            return not_yet_note(refusal)
        case _:
            return Note((await style_for(interaction, user)).explain(refusal_text(refusal)))


def _may_post(interaction: Interaction, *, public: bool) -> bool:
    """Whether to show a game to everybody who should see it; if not, its foot says why."""
    if is_private(interaction, public=public):
        return False
    try:
        count_post(interaction)
    except TooManyPosts as refusal:
        interaction.extras[_WITHHELD] = refusal
        return False
    return True


async def _board(interaction: Interaction, game: Game, news: News | None) -> Board:
    style = await style_for(interaction, game.seat.owner)
    occasion = await occasion_of(interaction, game, style)
    goal = await _goal(interaction, game)
    return Board(game, style, news, occasion, _foot(interaction, game), goal=goal)


async def _goal(interaction: Interaction, game: Game) -> str:
    """Return what the game is about, for whoever is new to it; the first game says so in its own words."""
    if game.over or stage_of(game):
        return ""
    return goal_line(game.rules) if await services_of(interaction).stats.is_beginner(game) else ""


def _foot(interaction: Interaction, game: Game) -> str:
    """Say how to bring back a board that Discord shows only until the client reloads, or why only here."""
    if withheld := interaction.extras.get(_WITHHELD):
        return services_of(interaction).command_names.link(kept_private(withheld))
    sat_down_here = game.seat.channel == interaction.channel_id
    if game.over or not sat_down_here or not _vanishes(interaction, game):
        return ""
    return services_of(interaction).command_names.link(worded(BRING_BACK))


def _vanishes(interaction: Interaction, game: Game) -> bool:
    """Whether a board is shown in an ephemeral message, which Discord does not keep."""
    private, message = is_private(interaction, public=game.public), interaction.message
    stays_hidden = (
        message is not None and message.flags.ephemeral and _is_own_message(interaction, private=private)
    )
    return private or stays_hidden


async def _stop_thinking_aloud(interaction: Interaction) -> None:
    """Delete the public "is thinking" message: whatever replaced it would be public too."""
    if interaction.extras.pop(_ALOUD, False):
        await interaction.delete_original_response()


def is_among_others(interaction: Interaction) -> bool:
    """Whether others than the user and the bot are where the interaction came from."""
    return interaction.guild_id is not None or interaction.context.private_channel


def _is_own_message(interaction: Interaction, *, private: bool) -> bool:
    """Whether a press may edit its message: one that nobody else sees, or the user's own board of that game.

    A press may be forged, and name a game that its message is not about. A public board is ephemeral where a
    server does not let user-installed apps post publicly.
    """
    message = interaction.message
    if message is None or private:
        return message is not None and message.flags.ephemeral
    if message.flags.ephemeral or not is_among_others(interaction):
        return is_board(message)
    data: Any = interaction.data
    asked, game = message.interaction_metadata, Press.read(data["custom_id"]).seen.id
    return asked is not None and asked.user.id == interaction.user.id and is_board(message, game)

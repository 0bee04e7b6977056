"""Share how a game went with the channel its player is in."""

from __future__ import annotations

from bot.client.names import name_people
from bot.engine.errors import GameError
from bot.render.cards import Style
from bot.render.labels import PLAY_IT_TOO, POST_HERE
from bot.render.language import read_in
from bot.render.share import NOT_PLAYED, NOT_POSTED, ONLY_YOU, POSTED, POSTING, STILL_ON, Shared, share_text
from bot.service.game import Game
from bot.ui.answers import count_post, is_private, tell, tell_in_place
from bot.ui.board import occasion_of, style_for
from bot.ui.components import ButtonStyle, PressButton
from bot.ui.notes import Note
from bot.ui.presses import Interaction, Press
from bot.ui.services import own_game, seen_game, services_of

_PLAIN = Style()


async def show_preview(interaction: Interaction, game: Game) -> None:
    """Show the player what others would read, with a button to post it; the interaction must be deferred."""
    shared = await _look_up(interaction, game)
    style = await style_for(interaction, interaction.user.id)
    post = PressButton(POST_HERE, Press(game.seen, "shared"), style=ButtonStyle.primary)
    await tell(interaction, Note(share_text(shared, style), post))


async def preview(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show what others would read about a game."""
    game = await own_game(interaction, press)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_preview(interaction, game)


async def post_here(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Post to the channel how a game went, and replace the preview with a line saying so.

    Of several presses on a preview, one posts.
    """
    services = services_of(interaction)
    game = await seen_game(interaction, press)
    assert interaction.message is not None  # noqa: S101  the button is on one
    if interaction.message.id in services.posted_previews:
        await interaction.response.defer()
        return
    count_post(interaction)
    services.posted_previews.append(interaction.message.id)
    # Its button goes first: nobody can press it again later, not even after a restart.
    await tell_in_place(interaction, Note(POSTING))
    try:
        with read_in(await services.languages.around(interaction)):
            shared = await _look_up(interaction, game)
            view = Note(share_text(shared, _PLAIN), *_play_it_too(interaction, shared))
        posted = await interaction.followup.send(view=view, wait=True)
    except Exception:
        await interaction.edit_original_response(view=Note(NOT_POSTED))
        raise
    await name_people(posted, view)
    # Where a server lets apps from outside post nothing, Discord shows it to nobody else.
    await interaction.edit_original_response(view=Note(ONLY_YOU if posted.flags.ephemeral else POSTED))


def _play_it_too(interaction: Interaction, shared: Shared) -> list[PressButton]:
    """Return the button with which whoever reads it is dealt the same; none where nobody else reads it."""
    if not shared.joinable or not is_private(interaction, public=False):
        return []
    return [PressButton(PLAY_IT_TOO, Press(shared.game.seen, "same"), style=ButtonStyle.primary)]


async def _look_up(interaction: Interaction, game: Game) -> Shared:
    services = services_of(interaction)
    if not game.over:
        raise GameError(STILL_ON)
    result = await services.store.results.of(game.id)
    if result is None or not result.moves:
        raise GameError(NOT_PLAYED)
    occasion = await occasion_of(interaction, game, _PLAIN)
    untold = occasion.sealed or result.from_before
    return Shared(game, result, None if untold else await services.reviews.review(game), occasion)

"""Deal a game to whoever asks, after a command or a press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.errors import AlreadyPlaying
from bot.ui import notes
from bot.ui.answers import is_private, post, show, tell
from bot.ui.host import games_of, seat_of

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.service.game import Game
    from bot.ui.presses import Interaction


async def deal(
    interaction: Interaction,
    rules: AnyRules,
    seed: str | None = None,
    *,
    public: bool = False,
    replacing: tuple[int, int] | None = None,
) -> None:
    """Deal and show the board; where a game is in progress, ask first what to do with it."""
    game = await _sit_down(interaction, rules, seed, public=public, replacing=replacing)
    if game is not None:
        await show(interaction, game)


async def deal_after(interaction: Interaction, last: Game, seed: str | None = None) -> None:
    """Deal the game again, from a seed or a new one, to whoever pressed on its board.

    A stranger who joins in plays privately. The board of a game that has ended stays where others can see it.
    """
    public = last.public and last.seat.owner == interaction.user.id
    game = await _sit_down(interaction, last.rules, seed, public=public)
    if game is not None:
        stays = last.over and not is_private(interaction, last)
        await (post if stays else show)(interaction, game)


async def _sit_down(
    interaction: Interaction,
    rules: AnyRules,
    seed: str | None,
    *,
    public: bool,
    replacing: tuple[int, int] | None = None,
) -> Game | None:
    """Deal; where a game is in progress, ask what to do with it and return None."""
    games = games_of(interaction)
    try:
        return await games.deal(seat_of(interaction), rules, seed, public=public, replacing=replacing)
    except AlreadyPlaying as error:
        await tell(interaction, notes.already_playing(error.game, rules, seed, public=public))
        return None

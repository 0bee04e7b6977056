"""Deal a game to whoever asks, after a command or a press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.errors import AlreadyPlaying
from bot.ui import notes
from bot.ui.answers import show, tell
from bot.ui.host import games_of, seat_of

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
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
    games = games_of(interaction)
    try:
        game = await games.deal(seat_of(interaction), rules, seed, public=public, replacing=replacing)
    except AlreadyPlaying as error:
        await tell(interaction, notes.already_playing(error.game, rules, seed, public=public))
        return
    await show(interaction, game)

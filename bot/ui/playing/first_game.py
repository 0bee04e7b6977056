"""Deal the first game, for learning to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.labels import RESIGN_AND_LEARN
from bot.render.notes import resign_to_learn
from bot.service.errors import AlreadyPlaying
from bot.ui.answers import show, tell
from bot.ui.components.notes import go_on_or
from bot.ui.components.presses import Press
from bot.ui.services import seat_of, services_of

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction


async def deal_first_game(interaction: Interaction, replacing: tuple[int, int] | None = None) -> None:
    """Deal the first game; if another one is in progress, ask first.

    `replacing` names that one by id and version if it may go.
    """
    try:
        game = await services_of(interaction).dealing.deal_first(seat_of(interaction), replacing)
    except AlreadyPlaying as error:
        playing = error.game
        press = Press(playing.id, playing.version, "learn")
        await tell(interaction, go_on_or(playing, resign_to_learn(playing), RESIGN_AND_LEARN, press))
        return
    await show(interaction, game)

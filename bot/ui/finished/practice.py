"""Practise a game that is over from one of its moves on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.labels import RESIGN_AND_PRACTISE
from bot.render.news import PRACTICE
from bot.render.notes import resign_to_practise
from bot.service.errors import AlreadyPlaying
from bot.ui.answers import post, show, tell
from bot.ui.components.notes import go_on_or
from bot.ui.components.presses import Press
from bot.ui.services import seat_of, services_of

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.ui.components.notes import Note
    from bot.ui.components.presses import Interaction


async def practise(
    interaction: Interaction, game: Game, number: int, replacing: tuple[int, int] | None = None
) -> None:
    """Deal a game again with its first `number` moves played; if another one is in progress, ask first.

    `replacing` names that one by id and version if it may go.
    """
    try:
        dealt = await services_of(interaction).dealing.deal_practice(
            seat_of(interaction), game, number, replacing
        )
    except AlreadyPlaying as error:
        await tell(interaction, _ask(error.game, game, number))
        return
    # The first press was on the review, to which the player may want to return.
    await (post if replacing is None else show)(interaction, dealt, PRACTICE)


def _ask(playing: Game, game: Game, number: int) -> Note:
    """Ask what to do with the game in progress."""
    instead = f"{number}:{playing.id}:{playing.version}"
    press = Press(game.id, game.version, "practise", instead)
    return go_on_or(playing, resign_to_practise(playing), RESIGN_AND_PRACTISE, press)

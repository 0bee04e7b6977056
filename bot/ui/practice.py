"""Practise a game that is over from one of its moves on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.wording import counted
from bot.service.errors import AlreadyPlaying
from bot.ui.answers import post, show, tell
from bot.ui.items import ButtonStyle, PressButton
from bot.ui.news import News
from bot.ui.notes import Note
from bot.ui.presses import Press
from bot.ui.services import games_of, seat_of

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.ui.presses import Interaction

_NEWS = News("This is practice: it counts on no leaderboard.")


async def practise(
    interaction: Interaction, game: Game, number: int, replacing: tuple[int, int] | None = None
) -> None:
    """Deal a game again with so many of its moves played; where another one is in progress, ask first.

    `replacing` names that one by its id and version where it may go.
    """
    try:
        dealt = await games_of(interaction).deal_practice(seat_of(interaction), game, number, replacing)
    except AlreadyPlaying as error:
        await tell(interaction, _ask(error.game, game, number))
        return
    # What was pressed first is the review, to which the player may want to return.
    await (post if replacing is None else show)(interaction, dealt, _NEWS)


def _ask(playing: Game, game: Game, number: int) -> Note:
    """Ask what to do with the game in progress."""
    instead = f"{number}:{playing.id}:{playing.version}"
    return Note(
        f"You are playing {playing.rules.name} here, after {counted(len(playing.session.moves), 'move')}. "
        "One game at a time in a channel: go on with it, or resign it to practise?",
        PressButton("Go on", Press(playing.id, playing.version, "board"), style=ButtonStyle.primary),
        PressButton(
            "Resign and practise",
            Press(game.id, game.version, "practise", instead),
            style=ButtonStyle.danger,
        ),
    )

"""Small messages that only one person sees, some with a way to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.engine.wording import counted
from bot.ui.items import ButtonStyle, PressButton
from bot.ui.presses import Press

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.ui.deal_request import DealRequest


class Note(discord.ui.LayoutView):
    """A text with a row of buttons under it."""

    def __init__(self, text: str, *buttons: PressButton) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay(text))
        if buttons:
            self.add_item(discord.ui.ActionRow(*buttons))


def strangers_game(game: Game) -> Note:
    """Say whose game it is, and offer the same deal; while that game is on, another one."""
    label = "Play this deal yourself" if game.over else "Play another deal"
    same = PressButton(label, Press(game.id, game.version, "same"), style=ButtonStyle.primary)
    return Note(f"This is <@{game.seat.owner}>'s game of {game.rules.name}; only its owner plays it.", same)


def already_playing(game: Game, order: DealRequest) -> Note:
    """Ask what to do with the game in progress before another is dealt in the same channel."""
    swap = Press(game.id, game.version, "swap", order.write())
    return Note(
        f"You are playing {game.rules.name} here, after {counted(len(game.session.moves), 'move')}. "
        f"One game at a time in a channel: go on with it, or resign it for {order.rules.name}?",
        PressButton("Go on", Press(game.id, game.version, "board"), style=ButtonStyle.primary),
        PressButton("Resign and deal", swap, style=ButtonStyle.danger),
    )


def more(game: Game, *, sealed: bool, private: bool) -> Note:
    """Offer what is needed seldom; of a deal that others still play (`sealed`), nobody learns the code.

    A `private` board, which Discord does not keep, may move to where it does.
    """
    show = "Post the board here" if game.public else "Show the board"
    lasting = [PressButton("Play in DM", Press(game.id, game.version, "dm"))] if private else []
    return Note(
        f"**{game.rules.name}**\n{_code(game, sealed=sealed)}",
        PressButton("Can it be won?", Press(game.id, game.version, "check")),
        PressButton("Rules", Press(game.id, game.version, "rules")),
        PressButton(show, Press(game.id, game.version, "board")),
        *lasting,
        PressButton("Resign", Press(game.id, game.version, "resign"), style=ButtonStyle.danger),
    )


def _code(game: Game, *, sealed: bool) -> str:
    """Tell the code of a deal, or when it will be told."""
    if sealed:
        return "The code of this deal shows when its day, or the race, is over: others still play it."
    if game.keeps_code:
        return "The code of this deal shows when the game is over."
    if game.session.hides and not game.over:
        return "The code of this deal shows when you have seen all its cards."
    return f"`{game.code}` deals these cards again, to anyone: `/deal` takes it as its seed."


def resign(game: Game) -> Note:
    """Ask whether the player means it."""
    moves = counted(len(game.session.moves), "move")
    return Note(
        f"Resign {game.rules.name} after {moves}? It cannot be taken back.",
        PressButton("Resign", Press(game.id, game.version, "resigned"), style=ButtonStyle.danger),
        PressButton("Keep playing", Press(game.id, game.version, "board")),
    )

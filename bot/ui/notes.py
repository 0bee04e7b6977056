"""Small messages that only one person sees, some with buttons to go on."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.render import labels, notes
from bot.render.language import worded
from bot.render.refusals import refusal_text
from bot.service.daily import NotYet
from bot.service.errors import NoGame, TooManyGames
from bot.service.game import Game
from bot.store import Kind
from bot.ui.components import ButtonStyle, Layout, PressButton, Row
from bot.ui.presses import NO_GAME, Press


class Note(Layout):
    """A text with a row of buttons under it."""

    def __init__(self, text: str, *buttons: PressButton) -> None:
        row = [Row(*buttons)] if buttons else []
        super().__init__(discord.ui.TextDisplay(worded(text)), *row)


def strangers_note(game: Game) -> Note:
    """Say whose game it is, and offer the same deal or, while that game is on, another one."""
    press = Press(game.seen, "same")
    return Note(
        notes.strangers_game(game), PressButton(labels.join_label(game), press, style=ButtonStyle.primary)
    )


def too_many_note(refusal: TooManyGames) -> Note:
    """Say that there is no room for another game, and offer to resign the one left longest ago."""
    left = refusal.game
    return Note(
        refusal_text(refusal),
        PressButton(labels.RESIGN, Press(left.seen, "resign"), style=ButtonStyle.danger),
    )


def no_game_note(elsewhere: Sequence[Game]) -> Note:
    """Say that there is no game here and where others are, and offer to deal one or to go on with those."""
    text = notes.no_game_here(elsewhere) if elsewhere else refusal_text(NoGame())
    deal = PressButton(labels.DEAL_A_GAME, Press(NO_GAME, "deals"), style=ButtonStyle.primary)
    return Note(text, deal, *(go_on_button(game) for game in elsewhere))


def not_yet_note(refusal: NotYet) -> Note:
    """Say that the results of a daily are for those who have finished it, and offer to play it."""
    press = Press(NO_GAME, "today", refusal.family)
    return Note(refusal_text(refusal), PressButton(labels.PLAY_DAILY, press, style=ButtonStyle.primary))


def go_on_button(game: Game) -> PressButton:
    """Return the button that shows a game, here if it is played elsewhere."""
    return PressButton(labels.go_on_label(game), Press(game.seen, "board"))


def more_note(game: Game, *, sealed: bool, private: bool, unaided: bool) -> Note:
    """Offer rarely needed actions; the code of a deal that others still play (`sealed`) is withheld.

    A `private` board, which Discord does not keep, may move to direct messages, where it does. Help makes the
    result of an `unaided` game an assisted one, so this says that starting over is help.
    """
    moves = len(game.session.moves)
    # A turned card cannot be covered again, so a game with one has no way back to its deal.
    afresh = (
        [PressButton(labels.START_OVER, Press(game.seen, "undo", str(moves)))] if game.can_start_over else []
    )
    lasting = [PressButton(labels.PLAY_IN_DM, Press(game.seen, "dm"))] if private else []
    return Note(
        notes.more_text(game, sealed=sealed, unaided=unaided),
        PressButton(labels.board_label(game), Press(game.seen, "board")),
        *afresh,
        *lasting,
        PressButton(labels.RESIGN, Press(game.seen, "resign"), style=ButtonStyle.danger),
    )


def resign_note(game: Game, *, sealed: bool, stands: bool) -> Note:
    """Ask the player to confirm resigning; a daily whose deal others still play (`sealed`) counts.

    `stands` says that the game has a result already, from before it was reopened.
    """
    if game.kind is Kind.PUZZLE:
        question = notes.give_up_question(game)
    else:
        question = notes.resign_question(game, counts=sealed and game.kind is Kind.DAILY, stands=stands)
    return Note(
        question,
        PressButton(labels.RESIGN, Press(game.seen, "resigned"), style=ButtonStyle.danger),
        PressButton(labels.KEEP_PLAYING, Press(game.seen, "board")),
    )

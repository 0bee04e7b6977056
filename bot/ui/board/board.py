"""The board of a game: its text, the controls that make a move, and its buttons."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import discord

from bot.engine.rules import DEAL, REDEAL
from bot.render import labels
from bot.render.board import ROOM, Occasion
from bot.render.news import read_typed
from bot.ui.board.board_items import board_files, board_items
from bot.ui.board.first_game_panel import first_game_panel
from bot.ui.board.move_controls import move_rows
from bot.ui.components.items import ButtonStyle, PressButton, Row
from bot.ui.components.news import news_item
from bot.ui.components.presses import Press

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.rules import Move
    from bot.render.cards import Style
    from bot.render.hint import Level
    from bot.render.news import News
    from bot.service.game import Game


_NO_OCCASION = Occasion()
_ONLY_ON_BOARDS = {"more", "share"}


class Board(discord.ui.LayoutView):
    """One game as a message, with news such as a hint under it, and a footer on how to bring it back."""

    def __init__(
        self,
        game: Game,
        style: Style,
        news: News | None = None,
        occasion: Occasion = _NO_OCCASION,
        foot: str = "",
        chosen: int | None = None,
    ) -> None:
        super().__init__(timeout=None)
        self._session, self._style = game.session, style
        if panel := first_game_panel(game, style):
            self.add_item(panel)
        room = ROOM - self.content_length() - (len(news.written(style)) if news else 0) - len(foot)
        for item in board_items(game.session, style, occasion, room=room, resigned=game.resigned):
            self.add_item(item)
        if news:
            self.add_item(news_item(news, style))
        for row in _end_rows(game, news) if game.over else _rows_in_play(game, style, news, chosen):
            self.add_item(row)
        if foot:
            self.add_item(discord.ui.TextDisplay(foot))

    async def files(self) -> list[discord.File]:
        """Draw the files that have to be sent with the board."""
        return await board_files(self._session, self._style)


def is_board(message: discord.Message) -> bool:
    """Whether a message is a board, in play or at its end, and not a note about one."""
    return not _ONLY_ON_BOARDS.isdisjoint(_verbs(message))


def typed_on(message: discord.Message | None) -> str:
    """Return the refused moves that a board shows, or an empty string if it shows none."""
    parts = message.components if message is not None else []
    texts = [part.content for part in parts if isinstance(part, discord.TextDisplay)]
    return read_typed("\n".join(texts))


def _verbs(message: discord.Message) -> Iterator[str]:
    rows = [part for part in message.components if isinstance(part, discord.ActionRow)]
    for child in (child for row in rows for child in row.children):
        if isinstance(child, discord.Button) and child.custom_id:
            with contextlib.suppress(ValueError):
                yield Press.read(child.custom_id).verb


def _press(game: Game, verb: str, rest: str | None = None) -> Press:
    return Press(game.id, game.version, verb, rest)


def _rows_in_play(game: Game, style: Style, news: News | None, chosen: int | None) -> Iterator[Row]:
    if news and news.typed:
        yield Row(PressButton(labels.CORRECT, _press(game, "correct"), style=ButtonStyle.primary))
    if news and news.play:
        yield _hint_row(game, news.play, follow=news.follow)
    yield from move_rows(game, style, chosen)
    yield from _deal_row(game)
    yield from _control_row(game, news.more if news else None)


def _hint_row(game: Game, move: Move, *, follow: bool) -> Row:
    """Return the button that plays the move of a hint."""
    label, verb = (labels.PLAY_ON, "follow") if follow else (labels.PLAY_IT, "take")
    press = _press(game, verb, game.rules.notation.write_move(move))
    return Row(PressButton(label, press, style=ButtonStyle.success))


def _deal_row(game: Game) -> Iterator[Row]:
    """Yield the buttons that deal, while there is a stock, and the one that redeals, while that is legal."""
    moves, table = game.session.legal, game.session.table
    forced = ButtonStyle.primary if {DEAL, REDEAL}.issuperset(moves) else ButtonStyle.secondary
    buttons = []
    if table.stock:
        legal = DEAL in moves
        buttons.append(PressButton(labels.DEAL, _press(game, "deal"), style=forced, disabled=not legal))
        buttons.append(PressButton(labels.DEAL_ON, _press(game, "dealon"), disabled=not legal))
    if REDEAL in moves:
        buttons.append(PressButton(table.redeal, _press(game, "redeal"), style=forced))
    if game.session.hopeless:
        buttons.append(PressButton(labels.ANOTHER_DEAL, _press(game, "again")))
    if buttons:
        yield Row(*buttons)


def _control_row(game: Game, more: Level | None) -> Iterator[Row]:
    yield Row(
        PressButton(labels.UNDO, _press(game, "undo"), disabled=not game.session.can_undo),
        PressButton(labels.REDO, _press(game, "redo"), disabled=not game.session.undone),
        PressButton(labels.hint_label(more), _press(game, "hint", more)),
        PressButton(labels.TYPE_MOVES, _press(game, "type")),
        PressButton(labels.MORE, _press(game, "more")),
    )


def _end_rows(game: Game, news: News | None) -> Iterator[Row]:
    if news and news.practise is not None:
        press = _press(game, "practise", str(news.practise))
        yield Row(PressButton(labels.practise_label(news.practise), press, style=ButtonStyle.success))
    buttons = [
        PressButton(labels.DEAL_AGAIN, _press(game, "again"), style=ButtonStyle.primary),
        PressButton(labels.SAME_DEAL, _press(game, "same")),
        PressButton(labels.REVIEW, _press(game, "review")),
        PressButton(labels.SHARE, _press(game, "share")),
    ]
    if game.can_reopen:
        buttons.insert(0, PressButton(labels.UNDO, _press(game, "undo")))
    else:
        buttons.append(PressButton(labels.RULES, _press(game, "rules")))
    yield Row(*buttons)

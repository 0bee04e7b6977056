"""The board of a game: its text, a select for each kind of move, and its buttons."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.engine.moves import DEAL
from bot.render.board import board_text
from bot.ui.items import MoveSelect, PressButton, Style
from bot.ui.presses import Press

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.rules import Menu
    from bot.service.game import Game

OPTIONS_A_SELECT = 25


class Board(discord.ui.LayoutView):
    """One game as a message; `note` is a line of news under the board, such as a hint."""

    def __init__(self, game: Game, note: str | None = None) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay(board_text(game.session, resigned=game.resigned)))
        if note:
            self.add_item(discord.ui.TextDisplay(f"> {note}"))
        for row in (
            _end_rows(game) if game.over else chain(_selects(game), _deal_row(game), _control_row(game))
        ):
            self.add_item(row)


Row: TypeAlias = discord.ui.ActionRow[Any]


def _press(game: Game, verb: str) -> Press:
    return Press(game.id, game.version, verb)


def _selects(game: Game) -> Iterator[Row]:
    """Yield a select for each kind of move, more than one where there are more than 25 moves."""
    number = 0
    for menu in game.rules.menus(game.state):
        for start in range(0, len(menu.choices), OPTIONS_A_SELECT):
            part = menu.choices[start : start + OPTIONS_A_SELECT]
            options = [(choice.label, game.rules.notation.write_move(choice.move)) for choice in part]
            yield Row(MoveSelect(_placeholder(menu, start), _press(game, "pick"), number, options))
            number += 1


def _placeholder(menu: Menu, start: int) -> str:
    count = len(menu.choices)
    end = min(start + OPTIONS_A_SELECT, count)
    part = f", {start + 1} to {end}" if count > OPTIONS_A_SELECT else ""
    return f"{menu.arrows} {menu.title} — {count} move{'s' * (count != 1)}{part}"


def _deal_row(game: Game) -> Iterator[Row]:
    """Yield the buttons that deal, while there is a stock."""
    stock = game.rules.table(game.state).stock
    if not stock:
        return
    moves = game.rules.moves(game.state)
    legal, forced = DEAL in moves, moves == (DEAL,)
    style = Style.primary if forced else Style.secondary
    yield Row(
        PressButton("Deal", _press(game, "deal"), style=style, disabled=not legal),
        PressButton("Deal on", _press(game, "dealon"), disabled=not legal),
    )


def _control_row(game: Game) -> Iterator[Row]:
    yield Row(
        PressButton("Undo", _press(game, "undo"), disabled=not game.session.moves),
        PressButton("Redo", _press(game, "redo"), disabled=not game.session.undone),
        PressButton("Hint", _press(game, "hint")),
        PressButton("Type moves", _press(game, "type")),
        PressButton("More", _press(game, "more")),
    )


def _end_rows(game: Game) -> Iterator[Row]:
    buttons = [
        PressButton("Deal again", _press(game, "again"), style=Style.primary),
        PressButton("Same deal", _press(game, "same")),
        PressButton("Rules", _press(game, "rules")),
    ]
    if game.can_reopen:
        buttons.insert(0, PressButton("Undo", _press(game, "undo")))
    yield Row(*buttons)

"""The board of a game: its text, a select for each kind of move, and its buttons."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.engine.rules import DEAL, REDEAL
from bot.engine.wording import counted
from bot.render.board import ROOM, Occasion, board_text
from bot.ui.items import ButtonStyle, MoveSelect, PressButton
from bot.ui.presses import Press

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.engine.rules import Choice, Menu
    from bot.render.style import Style
    from bot.service.game import Game
    from bot.service.hint import Level
    from bot.ui.news import News

Row: TypeAlias = discord.ui.ActionRow[Any]

_OPTIONS_A_SELECT = 25
_LONGEST_LABEL = 100
_NO_OCCASION = Occasion()
_ONLY_ON_BOARDS = {"more", "share"}


class Board(discord.ui.LayoutView):
    """One game as a message, with news under it, such as a hint, and at its foot how to have it back."""

    def __init__(
        self,
        game: Game,
        style: Style,
        news: News | None = None,
        occasion: Occasion = _NO_OCCASION,
        foot: str = "",
    ) -> None:
        super().__init__(timeout=None)
        room = ROOM - (len(news.written(style)) if news else 0) - len(foot)
        text = board_text(game.session, style, resigned=game.resigned, room=room, occasion=occasion)
        self.add_item(discord.ui.TextDisplay(text))
        if news:
            self.add_item(news.shown(style))
        more = news.more if news else None
        for row in _end_rows(game) if game.over else _rows_in_play(game, style, more):
            self.add_item(row)
        if foot:
            self.add_item(discord.ui.TextDisplay(foot))


def is_board(message: discord.Message) -> bool:
    """Whether a message is a board, in play or at its end, and not a note about one."""
    return not _ONLY_ON_BOARDS.isdisjoint(_verbs(message))


def _verbs(message: discord.Message) -> Iterator[str]:
    rows = [part for part in message.components if isinstance(part, discord.ActionRow)]
    for child in (child for row in rows for child in row.children):
        if isinstance(child, discord.Button) and child.custom_id:
            with contextlib.suppress(ValueError):
                yield Press.read(child.custom_id).verb


def _press(game: Game, verb: str, rest: str | None = None) -> Press:
    return Press(game.id, game.version, verb, rest)


def _rows_in_play(game: Game, style: Style, more: Level | None) -> Iterator[Row]:
    yield from _selects(game, style)
    yield from _deal_row(game)
    yield from _control_row(game, more)


def _selects(game: Game, style: Style) -> Iterator[Row]:
    """Yield a select for each kind of move, more than one where there are more than 25 moves."""
    number = 0
    for menu in game.rules.menus(game.state):
        for start in range(0, len(menu.choices), _OPTIONS_A_SELECT):
            part = menu.choices[start : start + _OPTIONS_A_SELECT]
            options = [(_label(each, style), game.rules.notation.write_move(each.move)) for each in part]
            yield Row(MoveSelect(_placeholder(menu, part, style), _press(game, "pick"), number, options))
            number += 1


def _label(choice: Choice, style: Style) -> str:
    """Return a move in the player's words; of cards that are too many, the first, but always the place."""
    label = style.say(choice.label)
    if len(label) <= _LONGEST_LABEL:
        return label
    place = style.say(f"… · {choice.where}")
    return label[: _LONGEST_LABEL - len(place)] + place


def _placeholder(menu: Menu, part: Sequence[Choice], style: Style) -> str:
    """Say what a select holds; of several, first from where to where, because a phone cuts the end off."""
    total = counted(len(menu.choices), "move")
    says = f"{menu.title} — {total}"
    if len(part) < len(menu.choices):
        says = f"{part[0].where} to {part[-1].where} · {menu.title} — {len(part)} of {total}"
    return style.say(says) if style.spoken else f"{menu.arrows} {says}".strip()


def _deal_row(game: Game) -> Iterator[Row]:
    """Yield the buttons that deal, while there is a stock, and the one that redeals, while that is legal."""
    moves = game.rules.moves(game.state)
    forced = ButtonStyle.primary if {DEAL, REDEAL}.issuperset(moves) else ButtonStyle.secondary
    table = game.rules.table(game.state)
    buttons = []
    if table.stock:
        legal = DEAL in moves
        buttons.append(PressButton("Deal", _press(game, "deal"), style=forced, disabled=not legal))
        buttons.append(PressButton("Deal on", _press(game, "dealon"), disabled=not legal))
    if REDEAL in moves:
        buttons.append(PressButton(table.redeal, _press(game, "redeal"), style=forced))
    if game.rules.hopeless(game.state):
        buttons.append(PressButton("Another deal", _press(game, "again")))
    if buttons:
        yield Row(*buttons)


def _control_row(game: Game, more: Level | None) -> Iterator[Row]:
    hint = "Hint" if more is None else f"Show the {more}"
    yield Row(
        PressButton("Undo", _press(game, "undo"), disabled=not game.session.can_undo),
        PressButton("Redo", _press(game, "redo"), disabled=not game.session.undone),
        PressButton(hint, _press(game, "hint", more)),
        PressButton("Type moves", _press(game, "type")),
        PressButton("More", _press(game, "more")),
    )


def _end_rows(game: Game) -> Iterator[Row]:
    buttons = [
        PressButton("Deal again", _press(game, "again"), style=ButtonStyle.primary),
        PressButton("Same deal", _press(game, "same")),
        PressButton("Review", _press(game, "review")),
        PressButton("Share", _press(game, "share")),
    ]
    if game.can_reopen:
        buttons.insert(0, PressButton("Undo", _press(game, "undo")))
    else:
        buttons.append(PressButton("Rules", _press(game, "rules")))
    yield Row(*buttons)

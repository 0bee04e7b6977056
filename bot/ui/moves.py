"""The moves under a board: a button for each, in words if they are few, else beside the card that moves.

If they are too many for buttons, those near the last move get one and selects hold the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from operator import attrgetter
from typing import Any

import discord

from bot.engine.cards import Card
from bot.engine.rules import Choice
from bot.render.cards import Style
from bot.render.discord_limits import ROW_BUTTONS, SELECT_OPTIONS
from bot.render.families import Offers, Run, family_of
from bot.render.labels import (
    TYPED,
    card_face,
    list_text,
    move_face,
    option_text,
    typing_example,
    typing_title,
)
from bot.render.language import worded
from bot.service.game import Game
from bot.ui.components import ButtonStyle, PressButton, PressSelect, Row, in_rows
from bot.ui.presses import LONGEST_LINE, PLAYS, Press

_MOVES = 10
"""Up to this many moves get a button each: two rows, which a phone shows without scrolling."""
_BUTTONS, _ACROSS = 18, 3
"""Maximum number of move buttons on a big board, fewer if other controls need the room, and how many a phone
puts side by side: with the cards, they then fit one screen."""
_LIST = 2
"""The components of a list: a select, and the row that it fills."""


def move_rows(game: Game, style: Style, room: int) -> Iterator[Row]:
    """Yield the controls that make a move, of at most `room` components."""
    family = family_of(game.rules)
    if runs := family.offered_runs(game.state)[:ROW_BUTTONS]:
        yield Row(*[_run_button(game, run, style) for run in runs])
        room -= 1 + len(runs)
    choices = [choice for menu in game.session.menus for choice in menu.choices]
    if offers := family.offers(game.rules, game.state, style):
        yield from _offer_rows(game, offers)
    elif len(choices) <= _MOVES:
        yield from _buttons(game, style, choices)
    else:
        yield from _many(game, style, choices, _most_buttons(len(choices), room))


class MovesModal(discord.ui.Modal):
    """Asks for a line of moves; what was `typed` before is filled in for correction."""

    def __init__(self, game: Game, typed: str = "") -> None:
        press = Press(game.seen, PLAYS)
        super().__init__(title=typing_title(game), custom_id=press.custom_id, timeout=15 * 60)
        moves: discord.ui.TextInput[Any] = discord.ui.TextInput(
            placeholder=typing_example(game),
            default=typed or None,
            custom_id="moves",
            max_length=LONGEST_LINE,
        )
        self.add_item(discord.ui.Label(text=worded(TYPED), component=moves))


def _offer_rows(game: Game, offers: Offers) -> Iterator[Row]:
    """Yield the controls for the moves as their family offers them."""
    write = game.rules.notation.write_move
    for group in offers.buttons:
        buttons = [PressButton(each.label, Press(game.seen, "play", write(each.move))) for each in group]
        yield from in_rows(buttons, _ACROSS)
    for number, (title, group) in enumerate(offers.lists):
        options = [discord.SelectOption(label=each.label, value=write(each.move)) for each in group]
        yield Row(PressSelect(title, Press(game.seen, "pick"), number, options))


def _run_button(game: Game, run: Run, style: Style) -> PressButton:
    face = run.face(style)
    press = Press(game.seen, "run", ":".join(map(str, run.names)))
    return PressButton(face.label, press, picture=face.picture)


def _buttons(game: Game, style: Style, choices: Sequence[Choice]) -> Iterator[Row]:
    """Yield a button for each move; the only legal one is highlighted."""
    write = game.rules.notation.write_move
    faces = [move_face(choice, style) for choice in choices]
    alike = Counter(faces)
    only = len(game.session.legal) == 1
    colour = ButtonStyle.primary if only else ButtonStyle.secondary
    yield from in_rows(
        [
            PressButton(
                face.label, Press(game.seen, "play", write(choice.move)), picture=face.picture, style=colour
            )
            for choice, short in zip(choices, faces, strict=True)
            for face in [short if alike[short] == 1 else move_face(choice, style, where=True)]
        ]
    )


def _most_buttons(moves: int, room: int) -> int:
    """Return how many buttons fit into full rows, if all other moves are in lists."""
    for most in range(_BUTTONS, 0, -_ACROSS):
        lists = ceil((moves - most) / SELECT_OPTIONS)
        if most + most // _ACROSS + _LIST * max(0, lists) <= room:
            return most
    return 0


def _many(game: Game, style: Style, choices: Sequence[Choice], most: int) -> Iterator[Row]:
    """Yield a button for each of the moves around where the last one was made, and lists of the others."""
    choices = sorted(choices, key=attrgetter("place"))
    last = game.session.moves[-1:]
    at = last[0].at[0] if last and last[0].at else 0
    before = sum(choice.place < at for choice in choices)
    start = max(0, min(before - most // 2, len(choices) - most))
    near, far = choices[start : start + most], choices[:start] + choices[start + most :]
    yield from in_rows(list(_card_buttons(game, style, near)), _ACROSS)
    yield from _lists(game, style, far)


def _card_buttons(game: Game, style: Style, choices: Sequence[Choice]) -> Iterator[PressButton]:
    """Yield a button for each move, which says in short what it does."""
    places: dict[Card, set[int]] = {}
    for choice in choices:
        places.setdefault(choice.card, set()).add(choice.place)
    write = game.rules.notation.write_move
    for choice in choices:
        face = card_face(choice, style, where=len(places[choice.card]) > 1)
        press = Press(game.seen, "play", write(choice.move))
        yield PressButton(face.label, press, picture=face.picture)


def _lists(game: Game, style: Style, choices: Sequence[Choice]) -> Iterator[Row]:
    """Yield as many selects as the moves need."""
    write = game.rules.notation.write_move
    for number, start in enumerate(range(0, len(choices), SELECT_OPTIONS)):
        part = choices[start : start + SELECT_OPTIONS]
        options = [
            discord.SelectOption(label=option_text(each, style), value=write(each.move)) for each in part
        ]
        yield Row(PressSelect(list_text(part, style), Press(game.seen, "pick"), number, options))

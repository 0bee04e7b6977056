"""The moves under a board: a button for those around the last one, and a list of the others.

Many moves of a big board are far from where anybody looks: a list has those that are nearer first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import discord

from bot.render.cards import Style
from bot.render.discord_limits import SELECT_OPTIONS
from bot.render.families import Offers, Run, family_of
from bot.render.labels import (
    TYPED,
    farther_text,
    list_text,
    move_faces,
    option_text,
    typing_example,
    typing_title,
)
from bot.render.language import worded
from bot.render.moves import without_alike
from bot.service.game import Game
from bot.ui.components import ButtonStyle, PressButton, PressSelect, Row, in_rows
from bot.ui.phone import rows_on_screen, side_by_side
from bot.ui.presses import LONGEST_LINE, PLAYS, Press
from idle_year.engine.cards import Card
from idle_year.engine.rules import Choice

_ROWS_AT_FIRST = 2
"""Rows of moves under a board that tells a beginner the goal."""
_MOST, _ACROSS = 16, 4
"""Moves with a button at most, as many as a message has room for, and the most that lie side by side."""
_RUNS, _HEARD, _NEWS = 4, 3, 2
"""Runs with a button, moves side by side for whoever listens, and how many rows are as high as news."""
_FARTHER = "+"
"""What the value of an option begins with that leads farther, which no move does."""
_LISTED = SELECT_OPTIONS - 1
"""Moves in a list that has a way to those farther away."""


def move_rows(
    game: Game, style: Style, listed: int = 0, *, few: bool = False, news: bool = False, verb: str = ""
) -> Iterator[Row]:
    """Yield the controls that make a move; of those in a list, from the one with the number `listed` on.

    A `few` buttons leave room for the goal of the game, and some more for `news`. On a board that is not its
    player's alone, they have a `verb` of their own.
    """
    family, table = family_of(game.rules), game.session.table
    runs = family.offered_runs(game.state)[:_RUNS]
    of_runs = side_by_side(_run_buttons(game, runs, style))
    yield from (Row(*row) for row in of_runs)
    if offers := family.offers(game.rules, game.state, style):
        yield from _offer_rows(game, offers)
        return
    choices = _choices(game)
    order = _nearest_first(game, choices)
    most = _ROWS_AT_FIRST if few else rows_on_screen(table, style, len(of_runs) + _NEWS * news)
    near = order[: min(_MOST, most * _ACROSS)]
    twins = _twins(choices)
    buttons = dict(zip(near, _buttons(game, style, [choices[n] for n in near], twins, verb), strict=True))
    if style.spoken:
        del near[most * _HEARD :]
        yield from in_rows([buttons[n] for n in sorted(near)], _HEARD)
    else:
        while len(rows := side_by_side([buttons[n] for n in sorted(near)], _ACROSS)) > most:
            near.pop()
        yield from (Row(*row) for row in rows)
    if far := order[len(near) :]:
        yield _list(game, style, choices, far, listed, verb)


def farther(chosen: str) -> int | None:
    """Return from which move on a list goes on, if that was chosen in it; None for a move."""
    return int(chosen.removeprefix(_FARTHER)) if re.fullmatch(r"\+[0-9]{1,3}", chosen) else None


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
    for row in side_by_side(
        PressButton(each.label, Press(game.seen, "play", write(each.move))) for each in offers.buttons
    ):
        yield Row(*row)
    for number, (title, group) in enumerate(offers.lists):
        options = [discord.SelectOption(label=each.label, value=write(each.move)) for each in group]
        yield Row(PressSelect(title, Press(game.seen, "pick"), number, options))


def _run_buttons(game: Game, runs: Sequence[Run], style: Style) -> Iterator[PressButton]:
    """Yield a button for each run, no two alike."""
    alike = Counter(run.face(style) for run in runs)
    for run in runs:
        face = run.face(style, where=alike[run.face(style)] > 1)
        press = Press(game.seen, "run", ":".join(map(str, run.names)))
        yield PressButton(face.label, press, picture=face.picture)


def _choices(game: Game) -> list[Choice]:
    """Return the moves by their places."""
    menus = without_alike(game.session.menus)
    return sorted((choice for menu in menus for choice in menu.choices), key=attrgetter("place"))


def _nearest_first(game: Game, choices: Sequence[Choice]) -> list[int]:
    """Return the numbers of the moves, those around where the last one was made first."""
    last = game.session.moves[-1:]
    at = last[0].at[0] if last and last[0].at else 0
    before = sum(choice.place < at for choice in choices)
    return sorted(range(len(choices)), key=lambda number: abs(2 * (number - before) + 1))


def _twins(choices: Iterable[Choice]) -> set[Card]:
    """Return the cards that moves begin with at several places."""
    found = Counter(card for card, _ in {(choice.card, choice.place) for choice in choices})
    return {card for card, places in found.items() if places > 1}


def _buttons(
    game: Game, style: Style, choices: Sequence[Choice], twins: Collection[Card], verb: str
) -> Iterator[PressButton]:
    """Yield a button for each of some moves; the only legal one is highlighted."""
    write = game.rules.notation.write_move
    colour = ButtonStyle.primary if len(game.session.legal) == 1 else ButtonStyle.secondary
    for choice, face in zip(choices, move_faces(game, choices, style, twins), strict=True):
        press = Press(game.seen, verb or "play", write(choice.move))
        yield PressButton(face.label, press, picture=face.picture, style=colour)


def _list(
    game: Game, style: Style, choices: Sequence[Choice], far: Sequence[int], listed: int, verb: str
) -> Row:
    """Return a list of the moves without a button; if they are too many, it leads to those farther away.

    `far` are their numbers among all `choices`, the nearest first.
    """
    write = game.rules.notation.write_move
    most = SELECT_OPTIONS if len(far) <= SELECT_OPTIONS else _LISTED
    listed = listed if listed < len(far) else 0
    part = [choices[number] for number in sorted(far[listed : listed + most])]
    options = [discord.SelectOption(label=option_text(each, style), value=write(each.move)) for each in part]
    if len(far) > most:
        on = listed + most if listed + most < len(far) else 0
        options.append(discord.SelectOption(label=farther_text(on=on > 0), value=f"{_FARTHER}{on}"))
    return Row(PressSelect(list_text(part, len(far), style), Press(game.seen, verb or PLAYS), 0, options))

"""A game picker: a button for each family, and selects with the games of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.engine.daily import FAMILIES
from bot.engine.games import games_of
from bot.render.rules import family_name, game_line, list_text
from bot.ui.components.items import MOST_OPTIONS, ButtonStyle, PressButton, PressSelect, Row, in_rows
from bot.ui.components.presses import Press

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.engine.rules import AnyRules


def picker_rows(
    family: str, to_family: Callable[[str], Press], choose: Press, shown: str = ""
) -> Iterator[Row]:
    """Yield the buttons of the families, then as many selects as the games of the chosen one need.

    `to_family` returns what the button of a family sends; `choose` is what the selects send, with the id of
    a game as value. `shown` is the id of the game that is on show already.
    """
    buttons = [
        PressButton(
            family_name(each),
            to_family(each),
            style=ButtonStyle.primary if each == family else ButtonStyle.secondary,
        )
        for each in FAMILIES
    ]
    yield from in_rows(buttons)
    games = games_of(family)
    parts = [games[start : start + MOST_OPTIONS] for start in range(0, len(games), MOST_OPTIONS)]
    for number, part in enumerate(parts):
        options = [_option(rules, shown) for rules in part]
        yield Row(PressSelect(list_text(family, number + 1, len(parts)), choose, number, options))


def page_picker(page: str, family: str, shown: str = "") -> Iterator[Row]:
    """Yield a picker that switches to the same page of another game; `shown` is the id of the current one."""
    return picker_rows(
        family,
        lambda other: Press(0, 0, "page", f"{games_of(other)[0].id}:{page}"),
        Press(0, 0, "pages", page),
        shown,
    )


def _option(rules: AnyRules, shown: str) -> discord.SelectOption:
    return discord.SelectOption(
        label=rules.name, value=rules.id, description=game_line(rules), default=rules.id == shown
    )

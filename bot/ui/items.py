"""The buttons and selects of messages; `bot.ui.inbox` reads what they send."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.ui.presses import Press

ButtonStyle = discord.ButtonStyle
Row: TypeAlias = discord.ui.ActionRow[Any]

MOST_OPTIONS = 25
"""Maximum number of options in a select."""
_A_ROW = 5


def in_rows(buttons: Sequence[PressButton]) -> Iterator[Row]:
    """Yield rows of as many buttons as Discord puts side by side."""
    for start in range(0, len(buttons), _A_ROW):
        yield Row(*buttons[start : start + _A_ROW])


@cache
def _emoji(picture: str) -> discord.PartialEmoji:
    """Read a picture's text, which discord.py would do again for each button."""
    return discord.PartialEmoji.from_str(picture)


class PressButton(discord.ui.Button[Any]):
    """A button that sends a press, with a label, a picture, or both."""

    def __init__(
        self,
        label: str | None,
        press: Press,
        *,
        picture: str | None = None,
        style: ButtonStyle = ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        emoji = None if picture is None else _emoji(picture)
        super().__init__(label=label, emoji=emoji, custom_id=press.custom_id, style=style, disabled=disabled)


class PressSelect(discord.ui.Select[Any]):
    """A select of up to `MOST_OPTIONS`; choosing one sends a press with its value."""

    def __init__(
        self, placeholder: str, press: Press, number: int, options: Iterable[discord.SelectOption]
    ) -> None:
        super().__init__(
            placeholder=placeholder,
            custom_id=f"{press.custom_id}#{number}",
            options=list(options),
        )

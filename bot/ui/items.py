"""The buttons and selects of a board: dynamic items, rebuilt from their custom_id at every press."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import discord

from bot.ui.presses import CUSTOM_ID, Interaction, Press, act

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

ButtonStyle = discord.ButtonStyle
_SELECT_ID = CUSTOM_ID.pattern + r"(?P<select>#\d+)"


class PressButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=CUSTOM_ID):
    """A button that sends a press."""

    def __init__(
        self, label: str, press: Press, *, style: ButtonStyle = ButtonStyle.secondary, disabled: bool = False
    ) -> None:
        super().__init__(
            discord.ui.Button(label=label, custom_id=press.custom_id, style=style, disabled=disabled)
        )
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button that was pressed."""
        assert isinstance(item, discord.ui.Button)  # noqa: S101  narrows the type; the pattern matched a button
        return cls(item.label or "", Press.read(match), style=item.style)

    async def callback(self, interaction: Interaction) -> None:
        """Do what the press says."""
        await act(interaction, self.press, [])


class MoveSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=_SELECT_ID):
    """A select of up to 25 moves; choosing one plays it."""

    def __init__(
        self, placeholder: str, press: Press, number: int, options: Iterable[tuple[str, str]]
    ) -> None:
        super().__init__(
            discord.ui.Select(
                placeholder=placeholder,
                custom_id=f"{press.custom_id}#{number}",
                options=[discord.SelectOption(label=label, value=value) for label, value in options],
            )
        )
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the select that was used."""
        assert isinstance(item, discord.ui.Select)  # noqa: S101  narrows the type; the pattern matched a select
        options = [(option.label, option.value) for option in item.options]
        return cls(item.placeholder or "", Press.read(match), int(match["select"][1:]), options)

    async def callback(self, interaction: Interaction) -> None:
        """Play the chosen move."""
        await act(interaction, self.press, self.item.values)

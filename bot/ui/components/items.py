"""The buttons and selects of messages; `bot.ui.handlers.inbox` reads what they send."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import discord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.ui.components.presses import Press

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
def _emoji(picture: str) -> Any:
    """Read a picture's text, once for all buttons that show it."""
    return discord.PartialEmoji.from_str(picture).to_dict()


class PressButton(discord.ui.Item[Any]):
    """A button that sends a press, with a label, a picture, or both.

    discord.ui.Button would take a fifth of the time of a board to make what is simply sent here.
    """

    def __init__(
        self,
        label: str | None,
        press: Press,
        *,
        picture: str | None = None,
        style: ButtonStyle = ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # discord.py left it so
        self._sent: dict[str, Any] = {
            "type": self.type.value,
            "style": style.value,
            "custom_id": press.custom_id,
            "disabled": disabled,
        }
        if label:
            self._sent["label"] = label
        if picture:
            self._sent["emoji"] = _emoji(picture)

    @property
    def type(self) -> Literal[discord.ComponentType.button]:
        """What kind of component it is."""
        return discord.ComponentType.button

    def to_component_dict(self) -> dict[str, Any]:
        """Return the button as Discord reads it."""
        return self._sent


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

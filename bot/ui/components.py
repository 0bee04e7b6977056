"""Messages and their parts: buttons and selects that send presses, pickers of games, and files."""

from __future__ import annotations

import asyncio
import gzip
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any, Literal, TypeAlias

import discord

from bot.render.discord_limits import ROW_BUTTONS, SELECT_OPTIONS
from bot.render.language import worded
from bot.render.names import game_name
from bot.render.refusals import FILE_TOO_LARGE
from bot.render.rules import game_line, list_text
from bot.ui.phone import button_pixels
from bot.ui.presses import NO_GAME, Press
from idle_year.engine.daily import FAMILIES
from idle_year.engine.errors import GameError
from idle_year.engine.games import games_of
from idle_year.engine.rules import AnyRules

ButtonStyle = discord.ButtonStyle
Row: TypeAlias = discord.ui.ActionRow[Any]
GOLD, RED, GREEN = discord.Colour.gold(), discord.Colour.red(), discord.Colour.dark_green()
Part: TypeAlias = discord.ui.Item[Any]
Content: TypeAlias = str | Part | Sequence[Part]
_BUTTON = discord.ComponentType.button.value


class Layout(discord.ui.LayoutView):
    """A message, which discord.py forgets once it is sent: what its buttons do stands in their custom_ids.

    Of its parts, a text is shown as one, and buttons make a row, unless there are none.
    """

    def __init__(self, *parts: Content) -> None:
        super().__init__(timeout=None)
        for item in _items(parts):
            self.add_item(item)
        self.stop()


class Framed(Layout):
    """A message of such parts in a frame, whose colour says how it went, say."""

    def __init__(self, colour: discord.Colour, *parts: Content) -> None:
        super().__init__(discord.ui.Container(*_items(parts), accent_colour=colour))


class Note(Layout):
    """A text with a row of buttons under it."""

    def __init__(self, text: str, *buttons: PressButton) -> None:
        super().__init__(text, buttons)


def attached(name: str, words: str) -> Part:
    """Return where a message shows a picture that comes with it as a file, in words for who can't see it."""
    return discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=words))


def in_rows(buttons: Sequence[PressButton], across: int = ROW_BUTTONS) -> Iterator[Row]:
    """Yield rows of so many buttons, by default as many as Discord puts side by side."""
    for start in range(0, len(buttons), across):
        yield Row(*buttons[start : start + across])


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
            "type": _BUTTON,
            "style": style.value,
            "custom_id": press.custom_id,
            "disabled": disabled,
        }
        if label:
            self._sent["label"] = worded(label)
        if picture:
            self._sent["emoji"] = _emoji(picture)

    def fade(self) -> None:
        """Take its colour away, since another button is to be pressed first."""
        self._sent["style"] = ButtonStyle.secondary.value

    @cached_property
    def pixels(self) -> int:
        """About how many pixels wide it is on a phone."""
        return button_pixels(self._sent.get("label", ""), picture="emoji" in self._sent)

    @property
    def type(self) -> Literal[discord.ComponentType.button]:
        """What kind of component it is."""
        return discord.ComponentType.button

    def to_component_dict(self) -> dict[str, Any]:
        """Return the button as Discord reads it."""
        return self._sent


class PressSelect(discord.ui.Select[Any]):
    """A select of up to `SELECT_OPTIONS`; choosing one sends a press with its value."""

    def __init__(
        self, placeholder: str, press: Press, number: int, options: Iterable[discord.SelectOption]
    ) -> None:
        super().__init__(
            placeholder=worded(placeholder),
            custom_id=f"{press.custom_id}#{number}",
            options=list(options),
        )


def picker_rows(
    family: str, to_family: Callable[[str], Press], choose: Press, shown: str | None = ""
) -> Iterator[Row]:
    """Yield the buttons of the families, then as many selects as the games of the chosen one need.

    `to_family` returns what the button of a family sends; `choose` is what the selects send, with the id of
    a game as value. `shown` is the id of the game that is on show already; None if that is a page of all
    games, from which the button of each family leads on.
    """
    buttons = [
        PressButton(
            games_of(each)[0].name,
            to_family(each),
            style=ButtonStyle.primary if each == family else ButtonStyle.secondary,
            disabled=each == family and shown in ("", games_of(each)[0].id),  # it would change nothing
        )
        for each in FAMILIES
    ]
    yield from in_rows(buttons)
    games = games_of(family)
    parts = [games[start : start + SELECT_OPTIONS] for start in range(0, len(games), SELECT_OPTIONS)]
    for number, part in enumerate(parts):
        options = [_game_option(rules, shown) for rules in part]
        yield Row(PressSelect(list_text(family, number + 1, len(parts)), choose, number, options))


def page_picker(page: str, family: str, shown: str | None = None) -> Iterator[Row]:
    """Yield a picker that switches to the same page of another game; `shown` is the id of the current one.

    None is the page of all games.
    """
    return picker_rows(
        family,
        lambda other: Press(NO_GAME, "page", f"{games_of(other)[0].id}:{page}"),
        Press(NO_GAME, "pages", page),
        shown,
    )


async def file_of(content: bytes, name: str, description: str, most_bytes: int) -> discord.File:
    """Return a file to answer with, compressed if it is too large; raise GameError if it still is."""
    if len(content) > most_bytes:
        content, name = await asyncio.to_thread(gzip.compress, content), f"{name}.gz"
    if len(content) > most_bytes:
        raise GameError(FILE_TOO_LARGE)
    return discord.File(io.BytesIO(content), name, description=worded(description))


def _items(parts: Iterable[Content]) -> Iterator[Part]:
    for part in parts:
        if isinstance(part, str):
            yield discord.ui.TextDisplay(worded(part))
        elif isinstance(part, discord.ui.Item):
            yield part
        elif part:
            yield Row(*part)


@cache
def _emoji(picture: str) -> Any:
    """Read a picture's text, once for all buttons that show it."""
    return discord.PartialEmoji.from_str(picture).to_dict()


def _game_option(rules: AnyRules, shown: str | None) -> discord.SelectOption:
    return discord.SelectOption(
        label=game_name(rules), value=rules.id, description=game_line(rules), default=rules.id == shown
    )

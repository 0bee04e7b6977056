"""A player's settings, with a button for each choice."""

from __future__ import annotations

from typing import Any

import discord

from bot.engine.errors import GameError
from bot.render.labels import NO_REMINDERS
from bot.render.language import LANGUAGES, worded
from bot.render.reminder import NO_HOUR
from bot.render.settings import (
    AS_DISCORD,
    CARDS_LABELS,
    CHOOSE_LANGUAGE,
    COLOURS_LABELS,
    DEALS_LABELS,
    FORCED_LABELS,
    HIDE_ME,
    SHOW_ME,
    language_setting,
    line_label,
    settings_texts,
)
from bot.store import LINES, Cards, Colours, Deals, Forced
from bot.ui.answers import show, tell_in_place
from bot.ui.board import style_of
from bot.ui.components import ButtonStyle, Layout, PressButton, PressSelect, Row
from bot.ui.options import DISCORDS, read_language, read_zone
from bot.ui.presses import NO_GAME, Interaction, Press, UnknownButton, read_number, understood
from bot.ui.services import own_game, services_of

_HIDDEN, _SHOWN, _OFF = "hidden", "shown", "off"


async def settings_panel(interaction: Interaction) -> Layout:
    """Return the panel with the user's settings."""
    services = services_of(interaction)
    chosen = await services.settings.of(interaction.user.id)
    hidden = await services.ranks.hides(interaction.user.id)
    style = style_of(chosen, services.card_emoji.texts)
    reminder = await services.reminders.of(interaction.user.id)
    texts = settings_texts(chosen, style, reminder, hidden=hidden)
    rows = {
        texts.cards: [_button(label, "cards", each, chosen.cards) for each, label in CARDS_LABELS.items()],
        texts.colours: [
            _button(label, "colours", each, chosen.colours) for each, label in COLOURS_LABELS.items()
        ],
        texts.line: []
        if style.large
        else [_button(line_label(each, style), "line", str(each), str(chosen.a_line)) for each in LINES],
        texts.deals: [_button(label, "deals", each, chosen.deals) for each, label in DEALS_LABELS.items()],
        texts.forced: [
            _button(label, "forced", each, chosen.forced) for each, label in FORCED_LABELS.items()
        ],
        texts.leaderboards: [
            _button(label, "ranks", each, _HIDDEN if hidden else _SHOWN)
            for each, label in ((_SHOWN, SHOW_ME), (_HIDDEN, HIDE_ME))
        ],
    }
    view = Layout()
    for text, buttons in rows.items():
        if buttons:
            view.add_item(discord.ui.TextDisplay(text))
            view.add_item(Row(*buttons))
    view.add_item(discord.ui.TextDisplay(language_setting(chosen.language)))
    view.add_item(Row(_languages(chosen.language)))
    view.add_item(discord.ui.TextDisplay(texts.reminder))
    if reminder is not None and reminder.stopped is None:
        view.add_item(Row(PressButton(NO_REMINDERS, Press(NO_GAME, "set", f"reminder:{_OFF}"))))
    view.add_item(discord.ui.TextDisplay(worded(texts.foot)))
    return view


def _languages(chosen: str) -> PressSelect:
    """Return the list of languages, each called as in itself."""
    offered = {DISCORDS: worded(AS_DISCORD), **LANGUAGES}
    shown = chosen if chosen in LANGUAGES else DISCORDS
    options = [
        discord.SelectOption(label=name, value=value, default=value == shown)
        for value, name in offered.items()
    ]
    return PressSelect(CHOOSE_LANGUAGE, Press(NO_GAME, "set", "language"), 0, options)


async def choose(interaction: Interaction, what: str, value: str) -> None:
    """Change one setting as its button or list says; raise UnknownButton if that cannot be read."""
    services, player = services_of(interaction), interaction.user.id
    if what == "reminder":
        if value != _OFF:
            raise UnknownButton
        await services.reminders.stop(player)
        return
    if what == "ranks":
        if value not in (_HIDDEN, _SHOWN):
            raise UnknownButton
        await services.ranks.set_hidden(player, hidden=value == _HIDDEN)
        return
    with understood():
        wanted = _read(what, value)
    await services.settings.change(player, **wanted)


async def choose_reminder(interaction: Interaction, hour: int | None, zone: str | None) -> None:
    """Remind the user at an hour of a zone; what is not given stays as it was.

    Raise GameError if there is no such zone, or no hour.
    """
    if hour is None and zone is None:
        return
    reminders, player = services_of(interaction).reminders, interaction.user.id
    before = await reminders.of(player)
    hour = before.hour if hour is None and before else hour
    zone = read_zone(zone) if zone else before.zone if before else "UTC"
    if hour is None:
        raise GameError(NO_HOUR)
    await reminders.choose(player, hour, zone, interaction.locale.value)


async def change(interaction: Interaction, press: Press, values: list[str]) -> None:
    """Change the user's settings as the button or the list says, and show them at once."""
    what, _, value = (press.rest or "").partition(":")
    await choose(interaction, what, value or "".join(values))
    await services_of(interaction).languages.note_reader(interaction)
    await tell_in_place(interaction, await settings_panel(interaction))


async def resize(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Make the cards large, or small again, and show the board with them."""
    services, player = services_of(interaction), interaction.user.id
    game = await own_game(interaction, press)
    chosen = await services.settings.of(player)
    cards = Cards.EMOJI if chosen.cards is Cards.LARGE else Cards.LARGE
    await services.settings.change(player, cards=cards)
    await show(interaction, game)


def _read(what: str, value: str) -> dict[str, Any]:
    """Return the one setting that is changed, by name; raise ValueError if there is no such choice."""
    match what:
        case "cards":
            return {"cards": Cards(value)}
        case "colours":
            return {"colours": Colours(value)}
        case "line" if read_number(value) in LINES:
            return {"a_line": read_number(value)}
        case "deals":
            return {"deals": Deals(value)}
        case "forced":
            return {"forced": Forced(value)}
        case "language":
            return {"language": read_language(value)}
    raise ValueError("No button says so.")


def _button(label: str, what: str, value: str, chosen: str) -> PressButton:
    style = ButtonStyle.primary if value == chosen else ButtonStyle.secondary
    return PressButton(label, Press(NO_GAME, "set", f"{what}:{value}"), style=style)

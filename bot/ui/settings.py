"""A player's settings, with a button for each choice."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.render.settings import (
    CARDS_LABELS,
    COLOURS_LABELS,
    DEALING_LABELS,
    DEALS_LABELS,
    HIDE_ME,
    SHOW_ME,
    line_label,
    settings_texts,
)
from bot.store import LINES, Cards, Colours, Dealing, Deals, Look
from bot.ui.answers import tell_in_place
from bot.ui.board import style_of
from bot.ui.components import ButtonStyle, PressButton, Row
from bot.ui.presses import NO_GAME, Interaction, Press, UnknownButton, read_number, understood
from bot.ui.services import services_of

_HIDDEN, _SHOWN = "hidden", "shown"


async def settings_panel(interaction: Interaction) -> discord.ui.LayoutView:
    """Return the panel with the user's settings."""
    services = services_of(interaction)
    look = await services.display_settings.of(interaction.user.id)
    hidden = await services.ranks.hides(interaction.user.id)
    style = style_of(look, services.card_emoji.texts)
    texts = settings_texts(look, style, hidden=hidden)
    rows = {
        texts.cards: [_button(label, "cards", each, look.cards) for each, label in CARDS_LABELS.items()],
        texts.colours: [
            _button(label, "colours", each, look.colours) for each, label in COLOURS_LABELS.items()
        ],
        texts.line: [_button(line_label(each, style), "line", str(each), str(look.a_line)) for each in LINES],
        texts.deals: [_button(label, "deals", each, look.deals) for each, label in DEALS_LABELS.items()],
        texts.dealing: [
            _button(label, "dealing", each, look.dealing) for each, label in DEALING_LABELS.items()
        ],
        texts.leaderboards: [
            _button(label, "ranks", each, _HIDDEN if hidden else _SHOWN)
            for each, label in ((_SHOWN, SHOW_ME), (_HIDDEN, HIDE_ME))
        ],
    }
    view = discord.ui.LayoutView(timeout=None)
    for text, buttons in rows.items():
        view.add_item(discord.ui.TextDisplay(text))
        view.add_item(Row(*buttons))
    view.add_item(discord.ui.TextDisplay(texts.foot))
    return view


async def choose(interaction: Interaction, what: str, value: str) -> None:
    """Change one setting as its button says; raise UnknownButton if that cannot be read."""
    services, player = services_of(interaction), interaction.user.id
    if what == "ranks":
        if value not in (_HIDDEN, _SHOWN):
            raise UnknownButton
        await services.ranks.set_hidden(player, hidden=value == _HIDDEN)
        return
    with understood():
        wanted = _with(await services.display_settings.of(player), what, value)
    await services.display_settings.change(player, wanted)


async def change(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Change the user's settings as the button says, and show them at once."""
    what, _, value = (press.rest or "").partition(":")
    await choose(interaction, what, value)
    await tell_in_place(interaction, await settings_panel(interaction))


def _with(look: Look, what: str, value: str) -> Look:
    """Return a look with one thing changed; raise ValueError if there is no such choice."""
    match what:
        case "cards":
            return replace(look, cards=Cards(value))
        case "colours":
            return replace(look, colours=Colours(value))
        case "line" if read_number(value) in LINES:
            return replace(look, a_line=read_number(value))
        case "deals":
            return replace(look, deals=Deals(value))
        case "dealing":
            return replace(look, dealing=Dealing(value))
    raise ValueError("No button says so.")


def _button(label: str, what: str, value: str, chosen: str) -> PressButton:
    style = ButtonStyle.primary if value == chosen else ButtonStyle.secondary
    return PressButton(label, Press(NO_GAME, "set", f"{what}:{value}"), style=style)

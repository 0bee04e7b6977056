"""A player's settings, with a button for each choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.render.labels import NO_REMINDERS
from bot.render.language import LANGUAGES, worded
from bot.render.notes import hour_text
from bot.render.reminder import CHOOSE_HOUR
from bot.render.settings import (
    AS_DISCORD,
    CARDS_LABELS,
    CHOOSE_LANGUAGE,
    COLOURS_LABELS,
    DEALS_LABELS,
    FORCED_LABELS,
    HIDE_ME,
    SHOW_ME,
    TAPS_LABELS,
    language_setting,
    line_label,
    settings_texts,
)
from bot.store import LINES, Cards, Colours, Deals, Forced, Reminder, Taps
from bot.ui.answers import show, tell, tell_in_place
from bot.ui.components import ButtonStyle, Layout, PressButton, PressSelect, Row
from bot.ui.options import DISCORDS, read_language, read_zone
from bot.ui.presses import NO_GAME, Press, UnknownButton, read_number, understood
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services, own_game

_HIDDEN, _SHOWN, _OFF = "hidden", "shown", "off"


async def choose(
    services: Services,
    request: Request,
    chosen: Mapping[str, Any],
    *,
    hidden: bool | None,
    hour: int | None,
    zone: str | None,
) -> Response:
    """Change what a person names of the settings, and show them all; None stays as it was.

    `hidden` is whether leaderboards leave the person out; `hour` and `zone` are those of the reminder. Where
    there is no hour, those of the zone are listed.
    """
    listed = await _choose_reminder(services, request, hour, zone)
    if chosen:
        await services.settings.change(request.player, **chosen)
        request = await services.requests.again(request)
    if hidden is not None:
        await services.ranks.set_hidden(request.player, hidden=hidden)
    return tell(services, await _panel(services, request, listed))


async def change(services: Services, request: Request) -> Response:
    """Change the person's settings as the button or the list says, and show them at once."""
    what, _, value = (request.press.rest or "").partition(":")
    if what == "hour":
        await _choose_hour(services, request, value)
    else:
        await _choose(services, request.player, what, value or "".join(request.values))
    request = await services.requests.again(request)
    return tell_in_place(services, request, await _panel(services, request))


async def resize(services: Services, request: Request) -> Response:
    """Make the cards large, or small again, and show the board with them."""
    game = await own_game(services, request)
    cards = Cards.EMOJI if request.settings.cards is Cards.LARGE else Cards.LARGE
    await services.settings.change(request.player, cards=cards)
    return await show(services, await services.requests.again(request), game)


async def _panel(services: Services, request: Request, zone: str | None = None) -> Layout:
    """Return the panel with a person's settings, and the hours of a zone: by default, of their reminder's."""
    chosen, style = request.settings, request.style
    hidden = await services.ranks.hides(request.player)
    reminder = await services.reminders.of(request.player)
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
            *(_button(label, "forced", each, chosen.forced) for each, label in FORCED_LABELS.items()),
            *(_button(label, "taps", each, chosen.taps) for each, label in TAPS_LABELS.items()),
        ],
        texts.leaderboards: [
            _button(label, "ranks", each, _HIDDEN if hidden else _SHOWN)
            for each, label in ((_SHOWN, SHOW_ME), (_HIDDEN, HIDE_ME))
        ],
    }
    comes = reminder is not None and reminder.comes
    return Layout(
        *(part for text, buttons in rows.items() if buttons for part in (text, buttons)),
        language_setting(chosen.language),
        Row(_languages(chosen.language)),
        texts.reminder,
        Row(_hours(reminder, zone)),
        [PressButton(NO_REMINDERS, Press(NO_GAME, "set", f"reminder:{_OFF}"))] if comes else [],
        texts.foot,
    )


def _languages(chosen: str) -> PressSelect:
    """Return the list of languages, each called as in itself."""
    offered = {DISCORDS: worded(AS_DISCORD), **LANGUAGES}
    shown = chosen if chosen in LANGUAGES else DISCORDS
    options = [
        discord.SelectOption(label=name, value=value, default=value == shown)
        for value, name in offered.items()
    ]
    return PressSelect(CHOOSE_LANGUAGE, Press(NO_GAME, "set", "language"), 0, options)


def _hours(reminder: Reminder | None, zone: str | None) -> PressSelect:
    """Return the list of the hours at which a reminder can come, in a zone or in that of the reminder."""
    daily = None if reminder is None or reminder.once else reminder
    listed = zone or (daily.zone if daily else "UTC")
    options = [
        discord.SelectOption(
            label=hour_text(hour, listed),
            value=f"{hour}",
            default=daily is not None and daily.comes and (daily.hour, daily.zone) == (hour, listed),
        )
        for hour in range(24)
    ]
    return PressSelect(CHOOSE_HOUR, Press(NO_GAME, "set", f"hour:{listed}"), 0, options)


async def _choose_hour(services: Services, request: Request, zone: str) -> None:
    """Remind a person at the hour of a zone that was chosen from its list."""
    with understood():
        hour = read_number("".join(request.values))
    if hour not in range(24):
        raise UnknownButton
    zone = read_zone(zone, services.store.now())
    await services.reminders.choose(request.player, hour, zone, request.locale)


async def _choose(services: Services, player: int, what: str, value: str) -> None:
    """Change one setting as its button or list says; raise UnknownButton if that cannot be read."""
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


async def _choose_reminder(
    services: Services, request: Request, hour: int | None, zone: str | None
) -> str | None:
    """Remind a person at an hour of a zone; what is not given stays as it was.

    Return the zone that was given if there is no hour. Raise GameError if there is no such zone.
    """
    zone = read_zone(zone, services.store.now()) if zone else None
    before = await services.reminders.of(request.player) if zone or hour is not None else None
    daily = None if before is None or before.once else before
    if hour is None and daily is not None:
        hour = daily.hour
    if hour is None:
        return zone
    of_zone = zone or (daily.zone if daily else "UTC")
    await services.reminders.choose(request.player, hour, of_zone, request.locale)
    return None


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
        case "taps":
            return {"taps": Taps(value)}
        case "language":
            return {"language": read_language(value)}
    raise ValueError("No button says so.")


def _button(label: str, what: str, value: str, chosen: str) -> PressButton:
    style = ButtonStyle.primary if value == chosen else ButtonStyle.secondary
    return PressButton(label, Press(NO_GAME, "set", f"{what}:{value}"), style=style)

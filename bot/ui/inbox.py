"""Where presses and modals come in: what each of them leads to.

Everything is read from the interaction itself: messages and modals left open across a restart still work.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord

from bot.service.limits import Ask
from bot.ui import (
    daily,
    deal,
    digest,
    direct_messages,
    front_door,
    pages,
    play,
    privacy,
    race,
    review,
    settings,
    share,
)
from bot.ui.answers import explain
from bot.ui.limits import may_begin
from bot.ui.moves import PLAYS, typed_moves
from bot.ui.presses import NO_GAME, UNKNOWN, Interaction, Press, UnknownButton, count_press, note_arrival
from bot.ui.services import services_of

Handler: TypeAlias = Callable[[Interaction, Press, list[str]], Awaitable[None]]
"""Does what a press says; the values are the chosen options of a select, or what was typed into a modal."""

HANDLERS: Mapping[str, Handler] = {
    # A move
    "pick": play.pick,
    "play": play.play,
    "take": play.play,
    "shown": play.play,
    "card": play.card,
    "run": play.run,
    "follow": play.follow,
    "deal": play.deal_one,
    "dealon": play.deal_on,
    "redeal": play.redeal,
    "undo": play.undo,
    "redo": play.redo,
    "type": play.type_moves,
    "correct": play.correct_moves,
    # The board, and what is rarely needed
    "board": play.board,
    "back": play.board,
    "size": settings.resize,
    "hint": play.hint,
    "check": play.check,
    "more": play.more,
    "dm": direct_messages.play_in_dm,
    "resign": play.resign,
    "resigned": play.resigned,
    # Another deal
    "again": deal.again,
    "same": deal.same,
    "dealt": deal.deal_picked,
    "learn": deal.learn,
    "daily": daily.play_todays,
    "results": daily.results,
    "race": race.join,
    "raced": race.play_the_same,
    "rematch": race.rematch,
    # A game that is over
    "review": review.review,
    "step": review.step,
    "practise": review.practise,
    "record": review.record,
    "share": share.preview,
    "shared": share.post_here,
    # What is read beside the board
    "door": front_door.open_door,
    "help": front_door.help_,
    "today": front_door.play_daily,
    "deals": front_door.pick_game,
    "rules": pages.rules,
    "chapter": pages.chapter,
    "ranks": pages.ranks,
    "page": pages.other_family,
    "pages": pages.other_game,
    "overview": pages.overview,
    # What is decided
    "set": settings.change,
    "erase": privacy.erase,
    "nodigest": digest.switch_off,
}
_ONE_AT_A_TIME = {"dm", "shared"}
"""These post something: while one is under way, the same press of the same person does nothing."""
_NOBODY_KNOWS = Press(NO_GAME, UNKNOWN)


class Inbox:
    """Has done what is pressed, chosen and typed."""

    def __init__(self) -> None:
        self.handlers = dict(HANDLERS)
        """What each verb does."""
        self._under_way: set[tuple[str, int, int]] = set()

    async def answer(self, interaction: Interaction) -> None:
        """Do what a press or a modal says, and count it; leave commands to the command tree."""
        read = _READERS.get(interaction.type)
        if read is None:
            return
        note_arrival(interaction)
        press, values = self._read(read, interaction.data)
        if await may_begin(interaction, Ask.PRESS, press.verb):
            try:
                await self._act(interaction, press, values)
            except Exception as error:  # noqa: BLE001  discord.py would log it and leave the person waiting
                await explain(interaction, error)
        count_press(services_of(interaction).metrics, interaction, press.verb)

    def _read(self, read: Callable[[Any], tuple[Press, list[str]]], data: Any) -> tuple[Press, list[str]]:
        try:
            press, values = read(data)
        except (ValueError, TypeError, LookupError, AttributeError):
            return _NOBODY_KNOWS, []
        return (press, values) if press.verb in self.handlers else (_NOBODY_KNOWS, [])

    async def _act(self, interaction: Interaction, press: Press, values: list[str]) -> None:
        handler = self.handlers.get(press.verb)
        if handler is None:
            raise UnknownButton
        if services_of(interaction).double_taps.is_second_tap(interaction, press.verb):
            await interaction.response.defer()  # the board stays as it stands
            return
        if press.verb not in _ONE_AT_A_TIME:
            await handler(interaction, press, values)
            return
        key = (press.verb, press.seen.id, interaction.user.id)
        if key in self._under_way:
            await interaction.response.defer()
            return
        self._under_way.add(key)
        try:
            await handler(interaction, press, values)
        finally:
            self._under_way.discard(key)


def _pressed(data: Any) -> tuple[Press, list[str]]:
    return Press.read(data["custom_id"]), [str(value) for value in data.get("values") or ()]


def _submitted(data: Any) -> tuple[Press, list[str]]:
    press = Press.read(data["custom_id"])
    return (press, [typed_moves(data)]) if press.verb == PLAYS else (_NOBODY_KNOWS, [])


_READERS: Mapping[discord.InteractionType, Callable[[Any], tuple[Press, list[str]]]] = {
    discord.InteractionType.component: _pressed,
    discord.InteractionType.modal_submit: _submitted,
}

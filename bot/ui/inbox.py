"""Dispatch component and modal interactions to their handlers.

Everything is read from the interaction itself: messages and modals left open across a restart still work.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import discord

from bot.service.players.limits import Ask
from bot.ui.answers import explain
from bot.ui.limits import may_begin
from bot.ui.moves import PLAYS, typed_moves
from bot.ui.presses import ACTIONS, UNKNOWN, Action, Interaction, Press, act

_NOBODY_KNOWS = Press(0, 0, UNKNOWN)


async def answer(interaction: Interaction) -> None:
    """Do what a press or a modal says; leave commands to the command tree."""
    if interaction.type is discord.InteractionType.component:
        press, values = _pressed(interaction.data)
    elif interaction.type is discord.InteractionType.modal_submit:
        press, values = _submitted(interaction.data)
    else:
        return
    if await may_begin(interaction, Ask.PRESS, press.verb):
        await act(interaction, press, values)


def _pressed(data: Any) -> tuple[Press, list[str]]:
    try:
        return Press.read(data["custom_id"]), [str(value) for value in data.get("values") or ()]
    except (ValueError, TypeError, LookupError):
        return _NOBODY_KNOWS, []


def _submitted(data: Any) -> tuple[Press, list[str]]:
    try:
        press = Press.read(data["custom_id"])
        return (press, [typed_moves(data)]) if press.verb == PLAYS else (_NOBODY_KNOWS, [])
    except (ValueError, TypeError, LookupError):
        return _NOBODY_KNOWS, []


def on_press(verb: str) -> Callable[[Action], Action]:
    """Register what a verb does; any error is then explained to the person who pressed."""

    def register(action: Action) -> Action:
        @functools.wraps(action)
        async def guarded(interaction: Interaction, press: Press, values: list[str]) -> None:
            try:
                await action(interaction, press, values)
            except Exception as error:  # noqa: BLE001  discord.py would log it and leave the person waiting
                await explain(interaction, error)

        ACTIONS[verb] = guarded
        return action

    return register

"""Where everything that people ask for comes in: whoever asks for too much is refused before it is work."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.client.events import Payload, parsers_of
from bot.client.failures import FAILURES
from bot.engine.errors import GameError
from bot.service.errors import Refusal
from bot.service.limits import Ask, Limits
from bot.ui.answers import explain
from bot.ui.options import check_options, read_options
from bot.ui.presses import Interaction, count_command, note_arrival, note_failure
from bot.ui.services import services_of
from bot.watch.metrics import Metrics

_HINTS = {"hint", "check", "review", "replay", "follow", "share"}
"""Commands, and what presses do, that ask a solver about a game."""


_ASKS = {2: Ask.COMMAND, 3: Ask.PRESS, 4: Ask.AUTOCOMPLETE, 5: Ask.PRESS}
"""By the type of the interaction, as Discord numbers them."""


def ignore_floods(client: discord.Client, limits: Limits, metrics: Metrics) -> None:
    """Drop what comes long after a limit as soon as it is read, before discord.py makes objects of it."""
    parsers = parsers_of(client)
    parse = parsers["INTERACTION_CREATE"]

    def parse_unless_flood(data: Payload) -> None:
        person = int((data.get("member") or data)["user"]["id"])
        if data["type"] not in _ASKS or limits.hears(person, _ASKS[data["type"]]):
            parse(data)
        else:
            metrics.ignored()

    parsers["INTERACTION_CREATE"] = parse_unless_flood


class LimitedTree(app_commands.CommandTree[Any]):
    """The tree of commands, for those who do not ask for too much."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Whether to run a command or to offer choices; a command that is refused is counted here."""
        if interaction.type is discord.InteractionType.autocomplete:
            return await may_begin(interaction, Ask.AUTOCOMPLETE) and await _may_offer(interaction)
        note_arrival(interaction)
        if await _may_run(interaction):
            return True
        count_command(services_of(interaction).metrics, interaction)
        return False


async def may_begin(interaction: Interaction, ask: Ask, what: object = None) -> bool:
    """Whether a person may ask for something now; if so, it is under way until the current task ends.

    Otherwise the person is told when to go on; choices are just not offered.
    """
    limits, person = services_of(interaction).limits, interaction.user.id
    try:
        if what in _HINTS:
            limits.count(person, Ask.HINT)
        limits.begin(person, ask)
    except Refusal as refusal:
        note_failure(interaction, refusal)  # also if nobody is told
        if limits.may_tell(person):
            await _refuse(interaction, refusal)
        return False
    task = asyncio.current_task()
    assert task is not None  # noqa: S101  discord.py starts one for each interaction
    task.add_done_callback(lambda _: limits.end(person, ask))
    if pause := limits.pause(person, ask):
        await asyncio.sleep(pause)
    return True


async def _may_run(interaction: Interaction) -> bool:
    command: Mapping[str, Any] = interaction.data or {}
    if not await may_begin(interaction, Ask.COMMAND, command.get("name")):
        return False
    try:
        check_options(interaction)
    except GameError as refusal:
        await explain(interaction, refusal)
        return False
    return True


async def _may_offer(interaction: Interaction) -> bool:
    try:
        read_options(interaction)
    except GameError:
        await _offer_nothing(interaction)
        return False
    return True


async def _refuse(interaction: Interaction, refusal: Refusal) -> None:
    if interaction.type is discord.InteractionType.autocomplete:
        await _offer_nothing(interaction)
    else:
        await explain(interaction, refusal)


async def _offer_nothing(interaction: Interaction) -> None:
    with contextlib.suppress(*FAILURES):
        await interaction.response.autocomplete([])

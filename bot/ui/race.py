"""Race: how one starts, and what the buttons under its message do."""

from __future__ import annotations

import asyncio

import discord

from bot.client.failures import FAILURES, is_refusal
from bot.client.names import named_in
from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.engine.rules import AnyRules
from bot.render.language import read_in
from bot.render.race import NO_SERVER, STILL_ON, STOPPED, UNSEEN
from bot.service.race import NoRace, Standing
from bot.service.wish import DealRequest
from bot.store import Race
from bot.ui.answers import count_post, show, tell
from bot.ui.board import presses_on
from bot.ui.deal import deal
from bot.ui.notes import Note
from bot.ui.presses import Interaction, Press
from bot.ui.race_message import result_view, running_view
from bot.ui.services import seat_of, services_of

_PATIENCE = 1.0
"""Seconds that Discord may take to say whether the bot is in a thread: it waits for answers for three."""


async def start(interaction: Interaction, rules: AnyRules, hours: int) -> None:
    """Start a race in the channel and post its message; raise RaceOn if one is running there."""
    if interaction.guild_id is None:
        raise GameError(NO_SERVER)
    if not await _sees(interaction):
        raise GameError(UNSEEN)
    services = services_of(interaction)
    count_post(interaction)
    language = await services.languages.around(interaction)
    race = await services.races.start(seat_of(interaction), interaction.guild_id, rules, hours)
    with read_in(language):
        view = running_view(race, [])
    try:
        answer = await interaction.response.send_message(view=view)
    except FAILURES:
        # Nobody sees it, and it would prevent others from starting one.
        await services.store.races.end(race.id)
        raise
    message = answer.message_id or (await interaction.original_response()).id
    await services.store.races.posted(race.id, message)


async def stop(interaction: Interaction) -> None:
    """End the race in the channel, and tell how it went where its message cannot."""
    services, manages = services_of(interaction), interaction.permissions.manage_guild
    race = await services.races.stop(seat_of(interaction), manages=manages)
    if await _sees(interaction):
        await tell(interaction, Note(STOPPED))
    else:
        await tell(interaction, result_view(race, await _standings(interaction, race)))
    await services.race_messages.finish(interaction.client, race)


async def _sees(interaction: Interaction) -> bool:
    """Whether the bot sees the channel; of a private thread, it may be told of the channel around it.

    So it asks; if Discord does not say, it sees the thread.
    """
    channel = interaction.channel
    if not interaction.app_permissions.view_channel:
        return False
    if channel is None or channel.type is not discord.ChannelType.private_thread:
        return True
    try:
        async with asyncio.timeout(_PATIENCE):
            await interaction.client.fetch_channel(channel.id)
    except FAILURES as error:
        return not is_refusal(error)
    return True


async def join(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Deal the race to the user who pressed, or show their board of it."""
    race = await _race(interaction, press)
    if race.over:
        await _show_result(interaction, press, race)
        return
    services = services_of(interaction)
    game = await services.races.join(seat_of(interaction), race)
    if race.message is None and (message := _pressed_message(interaction, press)) is not None:
        # The bot ended before it could note which message shows the race, or Discord took no edit of it then.
        await services.store.races.posted(race.id, message.id)
    await services.play.turn_to(game)
    await show(interaction, game)


async def play_the_same(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Deal the cards of a race that is over to the user who pressed."""
    race = await _race(interaction, press)
    if not race.over:
        raise GameError(STILL_ON)
    await deal(interaction, DealRequest(find_game(race.game), race.seed))


async def rematch(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Start another race of the same game, as long as the one that is over, for whoever was in that."""
    race = await _race(interaction, press)
    if not race.over:
        raise GameError(STILL_ON)
    await services_of(interaction).races.check_was_in(seat_of(interaction), race)
    await start(interaction, find_game(race.game), race.hours)


async def _race(interaction: Interaction, press: Press) -> Race:
    """Return the race that was pressed; raise NoRace if it is one of another server."""
    (number, *_) = press.numbers()
    race = await services_of(interaction).races.get(number)
    if race.guild != interaction.guild_id:
        raise NoRace
    return race


async def _show_result(interaction: Interaction, press: Press, race: Race) -> None:
    """Replace a message that missed the end of its race, say during a restart, with the result.

    Whoever pressed anywhere else is told in private.
    """
    found = await _standings(interaction, race)
    if _pressed_message(interaction, press) is None:
        await tell(interaction, result_view(race, found))
        return
    with read_in(await services_of(interaction).languages.around(interaction)):
        view = result_view(race, found)
    await interaction.response.edit_message(view=view, allowed_mentions=named_in(view))


def _pressed_message(interaction: Interaction, press: Press) -> discord.Message | None:
    """Return the message of the race that was pressed, unless the press is forged."""
    message = interaction.message
    return message if message is not None and press in presses_on(message) else None


async def _standings(interaction: Interaction, race: Race) -> list[Standing]:
    services = services_of(interaction)
    return await services.races.standings(await services.store.games.of_race(race.id))

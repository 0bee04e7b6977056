"""Forged presses and modals, which the bot never made, to see how it takes them."""

from __future__ import annotations

from typing import Any

from small_discord import Person, SmallDiscord
from small_discord.interactions import Asked, InteractionKind
from small_discord.people.commands import owners_of_message
from small_discord.people.message import Message
from small_discord.people.sender import Reply

BUTTON, SELECT = 2, 3


async def press(
    local: SmallDiscord, person: Person, message: Message, custom_id: str, *values: str, kind: int = BUTTON
) -> Message:
    """Press a button, or choose values of a select, that a message does not have; return the answer."""
    return await (await reply(local, person, message, custom_id, *values, kind=kind)).final()


async def reply(
    local: SmallDiscord, person: Person, message: Message, custom_id: str, *values: str, kind: int = BUTTON
) -> Reply:
    """Press a forged button or select as `press` does; return the first reply, which may be a modal."""
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind, "id": 2}
    if kind == SELECT:
        data["values"] = list(values)
    channel = local.world.known_channel(message.channel_id)
    owners = owners_of_message(local.world, message.post)
    asked = Asked(InteractionKind.COMPONENT, person.user, channel, data, owners, source_id=message.id)
    return Reply(local.world, *await local.desk.ask(asked))


async def submit(local: SmallDiscord, person: Person, data: dict[str, Any], source: Message) -> Message:
    """Submit arbitrary data as a modal; return the answer."""
    channel = local.world.known_channel(source.channel_id)
    interaction, given = await local.desk.ask(
        Asked(
            InteractionKind.MODAL,
            person.user,
            channel,
            data,
            owners_of_message(local.world, source.post),
            source_id=source.id,
            opened_by=source.post.payload["interaction_metadata"],
        )
    )
    return await Reply(local.world, interaction, given).final()

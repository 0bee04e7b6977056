"""Presses and modals as the bot has never made them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.local.interactions.interaction import Asked, Kind
from bot.local.people.message import Message
from bot.local.people.reply import Reply
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from bot.local import Person
    from tests.flow.conftest import Parlour

BUTTON, SELECT = 2, 3


async def press(
    parlour: Parlour, person: Person, message: Message, custom_id: str, *values: str, kind: int = BUTTON
) -> str:
    """Press a button, or choose values of a select, that somebody has put on a message; return the answer."""
    control: dict[str, Any] = {"type": kind, "id": 2, "custom_id": custom_id, "style": 2, "label": "Forged"}
    if kind == SELECT:
        control["options"] = [{"label": value, "value": value} for value in values]
    row = {"type": 1, "id": 1, "components": [control]}
    forged = replace(message.post, payload=message.post.payload | {"components": [row]})
    parlour.local.world.posts.edit(forged)
    reply = await person.use(Message(forged), custom_id, list(values))
    return (await reply.final()).text


async def submit(parlour: Parlour, person: Person, data: dict[str, Any], source: Message) -> str:
    """Submit whatever it is as a modal; return the answer."""
    asked = Asked(Kind.MODAL, person.user, person.channel(HERE), data, source_id=source.id)
    interaction, given = await parlour.local._desk.ask(asked)
    return (await Reply(parlour.local.world, interaction, given).final()).text

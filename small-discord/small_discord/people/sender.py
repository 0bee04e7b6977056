"""What a person sends to the bot, and the reply that comes back."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from datetime import datetime
from typing import Literal

from small_discord.interactions import (
    Answer,
    Asked,
    Desk,
    Interaction,
    InteractionKind,
    NotResponding,
    Respond,
)
from small_discord.people.commands import (
    ATTACHMENT,
    CHANNEL,
    MENTIONABLE,
    ON_MESSAGE,
    ROLE,
    USER,
    Invocation,
    check_invocation,
    find_command,
    must_hide,
    offered,
    owners_of,
    owners_of_message,
    values_of,
)
from small_discord.people.forms import Form, Resolver, check_values, is_select, options_of
from small_discord.people.message import Choice, Message, Modal, Refused
from small_discord.wire import Json
from small_discord.world.payloads import shown
from small_discord.world.permissions import MANAGE_THREADS
from small_discord.world.places import Channel, User
from small_discord.world.posts import Post
from small_discord.world.world import World

ReplyKind = Literal["message", "update", "deferred", "modal", "nothing"]
_PATIENCE = 180.0
"""Seconds for which what becomes of a deferred answer is awaited."""
_KINDS: dict[Respond, ReplyKind] = {
    Respond.MESSAGE: "message",
    Respond.DEFER_MESSAGE: "deferred",
    Respond.DEFER_UPDATE: "nothing",
    Respond.UPDATE: "update",
    Respond.MODAL: "modal",
}


class Reply:
    """The bot's answer: a message, an update of the one pressed, "is thinking", a modal, or nothing yet."""

    def __init__(self, world: World, interaction: Interaction, answer: Answer) -> None:
        asked = interaction.asked
        self._world = world
        self._interaction = interaction
        self.kind: ReplyKind = _KINDS[answer.respond]
        self.modal: Modal | None = (
            Modal(answer.data, asked.user, asked.channel, asked.owners, interaction.metadata, asked.source_id)
            if answer.respond is Respond.MODAL
            else None
        )

    @property
    def message(self) -> Message | None:
        """The answer as it stands now, wherever it came; None if there is none or it was deleted."""
        message_id = self._interaction.answer_id or self._interaction.original_id
        if message_id is None:
            return None
        post = self._world.posts.get(self._interaction.asked.channel.id, message_id)
        return None if post is None else Message(shown(self._world, post))

    async def final(self, timeout: float | None = None) -> Message:  # noqa: ASYNC109  the caller's patience
        """Return what a deferred answer becomes (any other is returned at once), or raise NotResponding.

        Without `timeout` (in seconds) three minutes are waited.
        """
        if self.kind in ("deferred", "nothing"):
            timeout = _PATIENCE if timeout is None else timeout
            try:
                async with asyncio.timeout(timeout):
                    await self._interaction.settled.wait()
            except TimeoutError:
                raise NotResponding(f"The deferred answer did not come within {timeout} s") from None
        message = self.message
        if message is None:
            raise NotResponding(f"There is no message in the end: the answer was of kind {self.kind!r}")
        return message


class Sender:
    """Sends the bot interactions on behalf of one user, in one window."""

    def __init__(self, world: World, desk: Desk, user: User, window: str | None) -> None:
        self._world = world
        self._desk = desk
        self._user = user
        self._window = window

    def invocation(self, channel: Channel, command_id: str, options: list[Json]) -> Invocation:
        """Return the invocation of a slash command by id, with options in Discord's form."""
        return Invocation(find_command(offered(self._world, self._user, channel), command_id), options)

    async def command(self, channel: Channel, invocation: Invocation) -> Reply:
        """Send a slash command whose options are complete."""
        check_invocation(self._world, invocation)
        line = invocation.line  # taken first: it names files, which the data replaces by ids
        data = self._command_data(channel, invocation)
        owners = owners_of(self._world, self._user, channel, invocation.command)
        asked = self._asked(InteractionKind.COMMAND, channel, data, owners)
        return await self._ask(replace(asked, command_line=line, command_name=invocation.name))

    async def choices(self, channel: Channel, invocation: Invocation) -> list[Choice]:
        """Ask for the choices of the option that has the focus."""
        data = self._command_data(channel, invocation)
        owners = owners_of(self._world, self._user, channel, invocation.command)
        _, answer = await self._desk.ask(self._asked(InteractionKind.AUTOCOMPLETE, channel, data, owners))
        return [Choice(choice["name"], choice["value"]) for choice in answer.data["choices"]]

    async def on(self, channel: Channel, kind: int, name_or_id: str, target: str) -> Reply:
        """Send a context menu command, on the user or message with this id."""
        command = find_command(offered(self._world, self._user, channel, kind), name_or_id)
        resolver = Resolver(self._world, self._user, channel)
        if kind == ON_MESSAGE:
            post = self._world.posts.get(channel.id, target)
            if post is None or post.viewer is not None:
                raise Refused("Commands work on messages that everybody sees.")
            resolved = resolver.message(post)
        else:
            resolved = resolver.users([target])
        data = _named(command) | {"target_id": target, "resolved": resolved}
        owners = owners_of(self._world, self._user, channel, command)
        asked = self._asked(InteractionKind.COMMAND, channel, data, owners)
        return await self._ask(replace(asked, command_name=command["name"]))

    async def press(self, post: Post, custom_id: str, values: list[str], pace: float = 0) -> Reply:
        """Press the button, or choose values of the select, that has this custom_id.

        The press is stamped at least `pace` seconds after the last edit of the message.
        """
        channel = self._world.channels[post.channel_id]
        control = Message(post).control(custom_id)
        data: Json = {"custom_id": custom_id, "component_type": control["type"], "id": control["id"]}
        if is_select(control):
            check_values(control, options_of(self._world, self._user, channel, control), values)
            data["values"] = values
            resolved = Resolver(self._world, self._user, channel).chosen(control["type"], values)
            data |= {"resolved": resolved} if resolved else {}
        elif control.get("disabled"):
            raise Refused("This button is disabled.")
        owners = owners_of_message(self._world, post)
        if not owners:
            raise Refused("The app is not in this server any more.")
        asked = self._asked(InteractionKind.COMPONENT, channel, data, owners)
        return await self._ask(replace(asked, source_id=post.id), max(0.0, pace - self._age_of_edit(post)))

    async def form(self, modal: Modal, components: list[Json]) -> Reply:
        """Send a modal's components in Discord's form."""
        if modal.user != self._user:
            raise Refused("This form is somebody else's.")
        data = Form(self._world, self._user, modal).data(components)
        asked = self._asked(InteractionKind.MODAL, modal.channel, data, modal.owners)
        return await self._ask(replace(asked, source_id=modal.source_id, opened_by=modal.opened_by))

    def come_in(self, channel: Channel) -> None:
        """Unarchive a thread, as the client does before anything happens there."""
        if not channel.archived:
            return
        manages = self._world.rights.in_channel(self._user.id, channel) & MANAGE_THREADS
        if channel.locked and not manages:
            raise Refused("This thread is archived and locked.")
        self._world.servers.change_channel(channel.id, archived=False, locked=False)

    def _asked(self, kind: InteractionKind, channel: Channel, data: Json, owners: dict[str, str]) -> Asked:
        hidden = must_hide(self._world, self._user, channel, owners)
        return Asked(kind, self._user, channel, data, owners, hidden=hidden, window=self._window)

    async def _ask(self, asked: Asked, pause: float = 0) -> Reply:
        guild = self._world.guild_of(asked.channel)
        if guild is not None and self._world.rights.is_timed_out(self._user.id, guild):
            raise Refused(f"{self._user.name} has a time-out in {guild.name}.")
        self.come_in(asked.channel)
        interaction, answer = await self._desk.ask(asked, pause)
        return Reply(self._world, interaction, answer)

    def _age_of_edit(self, post: Post) -> float:
        """Return how many seconds ago a message was edited."""
        edited = post.payload["edited_timestamp"]
        return (
            math.inf if edited is None else self._world.ids.now() - datetime.fromisoformat(edited).timestamp()
        )

    def _command_data(self, channel: Channel, invocation: Invocation) -> Json:
        data = _named(invocation.command) | {"options": invocation.options}
        given = values_of(invocation.options)
        resolver = Resolver(self._world, self._user, channel)
        users = [each["value"] for each in given if each["type"] == USER]
        roles = [each["value"] for each in given if each["type"] == ROLE]
        both = [each["value"] for each in given if each["type"] == MENTIONABLE]
        channels = [each["value"] for each in given if each["type"] == CHANNEL]
        resolved = resolver.mentionables([*users, *roles, *both]) | resolver.channels(channels)
        files = [each for each in given if each["type"] == ATTACHMENT]
        resolved |= resolver.upload([each["value"] for each in files])
        for option, file_id in zip(files, resolved.get("attachments", ()), strict=True):
            option["value"] = file_id
        return data | {"resolved": resolved} if resolved else data


def _named(command: Json) -> Json:
    return {key: command[key] for key in ("id", "name", "type", "guild_id") if key in command}

"""One user at a keyboard."""

import asyncio
from typing import Any

from bot.local.interactions.desk import Desk, NotResponding
from bot.local.interactions.interaction import Asked, Kind
from bot.local.limits.controls import LINK
from bot.local.limits.kinds import Kind as ComponentKind
from bot.local.payloads import channel_payload, member_payload, shown
from bot.local.people.message import Choice, Message
from bot.local.people.modal import Modal, check_values
from bot.local.people.options import (
    ATTACHMENT,
    CHANNEL,
    USER,
    Invocation,
    check_invocation,
    find_command,
    type_out,
    values_of,
)
from bot.local.people.refused import Refused
from bot.local.people.reply import Reply
from bot.local.posting.attachments import store
from bot.local.wire import Json
from bot.local.world.places import ADMINISTRATOR, Channel, User
from bot.local.world.posts import Post
from bot.local.world.world import World

Where = Channel | str
"""A channel, its id, "The Parlour/#patience", or "dm"."""


class Person:
    """Does what a user can do in Discord's window, and no more."""

    def __init__(self, world: World, desk: Desk, user: User) -> None:
        self._world = world
        self._desk = desk
        self.user = user

    async def slash(self, where: Where, command: str, /, **options: Any) -> Reply:
        """Type a slash command such as "deal accordion".

        Users and channels are given by id, files as Upload.
        """
        channel = self.channel(where)
        return await self.run(channel, type_out(self.commands(channel), command, options))

    async def autocomplete(self, where: Where, command: str, focused: str, /, **options: Any) -> list[Choice]:
        """Type into an option and return what the bot proposes; the option's text is among the options."""
        channel = self.channel(where)
        values = {focused: ""} | options
        return await self.ask_choices(channel, type_out(self.commands(channel), command, values, focused))

    async def press(self, message: Message, label_or_custom_id: str) -> Reply:
        """Press a button of a message as it stands now."""
        button = self._now(message).find(label_or_custom_id)
        if button["style"] == LINK:
            raise Refused("A link opens a page; the bot does not hear of it.")
        return await self.use(message, button["custom_id"], [])

    async def choose(self, message: Message, custom_id_or_placeholder_prefix: str, *values: str) -> Reply:
        """Choose options of a menu, by value or by label."""
        select = self._now(message).find_select(custom_id_or_placeholder_prefix)
        by_label = {option["label"]: option["value"] for option in select["options"]}
        known = {option["value"] for option in select["options"]}
        chosen = [value if value in known else by_label.get(value, value) for value in values]
        return await self.use(message, select["custom_id"], chosen)

    async def submit(self, modal: Modal, **values: str | list[str]) -> Reply:
        """Fill in a modal by custom_id and send it; a field that is not named keeps what is in it."""
        return await self.send_form(modal, modal.filled(values))

    def sees(self, where: Where) -> list[Message]:
        """Return the messages of a channel that this user may see, oldest first."""
        channel = self.channel(where)
        return [
            Message(shown(self._world, post))
            for post in self._world.posts.within(channel.id)
            if post.visible_to(self.user.id)
        ]

    async def waits_for(
        self,
        where: Where,
        text: str,
        timeout: float = 10,  # noqa: ASYNC109  the caller's own patience
    ) -> Message:
        """Return the newest message with this text once it is there; NotResponding if it does not come."""
        changed = asyncio.Event()

        def look(*_: object) -> None:
            changed.set()

        self._world.posts.listeners.append(look)
        try:
            async with asyncio.timeout(timeout):
                while True:
                    for message in reversed(self.sees(where)):
                        if text in message.text:
                            return message
                    changed.clear()
                    await changed.wait()
        except TimeoutError:
            raise NotResponding(f"{self.user.name} saw no message with {text!r} within {timeout} s") from None
        finally:
            self._world.posts.listeners.remove(look)

    def dismiss(self, message: Message) -> None:
        """Dismiss an ephemeral message."""
        post = self._post(message)
        if post.viewer is None:
            raise Refused("Only messages that nobody else sees can be dismissed.")
        self._world.posts.dismiss(post)

    def channel(self, where: Where) -> Channel:
        """Return a channel that this user may enter; Refused otherwise."""
        try:
            channel = self._world.channel(where, self.user)
        except KeyError as error:
            raise Refused(f"{error.args[0]}.") from None
        if not self._world.may_enter(self.user.id, channel):
            raise Refused(f"{self.user.name} has no access to this channel.")
        return channel

    def commands(self, channel: Channel) -> list[Json]:
        """Return the commands that a channel offers to this user."""
        return [
            command for command in self._world.commands.usable_in(channel) if self.may_use(command, channel)
        ]

    def may_use(self, command: Json, channel: Channel) -> bool:
        """Say whether this user has the permissions that a command asks for by default."""
        guild = self._world.guild_of(channel)
        needed = command["default_member_permissions"]
        if guild is None or needed is None:
            return True
        has = guild.permissions_of(self.user.id)
        # "0" means administrators only.
        return bool(has & ADMINISTRATOR) or (int(needed) != 0 and has & int(needed) == int(needed))

    def invocation(self, channel: Channel, command_id: str, options: list[Json]) -> Invocation:
        """Return the invocation of a command by id, with options in Discord's form."""
        return Invocation(find_command(self.commands(channel), command_id), options)

    async def run(self, channel: Channel, invocation: Invocation) -> Reply:
        """Send a command whose options are complete."""
        check_invocation(self._world, invocation)
        line = invocation.line  # names files, of which the data has the ids
        data = self._command_data(channel, invocation)
        asked = Asked(
            Kind.COMMAND,
            self.user,
            channel,
            data,
            command_line=line,
            command_name=invocation.name,
        )
        return await self._ask(asked)

    async def ask_choices(self, channel: Channel, invocation: Invocation) -> list[Choice]:
        """Ask for the choices of the option that has the focus."""
        data = self._command_data(channel, invocation)
        _, answer = await self._desk.ask(Asked(Kind.AUTOCOMPLETE, self.user, channel, data))
        return [Choice(choice["name"], choice["value"]) for choice in answer.data["choices"]]

    async def use(self, message: Message, custom_id: str, values: list[str]) -> Reply:
        """Press the button, or choose values of the menu, that has this custom_id."""
        now = self._now(message)
        control = now.control(custom_id)
        data: Json = {"custom_id": custom_id, "component_type": control["type"], "id": control["id"]}
        if control["type"] == ComponentKind.STRING_SELECT:
            check_values(control, values)
            data["values"] = values
        elif control.get("disabled"):
            raise Refused("This button is disabled.")
        channel = self.channel(now.channel_id)
        return await self._ask(Asked(Kind.COMPONENT, self.user, channel, data, source_id=now.id))

    async def send_form(self, modal: Modal, components: list[Json]) -> Reply:
        """Send a modal's components in Discord's form."""
        modal.check(components)
        data = {"custom_id": modal.custom_id, "components": components}
        return await self._ask(Asked(Kind.MODAL, self.user, modal.channel, data, source_id=modal.source_id))

    async def _ask(self, asked: Asked) -> Reply:
        interaction, answer = await self._desk.ask(asked)
        return Reply(self._world, interaction, answer)

    def _now(self, message: Message) -> Message:
        return Message(shown(self._world, self._post(message)))

    def _post(self, message: Message) -> Post:
        post = self._world.posts.get(message.channel_id, message.id)
        if post is None or not post.visible_to(self.user.id):
            raise Refused(f"{self.user.name} does not see this message, or not any more.")
        return post

    def _command_data(self, channel: Channel, invocation: Invocation) -> Json:
        command = invocation.command
        data: Json = {key: command[key] for key in ("id", "name", "type", "guild_id") if key in command}
        data["options"] = invocation.options
        given = values_of(invocation.options)
        resolved = self._users(channel, [each["value"] for each in given if each["type"] == USER])
        resolved |= self._channels([each["value"] for each in given if each["type"] == CHANNEL])
        files = [each for each in given if each["type"] == ATTACHMENT]
        if files:
            resolved["attachments"] = self._upload(files)
        if resolved:
            data["resolved"] = resolved
        return data

    def _upload(self, options: list[Json]) -> Json:
        """Store the files of options, which from now on carry their ids, and return them by these."""
        stored = [store(self._world, option["value"], {}) for option in options]
        for option, file in zip(options, stored, strict=True):
            option["value"] = file["id"]
        return {file["id"]: file | {"ephemeral": True} for file in stored}

    def _users(self, channel: Channel, user_ids: list[str]) -> Json:
        if not user_ids:
            return {}
        users = {user_id: self._world.users[user_id] for user_id in user_ids}
        resolved: Json = {"users": {user_id: user.payload for user_id, user in users.items()}}
        guild = self._world.guild_of(channel)
        if guild is not None:
            members = {user_id: member_payload(guild, user) for user_id, user in users.items()}
            resolved["members"] = members
        return resolved

    def _channels(self, channel_ids: list[str]) -> Json:
        if not channel_ids:
            return {}
        channels = [self._world.channels[channel_id] for channel_id in channel_ids]
        return {"channels": {channel.id: self._partial(channel) for channel in channels}}

    def _partial(self, channel: Channel) -> Json:
        """Return a channel as an option brings it: with what the person, not the bot, may do there."""
        guild = self._world.guild_of(channel)
        permissions = guild.permissions_in(channel, self.user.id) if guild else 0
        return channel_payload(self._world, channel) | {"permissions": str(permissions)}

"""Sends a person's actions to the bot, as interactions in Discord's form."""

from dataclasses import replace

from small_discord.interactions.desk import Desk
from small_discord.interactions.interaction import Asked, Kind
from small_discord.people.form import Form
from small_discord.people.message import Choice, Message
from small_discord.people.modal import Modal
from small_discord.people.offers import (
    ON_MESSAGE,
    must_hide,
    offered,
    owners_of,
    owners_of_message,
)
from small_discord.people.options import (
    ATTACHMENT,
    CHANNEL,
    MENTIONABLE,
    ROLE,
    USER,
    Invocation,
    check_invocation,
    find_command,
    values_of,
)
from small_discord.people.refused import Refused
from small_discord.people.reply import Reply
from small_discord.people.resolved import Resolver
from small_discord.people.selects import check_values, is_select, options_of
from small_discord.wire import Json
from small_discord.world.permissions import MANAGE_THREADS
from small_discord.world.places import Channel, User
from small_discord.world.posts import Post
from small_discord.world.world import World


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
        asked = self._asked(Kind.COMMAND, channel, data, owners)
        return await self._ask(replace(asked, command_line=line, command_name=invocation.name))

    async def choices(self, channel: Channel, invocation: Invocation) -> list[Choice]:
        """Ask for the choices of the option that has the focus."""
        data = self._command_data(channel, invocation)
        owners = owners_of(self._world, self._user, channel, invocation.command)
        _, answer = await self._desk.ask(self._asked(Kind.AUTOCOMPLETE, channel, data, owners))
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
        asked = self._asked(Kind.COMMAND, channel, data, owners)
        return await self._ask(replace(asked, command_name=command["name"]))

    async def press(self, post: Post, custom_id: str, values: list[str]) -> Reply:
        """Press the button, or choose values of the select, that has this custom_id."""
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
        asked = self._asked(Kind.COMPONENT, channel, data, owners)
        return await self._ask(replace(asked, source_id=post.id))

    async def form(self, modal: Modal, components: list[Json]) -> Reply:
        """Send a modal's components in Discord's form."""
        if modal.user != self._user:
            raise Refused("This form is somebody else's.")
        data = Form(self._world, self._user, modal).data(components)
        asked = self._asked(Kind.MODAL, modal.channel, data, modal.owners)
        return await self._ask(replace(asked, source_id=modal.source_id))

    def come_in(self, channel: Channel) -> None:
        """Unarchive a thread, as the client does before anything happens there."""
        if not channel.archived:
            return
        guild = self._world.guilds[str(channel.guild_id)]
        if channel.locked and not guild.permissions_in(channel, self._user.id) & MANAGE_THREADS:
            raise Refused("This thread is archived and locked.")
        self._world.servers.change_channel(channel.id, archived=False, locked=False)

    def _asked(self, kind: Kind, channel: Channel, data: Json, owners: dict[str, str]) -> Asked:
        hidden = must_hide(self._world, self._user, channel, owners)
        return Asked(kind, self._user, channel, data, owners, hidden=hidden, window=self._window)

    async def _ask(self, asked: Asked) -> Reply:
        self.come_in(asked.channel)
        interaction, answer = await self._desk.ask(asked)
        return Reply(self._world, interaction, answer)

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

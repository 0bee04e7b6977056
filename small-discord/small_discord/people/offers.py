"""Which commands a person is offered in a channel, and by whose installs of the app."""

from small_discord.wire import Json
from small_discord.world.installs import BY_SERVER, BY_USER
from small_discord.world.permissions import ADMINISTRATOR, USE_APPLICATION_COMMANDS, USE_EXTERNAL_APPS
from small_discord.world.places import Channel, Guild, User
from small_discord.world.posts import Post
from small_discord.world.world import World

SLASH, ON_USER, ON_MESSAGE = 1, 2, 3
"""Discord's types of commands."""


def offered(world: World, user: User, channel: Channel, kind: int = SLASH) -> list[Json]:
    """Return the commands of a kind that a channel offers a user, those of its server first."""
    fitting = (command for command in world.commands.all() if command["type"] == kind)
    in_order = sorted(fitting, key=lambda command: command.get("guild_id") is None)
    return [command for command in in_order if owners_of(world, user, channel, command)]


def owners_of(world: World, user: User, channel: Channel, command: Json) -> dict[str, str]:
    """Return the installs by which a user may use a command in a channel; none if it is not offered."""
    guild = world.guild_of(channel)
    if guild is not None and not guild.permissions_in(channel, user.id) & USE_APPLICATION_COMMANDS:
        return {}
    if "guild_id" in command:
        here = command["guild_id"] == channel.guild_id
        return _by_server(world, user, channel, command) if here else {}
    if command["contexts"] is not None and channel.context not in command["contexts"]:
        return {}
    owners: dict[str, str] = {}
    if int(BY_SERVER) in command["integration_types"]:
        owners |= _by_server(world, user, channel, command)
    if int(BY_USER) in command["integration_types"] and user.id in world.installs:
        owners[BY_USER] = user.id
    return owners


def _by_server(world: World, user: User, channel: Channel, command: Json) -> dict[str, str]:
    guild = world.guild_of(channel)
    if guild is not None:
        usable = world.app.bot.id in guild.members and _permitted(guild, user, channel, command)
        return {BY_SERVER: guild.id} if usable else {}
    shares = any(user.id in each.members for each in world.servers.of_bot())
    return {BY_SERVER: "0"} if channel.context == 1 and shares else {}


def _permitted(guild: Guild, user: User, channel: Channel, command: Json) -> bool:
    """Say whether a member has the permissions a command needs; grants by the server's managers go first."""
    needed = command["default_member_permissions"]
    if needed is None or guild.grants_command(command["id"], user.id):
        return True
    has = guild.permissions_in(channel, user.id)
    # "0" means administrators only.
    return bool(has & ADMINISTRATOR) or (int(needed) != 0 and has & int(needed) == int(needed))


def owners_of_message(world: World, post: Post) -> dict[str, str]:
    """Return the installs by which the buttons of a message work; none if the app is gone."""
    channel = world.channels[post.channel_id]
    whole = {BY_SERVER: channel.guild_id or "0"}
    asked = post.payload.get("interaction_metadata")
    owners: dict[str, str] = asked["authorizing_integration_owners"] if asked else whole
    guild = world.guild_of(channel)
    if guild is not None and world.app.bot.id not in guild.members:
        return {key: owner for key, owner in owners.items() if key != BY_SERVER}
    return owners


def must_hide(world: World, user: User, channel: Channel, owners: dict[str, str]) -> bool:
    """Say whether all answers are private: the app is external here, and the user may not use such apps."""
    guild = world.guild_of(channel)
    if guild is None or world.app.bot.id in guild.members or BY_SERVER in owners:
        return False
    return not guild.permissions_in(channel, user.id) & USE_EXTERNAL_APPS

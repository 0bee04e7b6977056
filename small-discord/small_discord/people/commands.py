"""The commands that a person is offered, and typing them with their options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from small_discord.limits.commands import GROUP, SUBCOMMAND
from small_discord.people.message import Refused
from small_discord.wire import Json, Upload
from small_discord.world.access import BY_SERVER, BY_USER
from small_discord.world.permissions import ADMINISTRATOR, USE_APPLICATION_COMMANDS, USE_EXTERNAL_APPS
from small_discord.world.places import Channel, User
from small_discord.world.posts import Post
from small_discord.world.world import World

SLASH, ON_USER, ON_MESSAGE = 1, 2, 3
"""Discord's types of commands."""
_STRING, _INTEGER, _BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, _NUMBER, ATTACHMENT = range(3, 12)
_MOST_STRING = 6000
_PYTHON_TYPES: dict[int, tuple[type, ...]] = {
    _STRING: (str,),
    _INTEGER: (int,),
    _BOOLEAN: (bool,),
    USER: (str,),
    CHANNEL: (str,),
    ROLE: (str,),
    MENTIONABLE: (str,),
    _NUMBER: (int, float),
    ATTACHMENT: (Upload,),
}


def offered(world: World, user: User, channel: Channel, kind: int = SLASH) -> list[Json]:
    """Return the commands of a kind that a channel offers a user, those of its server first."""
    fitting = (command for command in world.commands.all() if command["type"] == kind)
    in_order = sorted(fitting, key=lambda command: command.get("guild_id") is None)
    return [command for command in in_order if owners_of(world, user, channel, command)]


def owners_of(world: World, user: User, channel: Channel, command: Json) -> dict[str, str]:
    """Return the installs by which a user may use a command in a channel; none if it is not offered."""
    guild = world.guild_of(channel)
    if guild is not None and not world.rights.in_channel(user.id, channel) & USE_APPLICATION_COMMANDS:
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
        usable = world.app.bot.id in guild.members and _permitted(world, user, channel, command)
        return {BY_SERVER: guild.id} if usable else {}
    shares = any(user.id in each.members for each in world.servers.of_bot())
    return {BY_SERVER: "0"} if channel.context == 1 and shares else {}


def _permitted(world: World, user: User, channel: Channel, command: Json) -> bool:
    """Say whether a member has the permissions a command needs; grants by the server's managers go first."""
    needed = command["default_member_permissions"]
    guild = world.guilds[str(channel.guild_id)]
    if needed is None or guild.grants_command(command["id"], user.id):
        return True
    has = world.rights.in_channel(user.id, channel)
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
    return not world.rights.in_channel(user.id, channel) & USE_EXTERNAL_APPS


class Invocation(NamedTuple):
    """A command and the options it is called with, in Discord's form."""

    command: Json
    options: list[Json]

    @property
    def name(self) -> str:
        """The whole name, subcommands included: "deal accordion"."""
        return " ".join((self.command["name"], *(each["name"] for each in _path(self.options))))

    @property
    def line(self) -> str:
        """What the person typed: "/deal accordion variant:goren"."""
        given = (f"{option['name']}:{option['value']}" for option in values_of(self.options))
        return " ".join((f"/{self.name}", *given))


def type_out(
    commands: list[Json], text: str, values: dict[str, Any], focused: str | None = None
) -> Invocation:
    """Return the invocation of "deal accordion" with these values; raise Refused if it does not exist."""
    first, *rest = text.removeprefix("/").split()
    command = find_command(commands, first)
    node, chain = command, []
    for name in rest:
        node = _named(node, name, text)
        chain.append(node)
    options = [_option(_named(node, name, text), value, focused) for name, value in values.items()]
    for subcommand in reversed(chain):
        options = [{"name": subcommand["name"], "type": subcommand["type"], "options": options}]
    return Invocation(command, options)


def find_command(commands: list[Json], name_or_id: str) -> Json:
    """Return the command with this name or id; raise Refused if there is none."""
    for command in commands:
        if name_or_id in (command["name"], command["id"]):
            return command
    raise Refused(
        f"There is no command {name_or_id!r} here; there are {[each['name'] for each in commands]}."
    )


def _named(node: Json, name: str, text: str) -> Json:
    for option in node.get("options") or []:
        if option["name"] == name:
            found: Json = option
            return found
    raise Refused(
        f"/{text} has no option {name!r}; it has {[each['name'] for each in node.get('options') or []]}."
    )


def _option(declared: Json, value: Any, focused: str | None) -> Json:
    option = {"name": declared["name"], "type": declared["type"], "value": value}
    return option | {"focused": True} if declared["name"] == focused else option


def check_invocation(world: World, invocation: Invocation) -> None:
    """Raise Refused for options that the command does not declare, or that break its declaration."""
    declared: list[Json] = invocation.command.get("options") or []
    for step in _path(invocation.options):
        declared = next((each.get("options") or [] for each in declared if each["name"] == step["name"]), [])
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in declared):
        raise Refused(
            f"/{invocation.name} is not complete; it needs one of {[each['name'] for each in declared]}."
        )
    given = {option["name"]: option for option in values_of(invocation.options)}
    by_name = {option["name"]: option for option in declared}
    for name, option in given.items():
        if name not in by_name:
            raise Refused(f"/{invocation.name} has no option {name!r}; it has {list(by_name)}.")
        _check_value(world, by_name[name], option["value"])
    for option in declared:
        if option.get("required") and option["name"] not in given:
            raise Refused(f"/{invocation.name} needs the option {option['name']!r}.")


def values_of(options: list[Json]) -> list[Json]:
    """Return the options that carry values, below all subcommands."""
    while options and options[0]["type"] in (SUBCOMMAND, GROUP):
        options = options[0].get("options") or []
    return options


def _path(options: list[Json]) -> Iterator[Json]:
    while options and options[0]["type"] in (SUBCOMMAND, GROUP):
        yield options[0]
        options = options[0].get("options") or []


def _check_value(world: World, declared: Json, value: Any) -> None:
    name, kind = declared["name"], declared["type"]
    if not isinstance(value, _PYTHON_TYPES[kind]) or (kind != _BOOLEAN and isinstance(value, bool)):
        raise Refused(f"The option {name!r} does not take {value!r}.")
    choices = [choice["value"] for choice in declared.get("choices") or []]
    if choices and value not in choices:
        raise Refused(f"The option {name!r} takes one of {choices}, not {value!r}.")
    if kind in _IDS and not _IDS[kind].exists(world, str(value)):
        raise Refused(f"The option {name!r} takes the id of {_IDS[kind].what}, not {value!r}.")
    _check_bounds(declared, value)


class _Id(NamedTuple):
    """A kind of thing that an option takes by id."""

    what: str
    exists: Callable[[World, str], bool]


def _is_user(world: World, value: str) -> bool:
    return value in world.users


def _is_role(world: World, value: str) -> bool:
    return any(value == role.id for guild in world.guilds.values() for role in guild.all_roles)


def _is_mentionable(world: World, value: str) -> bool:
    return _is_user(world, value) or _is_role(world, value)


def _is_channel(world: World, value: str) -> bool:
    return value in world.channels and world.channels[value].guild_id is not None


_IDS = {
    USER: _Id("a user", _is_user),
    ROLE: _Id("a role", _is_role),
    MENTIONABLE: _Id("a user or a role", _is_mentionable),
    CHANNEL: _Id("a server's channel", _is_channel),
}


def _check_bounds(declared: Json, value: Any) -> None:
    if declared["type"] == _STRING:
        size, least, most = len(value), declared.get("min_length"), declared.get("max_length") or _MOST_STRING
    elif declared["type"] in (_INTEGER, _NUMBER):
        size, least, most = value, declared.get("min_value"), declared.get("max_value")
    else:
        return
    if (least is not None and size < least) or (most is not None and size > most):
        raise Refused(f"The option {declared['name']!r} must lie between {least} and {most}.")

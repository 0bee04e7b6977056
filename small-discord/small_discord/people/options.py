"""Turning what a person types into the options of a command."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from small_discord.limits.commands import GROUP, SUBCOMMAND
from small_discord.people.refused import Refused
from small_discord.posting.body import Upload
from small_discord.wire import Json
from small_discord.world.world import World

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
MOST_STRING = 6000
_PYTHON_TYPES: dict[int, tuple[type, ...]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    USER: (str,),
    CHANNEL: (str,),
    ROLE: (str,),
    MENTIONABLE: (str,),
    NUMBER: (int, float),
    ATTACHMENT: (Upload,),
}


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
    if not isinstance(value, _PYTHON_TYPES[kind]) or (kind != BOOLEAN and isinstance(value, bool)):
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
    return any(value in (guild.id, *(role.id for role in guild.roles)) for guild in world.guilds.values())


def _is_mentionable(world: World, value: str) -> bool:
    return _is_user(world, value) or _is_role(world, value)


def _is_channel(world: World, value: str) -> bool:
    return value in world.channels and world.channels[value].guild_id is not None


_IDS = {
    USER: _Id("a user", _is_user),
    ROLE: _Id("a role", _is_role),
    MENTIONABLE: _Id(
        "a user or a role", lambda world, value: _is_user(world, value) or _is_role(world, value)
    ),
    CHANNEL: _Id("a server's channel", _is_channel),
}


def _check_bounds(declared: Json, value: Any) -> None:
    if declared["type"] == STRING:
        size, least, most = len(value), declared.get("min_length"), declared.get("max_length") or MOST_STRING
    elif declared["type"] in (INTEGER, NUMBER):
        size, least, most = value, declared.get("min_value"), declared.get("max_value")
    else:
        return
    if (least is not None and size < least) or (most is not None and size > most):
        raise Refused(f"The option {declared['name']!r} must lie between {least} and {most}.")

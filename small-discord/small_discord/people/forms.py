"""What a person chooses in menus and fills into forms, as Discord sends it."""

from __future__ import annotations

from collections.abc import Sequence

from small_discord.limits.kinds import SELECTS, Kind, walk
from small_discord.people.message import Modal, Refused
from small_discord.posting import store
from small_discord.wire import Json, Upload
from small_discord.world.payloads import channel_payload, member_payload, role_payload, whole_message
from small_discord.world.places import Channel, Guild, User
from small_discord.world.posts import Post
from small_discord.world.world import World


def options_of(world: World, user: User, channel: Channel, select: Json) -> dict[str, str]:
    """Return the labels of what a select offers to a user in a channel, by value."""
    kind = select["type"]
    if kind == Kind.STRING_SELECT:
        return {option["value"]: option["label"] for option in select["options"]}
    if kind == Kind.CHANNEL_SELECT:
        return _channels(world, user, channel, select.get("channel_types") or ())
    offered: dict[str, str] = {}
    if kind in (Kind.USER_SELECT, Kind.MENTIONABLE_SELECT):
        offered |= {each.id: each.name for each in people_in(world, channel)}
    guild = world.guild_of(channel)
    if kind in (Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT) and guild is not None:
        offered |= {role.id: role.name for role in guild.all_roles}
    return offered


def people_in(world: World, channel: Channel) -> list[User]:
    """Return the people who can be chosen in a channel, including the bot if it is a member."""
    guild = world.guild_of(channel)
    if guild is not None:
        return [world.users[user_id] for user_id in guild.members]
    ids = channel.people or (str(channel.user_id), world.app.bot.id)
    return [world.users[user_id] for user_id in ids]


def _channels(world: World, user: User, channel: Channel, kinds: Sequence[int]) -> dict[str, str]:
    guild = world.guild_of(channel)
    if guild is None:
        return {}
    seen = [each for each in guild.channels if world.may_enter(user.id, each)]
    return {each.id: f"#{each.name}" for each in seen if not kinds or each.kind in kinds}


def chosen_values(offered: dict[str, str], given: Sequence[str]) -> list[str]:
    """Return the values for given values or labels."""
    by_label = {label: value for value, label in offered.items()}
    return [each if each in offered else by_label.get(each, each) for each in given]


def check_values(select: Json, offered: dict[str, str], values: list[str]) -> None:
    """Raise Refused for values that a select does not offer, or for too few or too many."""
    if select.get("disabled"):
        raise Refused("This menu is disabled.")
    if strangers := [value for value in values if value not in offered]:
        raise Refused(f"The menu does not offer {strangers}; it offers {sorted(offered)}.")
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(set(values)) == len(values) <= most:
        raise Refused(f"The menu takes {least} to {most} different values, not {len(values)}.")


def is_select(component: Json) -> bool:
    """Say whether a component is a select of any kind."""
    return component.get("type") in SELECTS


class Resolver:
    """Describes things by id, as a user sees them in a channel."""

    def __init__(self, world: World, user: User, channel: Channel) -> None:
        self._world = world
        self._user = user
        self._place = channel
        self._guild = world.guild_of(channel)

    def users(self, ids: list[str]) -> Json:
        """Return users and, in a server, their member objects."""
        if not ids:
            return {}
        users = [self._world.users[user_id] for user_id in ids]
        resolved: Json = {"users": {user.id: user.payload for user in users}}
        guild = self._guild
        if guild is not None:
            inside = [user for user in users if user.id in guild.members]
            resolved["members"] = {user.id: self._member(guild, user) for user in inside}
        return resolved

    def roles(self, ids: list[str]) -> Json:
        """Return roles of the server."""
        if not ids or self._guild is None:
            return {}
        roles = {role.id: role for role in self._guild.all_roles}
        return {"roles": {role_id: role_payload(self._guild, roles[role_id]) for role_id in ids}}

    def channels(self, ids: list[str]) -> Json:
        """Return channels, with the permissions of the person and of the bot there."""
        return {"channels": {each: self._channel(self._world.channels[each]) for each in ids}} if ids else {}

    def mentionables(self, ids: list[str]) -> Json:
        """Return users and roles."""
        users = [each for each in ids if each in self._world.users]
        return self.users(users) | self.roles([each for each in ids if each not in users])

    def message(self, post: Post) -> Json:
        """Return a message in full: the bot may then read it, whoever wrote it."""
        return {"messages": {post.id: whole_message(self._world, post, "")}}

    def upload(self, files: list[Upload]) -> Json:
        """Store files and return them."""
        stored = [store(self._world, file, {}) for file in files]
        return {"attachments": {file["id"]: file | {"ephemeral": True} for file in stored}} if stored else {}

    def chosen(self, kind: int, ids: list[str]) -> Json:
        """Return what was chosen in a select of this type."""
        match kind:
            case Kind.USER_SELECT:
                return self.users(ids)
            case Kind.ROLE_SELECT:
                return self.roles(ids)
            case Kind.MENTIONABLE_SELECT:
                return self.mentionables(ids)
            case Kind.CHANNEL_SELECT:
                return self.channels(ids)
        return {}

    def _member(self, guild: Guild, user: User) -> Json:
        permissions = str(self._world.rights.in_channel(user.id, self._place))
        told = member_payload(guild, user) | {"permissions": permissions}
        return {key: value for key, value in told.items() if key not in ("user", "deaf", "mute")}

    def _channel(self, channel: Channel) -> Json:
        permissions = self._world.rights.in_channel(self._user.id, channel)
        return channel_payload(self._world, channel) | {
            "permissions": str(permissions),
            "app_permissions": str(self._world.bot_permissions(channel)),
        }


class Form:
    """Takes the fields of one modal, each by its kind."""

    def __init__(self, world: World, user: User, modal: Modal) -> None:
        self._world = world
        self._user = user
        self._modal = modal
        self._resolver = Resolver(world, user, modal.channel)
        self._resolved: Json = {}

    def data(self, components: list[Json]) -> Json:
        """Return the data of a submission; raise Refused if a field is missing or invalid."""
        sent = {each["custom_id"]: each for each in walk(components) if "custom_id" in each}
        for custom_id, field in self._modal.fields.items():
            given = sent.get(custom_id, {})
            if field["type"] == Kind.TEXT_INPUT:
                _check_text(field, str(given.get("value") or ""))
            elif field["type"] == Kind.FILE_UPLOAD:
                given["values"] = self._upload(field, list(given.get("values") or []))
            else:
                given["values"] = self._choose(field, list(given.get("values") or []))
        data: Json = {"custom_id": self._modal.custom_id, "components": components}
        return data | {"resolved": self._resolved} if self._resolved else data

    def _upload(self, field: Json, files: list[Upload]) -> list[str]:
        _check_files(field, files)
        found = self._resolver.upload(files)
        self._note(found)
        return list(found.get("attachments", ()))

    def _choose(self, field: Json, given: list[str]) -> list[str]:
        if not given and not field.get("required", True):
            return []
        offered = options_of(self._world, self._user, self._modal.channel, field)
        values = chosen_values(offered, given)
        check_values(field, offered, values)
        self._note(self._resolver.chosen(field["type"], values))
        return values

    def _note(self, found: Json) -> None:
        for kind, by_id in found.items():
            self._resolved[kind] = self._resolved.get(kind, {}) | by_id


def _check_text(field: Json, text: str) -> None:
    name = field.get("label") or field["custom_id"]
    if not text:
        if field.get("required", True):
            raise Refused(f"“{name}” must be filled in.")
        return
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if not least <= len(text) <= most:
        raise Refused(f"“{name}” takes {least} to {most} characters, not {len(text)}.")


def _check_files(field: Json, files: list[Upload]) -> None:
    least, most = field.get("min_values") or 0, field.get("max_values") or 1
    if field.get("required", True):
        least = max(least, 1)
    if not least <= len(files) <= most:
        raise Refused(f"“{field['custom_id']}” takes {least} to {most} files, not {len(files)}.")

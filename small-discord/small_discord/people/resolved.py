"""The resolved data of an interaction: users, roles, channels, messages and files that it names by id."""

from small_discord.limits.kinds import Kind
from small_discord.payloads import channel_payload, everybody, member_payload, role_payload, whole_message
from small_discord.posting.attachments import store
from small_discord.posting.body import Upload
from small_discord.wire import Json
from small_discord.world.places import Channel, Guild, Role, User
from small_discord.world.posts import Post
from small_discord.world.world import World


class Resolver:
    """Describes things by id, as a user sees them in a channel."""

    def __init__(self, world: World, user: User, channel: Channel) -> None:
        self._world = world
        self._user = user
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
            resolved["members"] = {user.id: _partial(member_payload(guild, user)) for user in inside}
        return resolved

    def roles(self, ids: list[str]) -> Json:
        """Return roles of the server."""
        if not ids or self._guild is None:
            return {}
        roles = {role.id: role for role in roles_of(self._guild)}
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

    def _channel(self, channel: Channel) -> Json:
        permissions = self._guild.permissions_in(channel, self._user.id) if self._guild else 0
        return channel_payload(self._world, channel) | {
            "permissions": str(permissions),
            "app_permissions": str(self._world.bot_permissions(channel)),
        }


def roles_of(guild: Guild) -> list[Role]:
    """Return all roles of a server, @everyone first."""
    return [everybody(guild), *guild.roles]


def _partial(member: Json) -> Json:
    return {key: value for key, value in member.items() if key not in ("user", "deaf", "mute")}

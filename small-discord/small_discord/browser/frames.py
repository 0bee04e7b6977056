"""Frames to and from the page: the world, messages in the page's own form, files in options."""

from base64 import b64decode

from small_discord.limits.fields import LOCALES
from small_discord.limits.kinds import Kind, walk
from small_discord.limits.messages import COMPONENTS_V2
from small_discord.people.commands import ATTACHMENT, ON_MESSAGE, ON_USER, SLASH, offered, values_of
from small_discord.people.message import Choice, Modal
from small_discord.people.person import Person
from small_discord.posting import CONTEXT_MENU_COMMAND, REPLY
from small_discord.wire import Json, Upload
from small_discord.world.places import Guild, User
from small_discord.world.posts import ADDED, PIN, REMOVED, RENAMED, THREAD_CREATED, THREAD_STARTER, Post
from small_discord.world.world import World

MOST_HISTORY = 50


def read_options(options: list[Json]) -> list[Json]:
    """Return a command's options with their files decoded: the page sends filename and base64 content."""
    for option in values_of(options):
        if option["type"] == ATTACHMENT:
            option["value"] = _upload(option["value"])
    return options


def read_form(components: list[Json]) -> list[Json]:
    """Return a modal's components with their files decoded in the same way."""
    for field in walk(components):
        if field["type"] == Kind.FILE_UPLOAD:
            field["values"] = [_upload(file) for file in field.get("values") or []]
    return components


def _upload(file: Json) -> Upload:
    return Upload(file["filename"], b64decode(file["content"], validate=True))


def world_frame(world: World, *, bot_online: bool) -> Json:
    """Return all people and places, with the commands as the bot registered them."""
    app = world.app
    return {
        "op": "world",
        "app": {"id": app.id, "name": app.name, "bot_user": {"id": app.bot.id, "name": app.bot.name}},
        "users": [_user(user) for user in world.people()],
        "languages": {user.id: world.languages.of(user.id) for user in world.people()},
        "locales": sorted(LOCALES),
        "guilds": [_guild(world, guild) for guild in world.guilds.values()],
        "dms": [{"channel": dm.id, "user": user_id} for user_id, dm in world.dms.items()],
        "talks": [{"channel": talk.id, "people": talk.people} for talk in world.talks.values()],
        "commands": world.commands.all(),
        "offers": {user.id: _offers(world, user) for user in world.people()},
        "installs": [user.id for user in world.people() if user.id in world.installs],
        "bot_online": bot_online,
        "bot_reads": world.access.grants_content,
    }


def _guild(world: World, guild: Guild) -> Json:
    return {
        "id": guild.id,
        "name": guild.name,
        "channels": [
            {"id": each.id, "name": each.name, "parent": each.parent_id, "archived": each.archived}
            for each in guild.channels
        ],
        "owner": guild.owner_id,
        "members": list(guild.members),
        "roles": [{"id": role.id, "name": role.name} for role in guild.all_roles],
        "has_bot": world.app.bot.id in guild.members,
        "has_outage": guild.has_outage,
    }


def _offers(world: World, user: User) -> dict[str, list[str]]:
    """Return the channels that a user sees, each with the ids of the commands it offers the user."""
    seen = [channel for channel in world.channels.values() if world.may_enter(user.id, channel)]
    kinds = (SLASH, ON_USER, ON_MESSAGE)
    return {
        channel.id: [command["id"] for kind in kinds for command in offered(world, user, channel, kind)]
        for channel in seen
    }


def history_frame(world: World, person: Person, channel_id: str) -> Json:
    """Return the latest messages of a channel that a person may see."""
    messages = [message_form(world, message.post) for message in person.sees(channel_id)[-MOST_HISTORY:]]
    return {"op": "history", "user": person.user.id, "channel": channel_id, "messages": messages}


def message_form(world: World, post: Post) -> Json:
    """Return a message that somebody sees, in the page's form."""
    payload = post.payload
    author = world.users[payload["author"]["id"]]
    # With Components V2, a file shows only where a component refers to it.
    files = [] if payload["flags"] & COMPONENTS_V2 else payload["attachments"]
    keys = ("id", "filename", "url", "content_type", "description", "size")
    return {
        "id": post.id,
        "channel_id": post.channel_id,
        "author": {"id": author.id, "name": author.name, "bot": author.bot},
        "timestamp": payload["timestamp"],
        "edited": payload["edited_timestamp"] is not None,
        "content": _said(payload) if post.by_discord else payload["content"],
        "components": payload["components"],
        "embeds": payload["embeds"],
        "attachments": [{key: file.get(key) for key in keys} for file in files],
        "ephemeral": post.viewer is not None,
        "thinking": post.thinking,
        "interaction": _interaction(world, post),
        "reply_to": payload["message_reference"]["message_id"] if payload["type"] == REPLY else None,
        "mentions": [_user(world.users[user["id"]]) for user in payload["mentions"]],
        "reactions": [{"emoji": each.emoji, "users": each.users} for each in post.reactions],
    }


def _said(payload: Json) -> str:
    """Return what Discord's client says for a message that Discord wrote."""
    named = ", ".join(user["global_name"] or user["username"] for user in payload["mentions"])
    said = {
        PIN: "pinned a message",
        ADDED: f"added {named} to the thread",
        REMOVED: f"removed {named} from the thread",
        RENAMED: f"renamed the thread: {payload['content']}",
        THREAD_CREATED: f"started a thread: {payload['content']}",
        THREAD_STARTER: "started this thread with a message",
    }
    return f"*{said[payload['type']]}*"


def _interaction(world: World, post: Post) -> Json | None:
    interaction = post.payload.get("interaction")
    if interaction is None:
        return None
    user = world.users[interaction["user"]["id"]]
    return {
        "user": _user(user),
        "name": interaction["name"],
        "from_menu": post.payload["type"] == CONTEXT_MENU_COMMAND,
        "command_line": post.command_line,
    }


def _user(user: User) -> Json:
    return {"id": user.id, "name": user.name}


def choices_frame(nonce: str, choices: list[Choice]) -> Json:
    """Return the choices that the bot proposes for an option."""
    return {"op": "choices", "nonce": nonce, "choices": [choice._asdict() for choice in choices]}


def modal_frame(nonce: str, modal: Modal) -> Json:
    """Return a modal that opens for a user."""
    return {"op": "modal", "nonce": nonce, "user": modal.user.id, "modal": modal.payload}

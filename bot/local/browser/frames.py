"""What the page is told and tells: the world, messages in its own form, files in options."""

from base64 import b64decode

from bot.local.limits.messages import COMPONENTS_V2
from bot.local.people.message import Choice
from bot.local.people.modal import Modal
from bot.local.people.options import ATTACHMENT, values_of
from bot.local.people.person import Person
from bot.local.posting.body import Upload
from bot.local.wire import Json
from bot.local.world.places import Guild
from bot.local.world.posts import Post
from bot.local.world.world import World

MOST_HISTORY = 50


def read_options(options: list[Json]) -> list[Json]:
    """Return the options of a command, whose files the page writes as filename and content in base64."""
    for option in values_of(options):
        if option["type"] == ATTACHMENT:
            file = option["value"]
            option["value"] = Upload(file["filename"], b64decode(file["content"], validate=True))
    return options


def world_frame(world: World, people: list[Person], *, bot_online: bool) -> Json:
    """Return who and what there is, with the commands as the bot registered them."""
    app = world.app
    return {
        "op": "world",
        "app": {"id": app.id, "name": app.name, "bot_user": {"id": app.bot.id, "name": app.bot.name}},
        "users": [{"id": user.id, "name": user.name} for user in world.people()],
        "guilds": [_guild(guild) for guild in world.guilds.values()],
        "dms": [{"channel": dm.id, "user": user_id} for user_id, dm in world.dms.items()],
        "commands": [_command(world, people, command) for command in world.commands.all()],
        "bot_online": bot_online,
    }


def _guild(guild: Guild) -> Json:
    return {
        "id": guild.id,
        "name": guild.name,
        "channels": [{"id": channel.id, "name": channel.name} for channel in guild.channels],
        "members": list(guild.members),
    }


def _command(world: World, people: list[Person], command: Json) -> Json:
    denied_in = {
        guild.id: [person.user.id for person in people if not person.may_use(command, guild.channels[0])]
        for guild in world.guilds.values()
    }
    everywhere = [
        person.user.id for person in people if all(person.user.id in ids for ids in denied_in.values())
    ]
    return command | {"denied": everywhere, "denied_in": denied_in}


def history_frame(world: World, person: Person, channel_id: str) -> Json:
    """Return the latest messages of a channel that a person may see."""
    messages = [message_form(world, message.post) for message in person.sees(channel_id)[-MOST_HISTORY:]]
    return {"op": "history", "user": person.user.id, "channel": channel_id, "messages": messages}


def message_form(world: World, post: Post) -> Json:
    """Return a message that somebody sees as the page takes it."""
    payload = post.payload
    author = world.users[payload["author"]["id"]]
    v2 = payload["flags"] & COMPONENTS_V2
    keys = ("id", "filename", "url", "content_type", "description")
    return {
        "id": post.id,
        "channel_id": post.channel_id,
        "author": {"id": author.id, "name": author.name, "bot": author.bot},
        "timestamp": payload["timestamp"],
        "edited": payload["edited_timestamp"] is not None,
        "content": payload["content"],
        "components": payload["components"],
        "embeds": payload["embeds"],
        # With Components V2 a file shows only where a component shows it.
        "attachments": [] if v2 else [{key: file[key] for key in keys} for file in payload["attachments"]],
        "ephemeral": post.viewer is not None,
        "thinking": post.thinking,
        "interaction": _interaction(world, post),
        "reply_to": payload.get("message_reference", {}).get("message_id"),
    }


def _interaction(world: World, post: Post) -> Json | None:
    interaction = post.payload.get("interaction")
    if interaction is None:
        return None
    user = world.users[interaction["user"]["id"]]
    return {
        "user": {"id": user.id, "name": user.name},
        "name": interaction["name"],
        "command_line": post.command_line,
    }


def choices_frame(nonce: str, choices: list[Choice]) -> Json:
    """Return what the bot proposes for an option."""
    return {"op": "choices", "nonce": nonce, "choices": [choice._asdict() for choice in choices]}


def modal_frame(nonce: str, modal: Modal) -> Json:
    """Return a modal that opens."""
    return {"op": "modal", "nonce": nonce, "modal": modal.payload}

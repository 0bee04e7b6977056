"""The one place where messages are created and changed."""

from dataclasses import replace

from small_discord.interactions.interaction import Asked, Interaction, Kind
from small_discord.limits.errors import Path
from small_discord.limits.messages import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    check_edit,
    check_new_message,
)
from small_discord.posting.attachments import attach, resolve_media, resolve_pictures
from small_discord.posting.body import Body
from small_discord.posting.mentions import mentioned
from small_discord.posting.numbering import number_components
from small_discord.snowflakes import iso_now
from small_discord.wire import Json
from small_discord.world.places import Channel, User
from small_discord.world.posts import LOADING, Post
from small_discord.world.world import World

CHAT_INPUT_COMMAND, CONTEXT_MENU_COMMAND, REPLY = 20, 23, 19


class Writer:
    """Checks what the bot sends against Discord's limits and writes it into the world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def send(self, channel: Channel, body: Body, reply_to: str | None = None) -> Post:
        """Post a message to a channel; everybody there sees it."""
        check_new_message(body.json, self._world.emoji.by_id, files=len(body.files))
        payload = self._blank(channel) | self._parts(body, [])
        payload["flags"] = body.json.get("flags") or 0
        if body.json.get("nonce") is not None:
            payload["nonce"] = body.json["nonce"]
        allowed = body.json.get("allowed_mentions")
        return self._created(Post(self._addressed(channel, payload, allowed, reply_to)))

    def say(self, user: User, channel: Channel, text: str, reply_to: str | None = None) -> Post:
        """Post what a person writes."""
        payload = self._blank(channel) | {"author": user.payload, "content": text}
        return self._created(Post(self._addressed(channel, payload, None, reply_to)))

    def respond(self, interaction: Interaction, body: Body, prefix: Path = ()) -> Post:
        """Post an answer or a follow-up to an interaction."""
        check_new_message(
            body.json, self._world.emoji.by_id, files=len(body.files), may_hide=True, prefix=prefix
        )
        flags = body.json.get("flags") or 0
        post = self._answer_to(interaction, flags)
        payload = post.payload | self._parts(body, [])
        payload |= mentioned(self._world, payload, body.json.get("allowed_mentions"))
        return self._created(replace(post, payload=payload))

    def think(self, interaction: Interaction, *, ephemeral: bool) -> Post:
        """Post the "is thinking" that a deferred answer shows."""
        return self._created(self._answer_to(interaction, LOADING | (EPHEMERAL if ephemeral else 0)))

    def edit(self, post: Post, body: Body, prefix: Path = ()) -> Post:
        """Change a message; the first edit of a "thinking" one is its answer."""
        self._world.access.check_edit(post.channel_id)
        old = post.payload
        check_edit(old, body.json, self._world.emoji.by_id, files=len(body.files), prefix=prefix)
        payload = old | self._parts(body, old["attachments"])
        if body.json.keys() & {"content", "components", "allowed_mentions"}:
            payload |= mentioned(self._world, payload, body.json.get("allowed_mentions"))
        if body.json.get("flags") is not None:
            may_change = SUPPRESS_EMBEDS | COMPONENTS_V2
            payload["flags"] = (old["flags"] & ~SUPPRESS_EMBEDS) | (body.json["flags"] & may_change)
        if post.thinking:
            payload["flags"] &= ~LOADING
        else:
            payload["edited_timestamp"] = iso_now()
        edited = replace(post, payload=payload)
        self._world.posts.edit(edited)
        return edited

    def _addressed(self, channel: Channel, payload: Json, allowed: Json | None, reply_to: str | None) -> Json:
        """Return a message with its mentions and what it replies to."""
        author = None
        if reply_to is not None:
            payload = payload | _reference(channel, reply_to)
            replied_to = self._world.posts.get(channel.id, reply_to)
            author = None if replied_to is None else replied_to.payload["author"]["id"]
        return payload | mentioned(self._world, payload, allowed, author)

    def _created(self, post: Post) -> Post:
        self._world.access.open_thread(post.channel_id)
        self._world.posts.create(post)
        return post

    def _parts(self, body: Body, old: list[Json]) -> Json:
        parts: Json = {}
        if body.files or "attachments" in body.json:
            parts["attachments"] = attach(self._world, body, old)
        if "content" in body.json:
            parts["content"] = body.json["content"] or ""
        files = parts.get("attachments", old)
        if "embeds" in body.json:
            parts["embeds"] = [embed | {"type": "rich"} for embed in body.json["embeds"] or []]
            resolve_pictures(parts["embeds"], files)
        if "components" in body.json:
            parts["components"] = body.json["components"] or []
            resolve_media(number_components(parts["components"]), files)
        return parts

    def _blank(self, channel: Channel) -> Json:
        return {
            "id": self._world.ids.next(),
            "channel_id": channel.id,
            "author": self._world.app.bot.payload,
            "type": 0,
            "content": "",
            "timestamp": iso_now(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
            "pinned": False,
            "flags": 0,
        }

    def _answer_to(self, interaction: Interaction, flags: int) -> Post:
        asked = interaction.asked
        if asked.hidden:
            flags |= EPHEMERAL
        follows = interaction.original_id or asked.source_id
        payload = self._blank(asked.channel) | {
            "flags": flags,
            "application_id": self._world.app.id,
            "webhook_id": self._world.app.id,
            "interaction_metadata": _metadata(interaction, asked),
        }
        if follows is not None:
            payload |= _reference(asked.channel, follows)
        elif asked.kind is Kind.COMMAND:
            payload["type"] = CHAT_INPUT_COMMAND if asked.data["type"] == 1 else CONTEXT_MENU_COMMAND
            payload["interaction"] = {
                "id": interaction.id,
                "type": int(Kind.COMMAND),
                "name": asked.command_name,
                "user": asked.user.payload,
            }
        viewer = asked.user.id if flags & EPHEMERAL else None
        return Post(payload, viewer, asked.command_line, window=asked.window)


def _metadata(interaction: Interaction, asked: Asked) -> Json:
    metadata: Json = {
        "id": interaction.id,
        "type": int(asked.kind),
        "user": asked.user.payload,
        "authorizing_integration_owners": asked.owners,
    }
    if asked.kind is Kind.COMPONENT:
        metadata["interacted_message_id"] = asked.source_id
    return metadata


def _reference(channel: Channel, message_id: str) -> Json:
    reference: Json = {"type": 0, "channel_id": channel.id, "message_id": message_id}
    if channel.guild_id is not None:
        reference["guild_id"] = channel.guild_id
    return {"type": REPLY, "message_reference": reference}

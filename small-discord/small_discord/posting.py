"""The one place where messages are created and changed: checked, with their files and mentions."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from small_discord.ids import Snowflakes
from small_discord.interactions import Interaction, InteractionKind
from small_discord.limits.errors import ApiError, Path, invalid, unknown
from small_discord.limits.kinds import Kind, walk
from small_discord.limits.messages import (
    COMPONENTS_V2,
    EPHEMERAL,
    MOST_ATTACHMENTS,
    SUPPRESS_EMBEDS,
    check_edit,
    check_new_message,
)
from small_discord.limits.normal import normal_components, normal_embed
from small_discord.wire import Body, Json, Upload
from small_discord.world.permissions import MENTION_EVERYONE
from small_discord.world.places import Channel, User
from small_discord.world.posts import LOADING, Post
from small_discord.world.world import World

_CHAT_INPUT_COMMAND, CONTEXT_MENU_COMMAND, REPLY = 20, 23, 19
_UNSAFE = re.compile(r"[^\w.-]")
_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


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
        return self._written(Post(self._addressed(channel, payload, allowed, reply_to)))

    def say(
        self,
        user: User,
        channel: Channel,
        text: str,
        files: Sequence[Upload] = (),
        reply_to: str | None = None,
    ) -> Post:
        """Post what a person writes."""
        payload = self._blank(channel) | {"author": user.payload, "content": text}
        payload["attachments"] = [store(self._world, file, {}) for file in files]
        return self._written(Post(self._addressed(channel, payload, None, reply_to)))

    def say_instead(self, post: Post, text: str) -> Post:
        """Change what a person has written."""
        payload = post.payload | {"content": text, "edited_timestamp": self._world.ids.iso_now()}
        edited = replace(post, payload=payload | _mentioned(self._world, payload))
        self._world.posts.edit(edited)
        return edited

    def announce(self, user: User, channel: Channel, kind: int, **parts: Any) -> None:
        """Post what Discord says of a user's deed."""
        payload = self._blank(channel) | parts | {"type": kind, "author": user.payload}
        self._created(Post(payload))

    def respond(self, interaction: Interaction, body: Body, prefix: Path = ()) -> Post:
        """Post an answer or a follow-up to an interaction."""
        check_new_message(
            body.json, self._world.emoji.by_id, files=len(body.files), may_hide=True, prefix=prefix
        )
        flags = body.json.get("flags") or 0
        post = self._answer_to(interaction, flags)
        payload = post.payload | self._parts(body, [])
        payload |= _mentioned(self._world, payload, body.json.get("allowed_mentions"))
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
            payload |= _mentioned(self._world, payload, body.json.get("allowed_mentions"))
        if body.json.get("flags") is not None:
            may_change = SUPPRESS_EMBEDS | COMPONENTS_V2
            payload["flags"] = (old["flags"] & ~SUPPRESS_EMBEDS) | (body.json["flags"] & may_change)
        if post.thinking:
            payload["flags"] &= ~LOADING
        else:
            payload["edited_timestamp"] = self._world.ids.iso_now()
        edited = replace(post, payload=payload)
        self._world.posts.edit(edited)
        return edited

    def _addressed(self, channel: Channel, payload: Json, allowed: Json | None, reply_to: str | None) -> Json:
        """Return a message with its mentions and what it replies to."""
        author = None
        if reply_to is not None:
            payload = payload | reference(channel, reply_to)
            replied_to = self._world.posts.get(channel.id, reply_to)
            author = None if replied_to is None else replied_to.author_id
        return payload | _mentioned(self._world, payload, allowed, author)

    def _written(self, post: Post) -> Post:
        """Create a message; in a thread, its author joins, and so does everybody whom it mentions."""
        self._created(post)
        channel = self._world.channels[post.channel_id]
        if channel.parent_id is not None:
            for user in (post.payload["author"], *post.payload["mentions"]):
                guild = self._world.guilds[str(channel.guild_id)]
                if user["id"] in guild.members and self._world.rights.may_see(user["id"], channel):
                    self._world.servers.join_thread(channel.id, user["id"])
        return post

    def _created(self, post: Post) -> Post:
        self._world.access.open_thread(post.channel_id)
        self._world.posts.create(post)
        return post

    def _parts(self, body: Body, old: list[Json]) -> Json:
        parts: Json = {}
        if body.files or "attachments" in body.json:
            parts["attachments"] = _attach(self._world, body, old)
        if "content" in body.json:
            parts["content"] = body.json["content"] or ""
        files = parts.get("attachments", old)
        if "embeds" in body.json:
            parts["embeds"] = [normal_embed(embed) for embed in body.json["embeds"] or []]
            _resolve_pictures(parts["embeds"], files)
        if "components" in body.json:
            parts["components"] = normal_components(body.json["components"] or [], self._world.emoji.by_id)
            _resolve_media(self._world.ids, walk(parts["components"]), files)
        return parts

    def _blank(self, channel: Channel) -> Json:
        return {
            "id": self._world.ids.next(),
            "channel_id": channel.id,
            "author": self._world.app.bot.payload,
            "type": 0,
            "content": "",
            "timestamp": self._world.ids.iso_now(),
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
            "interaction_metadata": interaction.metadata,
        }
        if follows is not None:
            payload |= reference(asked.channel, follows)
        elif asked.kind is InteractionKind.COMMAND:
            payload["type"] = _CHAT_INPUT_COMMAND if asked.data["type"] == 1 else CONTEXT_MENU_COMMAND
            payload["interaction"] = {
                "id": interaction.id,
                "type": int(InteractionKind.COMMAND),
                "name": asked.command_name,
                "user": asked.user.payload,
            }
        viewer = asked.user.id if flags & EPHEMERAL else None
        return Post(payload, viewer, asked.command_line, window=asked.window)


def reference(channel: Channel, message_id: str | None = None) -> Json:
    """Return the fields of a message that refers to another, or to a channel."""
    named: Json = {"type": 0, "channel_id": channel.id}
    if message_id is not None:
        named["message_id"] = message_id
    if channel.guild_id is not None:
        named["guild_id"] = channel.guild_id
    return {"type": REPLY, "message_reference": named}


def _attach(world: World, body: Body, old: list[Json]) -> list[Json]:
    """Store the files of a request and return all attachments that the message then has."""
    listed = body.json.get("attachments")
    about = {str(entry.get("id")): entry for entry in listed or []}
    kept = old if listed is None else [one for one in old if one["id"] in about]
    if len(kept) + len(body.files) > MOST_ATTACHMENTS:
        raise ApiError(400, 30015, f"Maximum number of attachments in a message reached ({MOST_ATTACHMENTS})")
    return kept + [store(world, file, about.get(str(number), {})) for number, file in body.files.items()]


def store(world: World, file: Upload, about: Json) -> Json:
    """Store a file and return it in Discord's JSON form; its address begins at the server's root."""
    snowflake = world.ids.next()
    filename = _UNSAFE.sub("_", about.get("filename") or file.filename)
    url = f"/attachments/{snowflake}/{filename}"
    world.file.put_bytes(snowflake, file.content)
    described = {key: about[key] for key in ("title", "description") if about.get(key)}
    return described | {
        "id": snowflake,
        "filename": filename,
        "content_type": mimetypes.guess_type(filename)[0] or "application/octet-stream",
        "size": len(file.content),
        "url": url,
        "proxy_url": url,
        "flags": 0,
    }


def _resolve_media(ids: Snowflakes, components: Iterable[Json], attachments: list[Json]) -> None:
    """Replace each ``attachment://name`` in normal components by the file's address, and describe the media.

    A file component is given its name and size as well, as Discord does.
    """
    for component in components:
        match component["type"]:
            case Kind.MEDIA_GALLERY:
                for item in component["items"]:
                    _describe(ids, item["media"], attachments)
            case Kind.THUMBNAIL:
                _describe(ids, component["media"], attachments)
            case Kind.FILE:
                attachment = _describe(ids, component["file"], attachments)
                if attachment is not None:
                    component |= {"name": attachment["filename"], "size": attachment["size"]}


def _describe(ids: Snowflakes, media: Json, attachments: list[Json]) -> Json | None:
    attachment = _resolve(media, attachments)
    media |= {"id": ids.next(), "proxy_url": media["url"]}
    if attachment is not None:
        media |= {"attachment_id": attachment["id"], "content_type": attachment["content_type"]}
    return attachment


def _resolve_pictures(embeds: list[Json], attachments: list[Json]) -> None:
    """Do the same for the pictures of normal embeds."""
    for embed in embeds:
        for part in ("image", "thumbnail"):
            _resolve(embed.get(part, {}), attachments)


def _resolve(media: Json, attachments: list[Json]) -> Json | None:
    """Put in the address of a file of the message; return the file, or None if it is none of them."""
    url = media.get("url", "")
    if not url.startswith("attachment://"):
        return None
    name = _UNSAFE.sub("_", url.removeprefix("attachment://"))
    for attachment in attachments:
        if attachment["filename"] == name:
            media["url"] = attachment["url"]
            return attachment
    raise invalid(("components",), "MEDIA_ATTACHMENT_NOT_FOUND", f"There is no file {name!r} in this message")


def _mentioned(
    world: World, payload: Json, allowed: Json | None = None, replied_to: str | None = None
) -> Json:
    """Return the mention fields of a message; `replied_to` is the user it replies to."""
    texts = [payload["content"], *(each.get("content", "") for each in walk(payload["components"]))]
    text = "\n".join(texts)
    parse = {"users", "roles", "everyone"} if allowed is None else set(allowed.get("parse") or ())

    def named(pattern: re.Pattern[str], kind: str) -> dict[str, None]:
        listed = [] if allowed is None else list(map(str, allowed.get(kind) or ()))
        return dict.fromkeys(each for each in pattern.findall(text) if kind in parse or each in listed)

    ids = named(_USER, "users")
    if replied_to is not None and (allowed is None or allowed.get("replied_user")):
        ids[replied_to] = None
    may_call_all = _permissions(world, payload) & MENTION_EVERYONE
    users = [world.users[user_id] for user_id in ids if user_id in world.users]
    guild = world.guild_of(world.channels[payload["channel_id"]])
    roles = {} if guild is None else {role.id: role for role in guild.roles}
    called = [roles[role_id] for role_id in named(_ROLE, "roles") if role_id in roles]
    return {
        "mentions": [user.payload for user in users],
        "mention_roles": [role.id for role in called if role.mentionable or may_call_all],
        "mention_everyone": bool(may_call_all and "everyone" in parse and _EVERYONE.search(text)),
    }


def _permissions(world: World, payload: Json) -> int:
    """Return the permission bits of a message's author in its channel."""
    channel, author = world.channels.get(payload["channel_id"]), payload["author"]["id"]
    if channel is None:
        raise unknown("Channel")  # it was deleted before the answer came
    if author == world.app.bot.id:
        return world.bot_permissions(channel)
    return world.rights.in_channel(author, channel)

"""Whom a message mentions: those named in its text, as far as its author may, and wants to, mention them."""

import re

from small_discord.limits.errors import unknown
from small_discord.posting.numbering import walk
from small_discord.wire import Json
from small_discord.world.permissions import MENTION_EVERYONE
from small_discord.world.world import World

_USER = re.compile(r"<@!?(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


def mentioned(
    world: World, payload: Json, allowed: Json | None = None, replied_to: str | None = None
) -> Json:
    """Return the mention fields of a message; `replied_to` is the user it replies to."""
    texts = [payload["content"], *(each.get("content", "") for each in walk(payload["components"]))]
    text = "\n".join(texts)
    parse = {"users", "roles", "everyone"} if allowed is None else set(allowed.get("parse") or ())
    listed = [] if allowed is None else list(map(str, allowed.get("users") or ()))
    ids = [user_id for user_id in _USER.findall(text) if "users" in parse or user_id in listed]
    if replied_to is not None and (allowed is None or allowed.get("replied_user")):
        ids.append(replied_to)
    may_call_all = _permissions(world, payload) & MENTION_EVERYONE
    users = [world.users[user_id] for user_id in dict.fromkeys(ids) if user_id in world.users]
    return {
        "mentions": [user.payload for user in users],
        "mention_everyone": bool(may_call_all and "everyone" in parse and _EVERYONE.search(text)),
    }


def _permissions(world: World, payload: Json) -> int:
    """Return the permission bits of a message's author in its channel."""
    channel, author = world.channels.get(payload["channel_id"]), payload["author"]["id"]
    if channel is None:
        raise unknown("Channel")  # it was deleted before the answer came
    if author == world.app.bot.id:
        return world.bot_permissions(channel)
    guild = world.guild_of(channel)
    return 0 if guild is None else guild.permissions_in(channel, author)

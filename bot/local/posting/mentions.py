"""Who is mentioned by a message: what stands in its text, as far as the bot allows it."""

import re

from bot.local.limits.errors import unknown
from bot.local.posting.numbering import walk
from bot.local.wire import Json
from bot.local.world.world import World

MENTION_EVERYONE = 1 << 17
_USER = re.compile(r"<@!?(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


def mentioned(world: World, payload: Json, allowed: Json | None, replied_to: str | None = None) -> Json:
    """Return the fields of a message that tell whom it mentions; `replied_to` is who gets a reply."""
    texts = [payload["content"], *(each.get("content", "") for each in walk(payload["components"]))]
    text = "\n".join(texts)
    parse = {"users", "roles", "everyone"} if allowed is None else set(allowed.get("parse") or ())
    listed = [] if allowed is None else list(map(str, allowed.get("users") or ()))
    ids = [user_id for user_id in _USER.findall(text) if "users" in parse or user_id in listed]
    if replied_to is not None and (allowed is None or allowed.get("replied_user")):
        ids.append(replied_to)
    channel = world.channels.get(payload["channel_id"])
    if channel is None:
        raise unknown("Channel")  # it was deleted before the answer came
    may_call_all = world.bot_permissions(channel) & MENTION_EVERYONE
    users = [world.users[user_id] for user_id in dict.fromkeys(ids) if user_id in world.users]
    return {
        "mentions": [user.payload for user in users],
        "mention_everyone": bool(may_call_all and "everyone" in parse and _EVERYONE.search(text)),
    }

"""The messages of a channel that a client asks for."""

from collections.abc import Mapping
from itertools import islice

from small_discord.limits.errors import invalid
from small_discord.world.posts import Post, Posts

_MOST = 100


def history(posts: Posts, channel_id: str, query: Mapping[str, str]) -> list[Post]:
    """Return the newest messages, or those before, after or around one, newest first."""
    limit = _number(query, "limit", 50)
    if not 1 <= limit <= _MOST:
        raise invalid(("limit",), "NUMBER_TYPE_MAX", f"int value should be between 1 and {_MOST}.")
    if "around" in query:
        middle = _number(query, "around", 0)
        older = _before(posts, channel_id, middle, limit // 2)
        found = [*older, *_after(posts, channel_id, middle - 1, limit - limit // 2)]
    elif "after" in query:
        found = _after(posts, channel_id, _number(query, "after", 0), limit)
    else:
        found = _before(posts, channel_id, _number(query, "before", 1 << 64), limit)
    return sorted(found, key=lambda post: int(post.id), reverse=True)


def _before(posts: Posts, channel_id: str, message_id: int, most: int) -> list[Post]:
    public = (post for post in posts.latest(channel_id) if post.viewer is None)
    return list(islice((post for post in public if int(post.id) < message_id), most))


def _after(posts: Posts, channel_id: str, message_id: int, most: int) -> list[Post]:
    public = (post for post in posts.within(channel_id) if post.viewer is None)
    return list(islice((post for post in public if int(post.id) > message_id), most))


def _number(query: Mapping[str, str], key: str, default: int) -> int:
    value = query.get(key, str(default))
    if not value.isdecimal():
        raise invalid((key,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
    return int(value)

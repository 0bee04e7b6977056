"""The pins of channels; listeners hear of every change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from small_discord.ids import Snowflakes
from small_discord.limits.errors import ApiError, by_discord
from small_discord.world.posts import Post, Posts

MOST_PINS = 250
"""In one channel."""


class Pins:
    """Pins messages to their channels; `listeners` are called with the id of a channel."""

    def __init__(self, posts: Posts, ids: Snowflakes) -> None:
        self._posts = posts
        self._ids = ids
        self.listeners: list[Callable[[str], None]] = []

    def of(self, channel_id: str) -> list[Post]:
        """Return the pinned messages of a channel, the last one pinned first."""
        return sorted(self._posts.pinned(channel_id), key=lambda post: str(post.pinned_at), reverse=True)

    def last(self, channel_id: str) -> str | None:
        """Return when the last pin of a channel was pinned, if there is one."""
        return next((post.pinned_at for post in self.of(channel_id)), None)

    def pin(self, post: Post) -> None:
        """Pin a message; raise ApiError if there are too many others, or if Discord wrote it."""
        if post.by_discord:
            raise by_discord()
        if len(self.of(post.channel_id)) >= MOST_PINS:
            raise ApiError(400, 30003, f"Maximum number of pins reached for the channel ({MOST_PINS})")
        self._put(post, self._ids.iso_now())

    def unpin(self, post: Post) -> None:
        """Unpin a message."""
        self._put(post, None)

    def _put(self, post: Post, pinned_at: str | None) -> None:
        payload = post.payload | {"pinned": pinned_at is not None}
        self._posts.edit(replace(post, payload=payload, pinned_at=pinned_at))
        for listener in tuple(self.listeners):
            listener(post.channel_id)

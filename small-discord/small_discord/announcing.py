"""Pins and threads, of which Discord says in their channel what somebody has done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from small_discord.limits.errors import ApiError, by_discord
from small_discord.posting import Writer, reference
from small_discord.world.places import Channel, User
from small_discord.world.posts import (
    ADDED,
    HAS_THREAD,
    PIN,
    REMOVED,
    RENAMED,
    THREAD_CREATED,
    THREAD_STARTER,
    Post,
)
from small_discord.world.world import World


class Announcer:
    """Pins messages, opens threads and adds people to them, and posts a message that says so."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._announce = Writer(world).announce

    def pin(self, user: User, post: Post) -> None:
        """Pin a message, and say so in its channel."""
        if post.pinned_at is not None:
            return
        self._world.pins.pin(post)
        channel = self._world.channels[post.channel_id]
        self._announce(user, channel, PIN, **reference(channel, post.id))

    def open_thread(self, user: User, parent: Channel, name: str, **more: Any) -> Channel:
        """Open a thread in a channel, which says so there if all may enter."""
        thread = self._world.servers.open_thread(parent, name, user.id, **more)
        if not thread.private:
            self._announce(user, parent, THREAD_CREATED, content=name, **reference(thread))
        return thread

    def open_thread_on(self, user: User, post: Post, name: str, **more: Any) -> Channel:
        """Open a thread that begins with a message; raise ApiError if there is one."""
        if post.id in self._world.channels:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        if post.by_discord:
            raise by_discord()
        parent = self._world.channels[post.channel_id]
        thread = self._world.servers.open_thread(parent, name, user.id, post.id, **more)
        flags = post.payload["flags"] | HAS_THREAD
        self._world.posts.edit(replace(post, payload=post.payload | {"flags": flags}))
        self._announce(user, thread, THREAD_STARTER, **reference(parent, post.id))
        return thread

    def add_to_thread(self, user: User, thread: Channel, other: User) -> None:
        """Add somebody else to a thread, and say so there."""
        if not thread.has_joined(other.id):
            self._world.servers.join_thread(thread.id, other.id)
            self._announce(user, thread, ADDED, mentions=[other.payload])

    def remove_from_thread(self, user: User, thread: Channel, other: User) -> None:
        """Take somebody else out of a thread, and say so there."""
        if thread.has_joined(other.id):
            self._world.servers.leave_thread(thread.id, other.id)
            self._announce(user, thread, REMOVED, mentions=[other.payload])

    def rename_thread(self, user: User, thread: Channel) -> None:
        """Say in a thread what it is called now."""
        self._announce(user, thread, RENAMED, content=thread.name)

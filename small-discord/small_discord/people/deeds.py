"""What a person does to messages that are there, to threads, and at the keyboard."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

from small_discord.announcing import Announcer
from small_discord.limits.errors import ApiError
from small_discord.people.message import Message, Refused, check_said
from small_discord.posting import Writer
from small_discord.world.permissions import (
    ADD_REACTIONS,
    CREATE_PRIVATE_THREADS,
    CREATE_PUBLIC_THREADS,
    MANAGE_MESSAGES,
    PIN_MESSAGES,
    READ_MESSAGE_HISTORY,
    SEND_MESSAGES_IN_THREADS,
)
from small_discord.world.places import Channel, User
from small_discord.world.posts import Post, Reaction
from small_discord.world.world import World

Where = Channel | str
"""A channel, its id, "The Parlour/#patience", or "dm"."""
_A_MOMENT = 0.1
"""The seconds that people need to react: a bot that has just posted gets to wait for it in time."""


class Deeds(ABC):
    """Edits, deletes, pins, reacts and opens threads in a user's name, as Discord's client lets that user."""

    user: User
    pace: float
    _world: World

    @abstractmethod
    def channel(self, where: Where) -> Channel:
        """Return a channel that this user may enter; otherwise raise Refused."""

    @abstractmethod
    def _post(self, message: Message) -> Post:
        """Return a message as it stands; raise Refused if this user does not see it."""

    def edit(self, message: Message, text: str) -> Message:
        """Change a message of one's own."""
        post = self._post(message)
        if post.by_discord or not self._wrote(post) or self.channel(post.channel_id).archived:
            raise Refused("People edit messages of their own, and not in archived threads.")
        check_said(text, post.payload["attachments"])
        return Message(Writer(self._world).say_instead(post, text))

    def delete(self, message: Message) -> None:
        """Delete a message: one's own, or any where one manages messages."""
        post = self._post(message)
        channel = self.channel(post.channel_id)
        if post.viewer is not None or (channel.guild_id is None and not self._wrote(post)):
            raise Refused(f"{self.user.name} cannot delete this message.")
        if not self._wrote(post):
            self._need(channel, MANAGE_MESSAGES, "delete this message")
        self._world.posts.delete(post)

    def pin(self, message: Message) -> None:
        """Pin a message, which Discord then says in its channel."""
        post = self._pinnable(message)
        try:
            Announcer(self._world).pin(self.user, post)
        except ApiError as refusal:
            raise Refused(f"{refusal}.") from None

    def unpin(self, message: Message) -> None:
        """Unpin a message."""
        post = self._pinnable(message)
        if post.pinned_at is not None:
            self._world.pins.unpin(post)

    async def react(self, message: Message, emoji: str) -> None:
        """React to a message, after a moment, with an emoji; or join in with one of the app's, `name:id`."""
        await asyncio.sleep(_A_MOMENT if self.pace else 0)
        post, reaction = self._reaction(message, emoji)
        needed = READ_MESSAGE_HISTORY | (0 if reaction.users else ADD_REACTIONS)
        self._need(self.channel(post.channel_id), needed, "react to this message")
        if reaction.emoji["id"] is not None and not reaction.users:
            raise Refused("This emoji is the app's own: it has to react with it first.")
        try:
            self._world.reactions.add(post, reaction, self.user.id)
        except ApiError as refusal:
            raise Refused(f"{refusal}.") from None

    async def unreact(self, message: Message, emoji: str) -> None:
        """Take back a reaction."""
        post, reaction = self._reaction(message, emoji)
        self._world.reactions.remove(post, reaction, self.user.id)

    def open_thread(self, where: Where | Message, name: str, *, private: bool = False) -> Channel:
        """Open a thread in a channel, or one that begins with a message."""
        channel = self.channel(where.channel_id if isinstance(where, Message) else where)
        if channel.guild_id is None or channel.parent_id is not None:
            raise Refused("Threads are opened in the channels of servers.")
        needed = CREATE_PRIVATE_THREADS if private else CREATE_PUBLIC_THREADS
        self._need(channel, needed, "open threads in this channel")
        announcer = Announcer(self._world)
        if not isinstance(where, Message):
            return announcer.open_thread(self.user, channel, name, private=private)
        post = self._post(where)
        if post.viewer is not None:
            raise Refused("No thread begins with what only one person sees.")
        try:
            return announcer.open_thread_on(self.user, post, name)
        except ApiError as refusal:
            raise Refused(f"{refusal}.") from None

    def join_thread(self, where: Where) -> None:
        """Join a thread."""
        self._world.servers.join_thread(self._thread(where).id, self.user.id)

    def leave_thread(self, where: Where) -> None:
        """Leave a thread."""
        self._world.servers.leave_thread(self._thread(where).id, self.user.id)

    def add_to_thread(self, where: Where, name: str) -> None:
        """Add somebody else to a thread, by name."""
        thread = self._thread(where)
        self._need(thread, SEND_MESSAGES_IN_THREADS, "add anybody to this thread")
        members = map(self._world.users.__getitem__, self._world.guilds[str(thread.guild_id)].members)
        for member in members:
            if member.name == name:
                Announcer(self._world).add_to_thread(self.user, thread, member)
                return
        raise Refused(f"Nobody in this server is called {name!r}.")

    def start_typing(self, where: Where) -> None:
        """Begin to write a message, which the bot is told of."""
        self._world.start_typing(self.channel(where), self.user)

    def _reaction(self, message: Message, emoji: str) -> tuple[Post, Reaction]:
        post = self._post(message)
        if post.viewer is not None or self.channel(post.channel_id).archived:
            raise Refused("Nobody can react in an archived thread, or to what only one person sees.")
        try:
            return post, self._world.reactions.find(post, emoji)
        except ApiError:
            raise Refused(f"{emoji!r} is no emoji.") from None

    def _thread(self, where: Where) -> Channel:
        thread = self.channel(where)
        if thread.parent_id is None or thread.archived:
            raise Refused("This is no thread, or an archived one.")
        return thread

    def _pinnable(self, message: Message) -> Post:
        post = self._post(message)
        if post.viewer is not None or self.channel(post.channel_id).archived:
            raise Refused("Nothing is pinned in archived threads, nor what only one person sees.")
        self._need(self.channel(post.channel_id), PIN_MESSAGES, "pin messages in this channel")
        return post

    def _wrote(self, post: Post) -> bool:
        return post.author_id == self.user.id

    def _need(self, channel: Channel, permissions: int, deed: str) -> None:
        """Raise Refused unless this user has all these permissions in a channel; conversations know none."""
        guild = self._world.guild_of(channel)
        if guild is not None and permissions & ~self._world.rights.in_channel(self.user.id, channel):
            raise Refused(f"{self.user.name} may not {deed}.")

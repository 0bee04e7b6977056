"""Who reacts to messages with which emoji; listeners hear of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from small_discord.limits.controls import is_unicode_emoji
from small_discord.limits.errors import ApiError
from small_discord.wire import Json
from small_discord.world.app import AppEmoji
from small_discord.world.posts import Post, Posts, Reaction

MOST_REACTIONS = 20
"""Different ones, below one message."""


class Change(Enum):
    """What becomes of reactions, in the words of Discord's events."""

    ADDED = "ADD"
    REMOVED = "REMOVE"
    ALL_REMOVED = "REMOVE_ALL"
    EMOJI_REMOVED = "REMOVE_EMOJI"


class ReactionHappening(NamedTuple):
    """What has become of the reactions to which message: with an emoji (None: all), by a user (None: all)."""

    change: Change
    post: Post
    emoji: Json | None = None
    user_id: str | None = None


class Reactions:
    """Adds reactions to messages, and takes them away."""

    def __init__(self, posts: Posts, own_emoji: AppEmoji) -> None:
        self._posts = posts
        self._own_emoji = own_emoji
        self.listeners: list[Callable[[ReactionHappening], None]] = []

    def find(self, post: Post, written: str) -> Reaction:
        """Return the reaction with an emoji, a character or `name:id`, whether or not anybody has it yet.

        Raise ApiError if it is neither there already nor a Unicode emoji nor one of the app's own.
        """
        key = written.rpartition(":")[2]
        for reaction in post.reactions:
            if reaction.key == key:
                return reaction
        own = self._own_emoji.by_id.get(key)
        if own is not None:
            return Reaction({part: own[part] for part in ("id", "name", "animated")}, ())
        if is_unicode_emoji(written):
            return Reaction({"id": None, "name": written}, ())
        raise ApiError(400, 10014, "Unknown Emoji")

    def add(self, post: Post, reaction: Reaction, user_id: str) -> None:
        """React with an emoji in a user's name; raise ApiError if there are too many others."""
        if user_id in reaction.users:
            return
        if not reaction.users and len(post.reactions) >= MOST_REACTIONS:
            raise ApiError(400, 30010, f"Maximum number of reactions reached ({MOST_REACTIONS})")
        self._put(post, reaction, (*reaction.users, user_id), Change.ADDED, user_id)

    def remove(self, post: Post, reaction: Reaction, user_id: str) -> None:
        """Take back a user's reaction, if there is one."""
        if user_id in reaction.users:
            left = tuple(each for each in reaction.users if each != user_id)
            self._put(post, reaction, left, Change.REMOVED, user_id)

    def remove_emoji(self, post: Post, reaction: Reaction) -> None:
        """Remove everybody's reaction with an emoji."""
        if reaction.users:
            self._put(post, reaction, (), Change.EMOJI_REMOVED)

    def remove_all(self, post: Post) -> None:
        """Remove everybody's reactions to a message."""
        self._keep(ReactionHappening(Change.ALL_REMOVED, replace(post, reactions=())))

    def _put(
        self,
        post: Post,
        reaction: Reaction,
        users: tuple[str, ...],
        change: Change,
        user_id: str | None = None,
    ) -> None:
        """Give a reaction to these users; one that is there keeps its place."""
        wanted = {each.key: each for each in post.reactions} | {reaction.key: replace(reaction, users=users)}
        left = tuple(each for each in wanted.values() if each.users)
        self._keep(ReactionHappening(change, replace(post, reactions=left), reaction.emoji, user_id))

    def _keep(self, happening: ReactionHappening) -> None:
        self._posts.react(happening.post)
        for listener in tuple(self.listeners):
            listener(happening)

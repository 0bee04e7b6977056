"""Messages: what is posted, edited and deleted, and who may see it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from small_discord.wire import Json
from small_discord.world.file import WorldFile

LOADING = 1 << 7
"""Discord's flag on "is thinking"."""
HAS_THREAD = 1 << 5
"""Discord's flag on a message with which a thread begins."""
ADDED, REMOVED, RENAMED, PIN, THREAD_CREATED, THREAD_STARTER = 1, 2, 4, 6, 18, 21
"""Discord's types of messages that say what somebody has done: to a thread, or to a message."""
_WRITTEN = (0, 19, 20, 23)
_FOR_GOOD = (ADDED, REMOVED, THREAD_STARTER)
PostHappening = Literal["created", "edited", "reacted", "deleted", "purged"]
"""A message is purged if it is deleted with others at once, of which `purge_listeners` hear together."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """An emoji below a message, in Discord's JSON form, and the ids of those who react with it."""

    emoji: Json
    users: tuple[str, ...]

    @property
    def key(self) -> str:
        """What tells it from others: an id, or the character itself."""
        return str(self.emoji["id"] or self.emoji["name"])


@dataclass(frozen=True, slots=True)
class Post:
    """One message as it stands; an edit makes another Post with the same id.

    `payload` is Discord's message object and is never changed in place. `viewer` is the only user who sees an
    ephemeral message. `command_line` is what that user typed, and `window` the browser window, if any, where
    the bot was asked: no other window shows the ephemeral answer.
    """

    payload: Json
    viewer: str | None = None
    command_line: str | None = None
    dismissed: bool = False
    window: str | None = None
    reactions: tuple[Reaction, ...] = ()
    pinned_at: str | None = None

    @property
    def id(self) -> str:
        """The message's id."""
        return str(self.payload["id"])

    @property
    def channel_id(self) -> str:
        """The id of its channel."""
        return str(self.payload["channel_id"])

    @property
    def author_id(self) -> str:
        """The id of the user who wrote it."""
        return str(self.payload["author"]["id"])

    @property
    def thinking(self) -> bool:
        """Whether it is a deferred answer that has not come yet."""
        return bool(self.payload["flags"] & LOADING)

    @property
    def by_discord(self) -> bool:
        """Whether Discord wrote it, to say what its author has done: nobody can change or answer it."""
        return self.payload["type"] not in _WRITTEN

    @property
    def is_deletable(self) -> bool:
        """Whether it can be deleted at all."""
        return self.payload["type"] not in _FOR_GOOD

    def visible_to(self, user_id: str) -> bool:
        """Say whether a member of the channel sees it."""
        return self.viewer is None or (self.viewer == user_id and not self.dismissed)


Listener = Callable[[PostHappening, Post], None]


class Posts:
    """All messages by channel, oldest first; tells its listeners of every change."""

    def __init__(self, file: WorldFile) -> None:
        self._file = file
        self._by_channel: dict[str, dict[str, Post]] = {}
        self._pinned: dict[str, dict[str, Post]] = {}
        self.listeners: list[Listener] = []
        self.purge_listeners: list[Callable[[list[Post]], None]] = []
        for body in file.all("message"):
            post = _read(body)
            if post.thinking:
                file.drop(
                    "message", post.id
                )  # tokens end with the server: this answer will not come any more
            else:
                self._keep(post)

    def get(self, channel_id: str, message_id: str) -> Post | None:
        """Return a message as it stands, or None."""
        return self._by_channel.get(channel_id, {}).get(message_id)

    def within(self, channel_id: str) -> Iterable[Post]:
        """Iterate over a channel, oldest first."""
        return self._by_channel.get(channel_id, {}).values()

    def latest(self, channel_id: str) -> Iterable[Post]:
        """Iterate over a channel, newest first."""
        return reversed(self._by_channel.get(channel_id, {}).values())

    def pinned(self, channel_id: str) -> Iterable[Post]:
        """Iterate over the messages that are pinned to a channel."""
        return self._pinned.get(channel_id, {}).values()

    def create(self, post: Post) -> None:
        """Add a message at the end of its channel."""
        self._write(post)
        self._tell("created", post)

    def edit(self, post: Post) -> None:
        """Put a message in the place of the one with its id."""
        self._write(post)
        self._tell("edited", post)

    def react(self, post: Post) -> None:
        """Put a message in the place of the one with its id, of which only the reactions differ."""
        self._write(post)
        self._tell("reacted", post)

    def delete(self, post: Post) -> None:
        """Delete a message."""
        self._drop(post)
        self._tell("deleted", post)

    def purge(self, posts: list[Post]) -> None:
        """Delete several messages of a channel at once."""
        for post in posts:
            self._drop(post)
            self._tell("purged", post)
        for listener in self.purge_listeners:
            listener(posts)

    def dismiss(self, post: Post) -> None:
        """Hide an ephemeral message from its only viewer; the bot may still edit it."""
        hidden = replace(post, dismissed=True)
        self._write(hidden)
        self._tell("deleted", hidden)

    def forget_channel(self, channel_id: str) -> None:
        """Forget the messages of a deleted channel, without telling the listeners of each."""
        self._pinned.pop(channel_id, None)
        for message_id in self._by_channel.pop(channel_id, {}):
            self._file.drop("message", message_id)

    def _drop(self, post: Post) -> None:
        del self._by_channel[post.channel_id][post.id]
        self._pinned.get(post.channel_id, {}).pop(post.id, None)
        self._file.drop("message", post.id)

    def _keep(self, post: Post) -> None:
        self._by_channel.setdefault(post.channel_id, {})[post.id] = post
        pinned = self._pinned.setdefault(post.channel_id, {})
        if post.pinned_at is None:
            pinned.pop(post.id, None)
        else:
            pinned[post.id] = post

    def _write(self, post: Post) -> None:
        body = {
            "payload": post.payload,
            "viewer": post.viewer,
            "command_line": post.command_line,
            "dismissed": post.dismissed,
            "reactions": post.reactions,
            "pinned_at": post.pinned_at,
        }
        self._file.put("message", post.id, body)
        self._keep(post)

    def _tell(self, happening: PostHappening, post: Post) -> None:
        for listener in tuple(self.listeners):
            listener(happening, post)


def _read(body: Json) -> Post:
    """Read a message from the world's file."""
    reactions = (Reaction(each["emoji"], tuple(each["users"])) for each in body.get("reactions", ()))
    return Post(**body | {"reactions": tuple(reactions)})

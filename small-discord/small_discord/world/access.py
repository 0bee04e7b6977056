"""What the bot may do in a channel, and who has added it or closed direct messages to it."""

from __future__ import annotations

from collections.abc import Callable

from small_discord.ids import made_at
from small_discord.limits.errors import ApiError, archived, missing_access, missing_permissions, unknown
from small_discord.weather import Clock, Limit, Window
from small_discord.world.file import WorldFile
from small_discord.world.permissions import (
    APP_PERMISSIONS,
    ATTACH_FILES,
    EMBED_LINKS,
    READ_MESSAGE_HISTORY,
    USE_EXTERNAL_EMOJIS,
)
from small_discord.world.places import Channel, User
from small_discord.world.posts import Post
from small_discord.world.rights import Rights
from small_discord.world.servers import Servers

_AN_HOUR = 3600
_TWO_WEEKS = 14 * 24 * _AN_HOUR
BY_SERVER, BY_USER = "0", "1"
"""How an app can be installed, as Discord writes it in `authorizing_integration_owners`."""


class Access:
    """Decides what the bot may do; `closed` holds the ids of users who accept no direct messages from it.

    `old_edits` says how many edits of messages older than an hour a channel takes; None means any number.
    """

    def __init__(
        self,
        servers: Servers,
        rights: Rights,
        bot: User,
        closed: ClosedMessages,
        installs: Installs,
        clock: Clock,
    ) -> None:
        self._servers = servers
        self._rights = rights
        self._bot = bot
        self.closed = closed
        self._installs = installs
        self._clock = clock
        self.grants_content = False
        """Whether the bot may ask to read what people write to others: Discord's message content intent."""
        self.grants_members = False
        """Whether the bot may ask for all members."""
        self.old_edits: Callable[[], Limit | None] = lambda: None
        self._old_edits: dict[str, Window] = {}

    def permissions_in(self, channel: Channel) -> int:
        """Return the permission bits that the bot has in a channel; where it is no member, an app's."""
        if channel.guild_id is None:
            return APP_PERMISSIONS | (USE_EXTERNAL_EMOJIS if channel.context == 1 else 0)
        return self._rights.in_channel(self._bot.id, channel) if self._is_in(channel) else APP_PERMISSIONS

    def sees(self, channel: Channel) -> bool:
        """Say whether the bot is in a channel."""
        if channel.guild_id is None:
            return channel.context == 1
        return self._is_in(channel) and self._rights.may_see(self._bot.id, channel)

    def check_send(self, channel: Channel) -> None:
        """Raise ApiError unless the bot may post in a channel that it sees."""
        if channel.user_id is not None and not self._may_message(channel.user_id):
            raise ApiError(403, 50007, "Cannot send messages to this user")
        if channel.guild_id is not None and not self._rights.may_post(self._bot.id, channel):
            raise missing_permissions()

    def check_parts(self, channel: Channel, *, files: bool, embeds: bool) -> None:
        """Raise ApiError unless the bot may post what a message brings along.

        Discord drops some embeds that are not permitted without a word; here each is refused.
        """
        needed = (ATTACH_FILES if files else 0) | (EMBED_LINKS if embeds else 0)
        if needed & ~self.permissions_in(channel):
            raise missing_permissions()

    def check_may(self, channel: Channel, needed: int) -> None:
        """Raise ApiError unless the bot may do something in a channel that it sees."""
        if channel.guild_id is not None and needed & ~self.permissions_in(channel):
            raise missing_permissions()

    def check_moderate(self, channel: Channel, needed: int) -> None:
        """Raise ApiError unless the bot may change what others do in a channel: never in direct messages."""
        if channel.guild_id is None:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        self.check_may(channel, needed)

    def reads_history(self, channel: Channel) -> bool:
        """Say whether the bot may read what was posted in a channel that it sees."""
        return channel.guild_id is None or bool(self.permissions_in(channel) & READ_MESSAGE_HISTORY)

    def _may_message(self, user_id: str) -> bool:
        """Say whether the bot may write to a user: one it meets in a server or as an app, and who lets it."""
        meet = any(user_id in guild.members for guild in self._servers.of_bot())
        return (meet or user_id in self._installs) and user_id not in self.closed

    def open_thread(self, channel_id: str) -> None:
        """Unarchive a thread, as a message in it does; raise ApiError for a locked one."""
        channel = self._channel(channel_id)
        if channel.locked:
            self.check_edit(channel_id)
        elif channel.archived:
            self._servers.change_channel(channel_id, archived=False)

    def check_edit(self, channel_id: str) -> None:
        """Raise ApiError where no message can be edited: in an archived thread."""
        if self._channel(channel_id).archived:
            raise archived()

    def count_edit(self, post: Post) -> None:
        """Count an edit of a message; raise ApiError if it is old and there were too many such edits."""
        limit, now = self.old_edits(), self._clock.now()
        if limit is None or now - made_at(post.id) < _AN_HOUR:
            return
        window = self._old_edits.get(post.channel_id)
        if window is None or window.limit != limit or window.is_over(now):
            window = self._old_edits[post.channel_id] = Window(limit, now)
        if not window.take():
            raise ApiError(
                400,
                30046,
                "Maximum number of edits to messages older than 1 hour reached. Try again later.",
            )

    def check_young(self, message_ids: list[str]) -> None:
        """Raise ApiError for messages that are too old to be deleted with others."""
        if any(self._clock.now() - made_at(message_id) > _TWO_WEEKS for message_id in message_ids):
            raise ApiError(400, 50034, "You can only bulk delete messages that are under 14 days old.")

    def seen_channel(self, channel_id: str) -> Channel:
        """Return a channel that the bot sees; raise ApiError if it does not exist or is hidden from it."""
        channel = self._channel(channel_id)
        if not self.sees(channel):
            raise missing_access()
        return channel

    def _channel(self, channel_id: str) -> Channel:
        try:
            return self._servers.channels[channel_id]
        except KeyError:
            raise unknown("Channel") from None

    def _is_in(self, channel: Channel) -> bool:
        guild = self._servers.by_id[str(channel.guild_id)]
        return self._bot.id in guild.members and not guild.has_outage


class Installs:
    """The ids of people who have added the app to their account; listeners hear of every change."""

    def __init__(self, file: WorldFile) -> None:
        self._file = file
        self._users = {body["id"] for body in file.all("install")}
        self.listeners: list[Callable[[], None]] = []

    def __contains__(self, user_id: str) -> bool:
        return user_id in self._users

    def __len__(self) -> int:
        return len(self._users)

    def add(self, user_id: str) -> None:
        """Add the app to an account."""
        self._users.add(user_id)
        self._file.put("install", user_id, {"id": user_id})
        self._tell()

    def remove(self, user_id: str) -> None:
        """Remove the app from an account."""
        self._users.discard(user_id)
        self._file.drop("install", user_id)
        self._tell()

    def _tell(self) -> None:
        for listener in tuple(self.listeners):
            listener()


class ClosedMessages:
    """The ids of people who accept no direct messages from the bot."""

    def __init__(self, file: WorldFile) -> None:
        self._file = file
        self._users = {body["id"] for body in file.all("closed")}

    def __contains__(self, user_id: object) -> bool:
        return user_id in self._users

    def close(self, user_id: str) -> None:
        """Block the bot's messages to a user."""
        self._users.add(user_id)
        self._file.put("closed", user_id, {"id": user_id})

    def open(self, user_id: str) -> None:
        """Let the bot send to a user again."""
        self._users.discard(user_id)
        self._file.drop("closed", user_id)

"""One user at a keyboard."""

import asyncio
import re
from collections.abc import Coroutine, Sequence
from typing import Any, overload

from small_discord.interactions import Desk, NotResponding
from small_discord.limits.controls import LINK
from small_discord.people.commands import ON_MESSAGE, ON_USER, offered, type_out
from small_discord.people.deeds import Deeds, Where
from small_discord.people.forms import chosen_values, options_of
from small_discord.people.message import Choice, Message, Modal, Refused, Value, check_said
from small_discord.people.sender import Reply, Sender
from small_discord.people.server_settings import ServerSettings, spoken
from small_discord.posting import Writer
from small_discord.wire import Json, Upload
from small_discord.world.payloads import shown
from small_discord.world.permissions import ATTACH_FILES
from small_discord.world.places import Channel, User
from small_discord.world.posts import Post
from small_discord.world.world import World


class Person(Deeds):
    """Does what a user can do in Discord's client, and no more.

    `window` names a browser window; None stands for all of the person's windows. `pace` is how many seconds
    the person looks at a message that has changed before pressing, by Discord's clock; nobody waits in fact.
    """

    def __init__(
        self, world: World, desk: Desk, user: User, window: str | None = None, *, pace: float = 0
    ) -> None:
        self._world = world
        self._window = window
        self._loaded_after = 0
        self.pace = pace
        self.user = user
        self.sender = Sender(world, desk, user, window)

    async def slash(self, where: Where, command: str, /, **options: Any) -> Reply:
        """Type a slash command such as "deal accordion".

        Users, roles and channels are given by id, files as Upload.
        """
        channel = self.channel(where)
        return await self.sender.command(channel, type_out(self.commands(channel), command, options))

    async def autocomplete(self, where: Where, command: str, focused: str, /, **options: Any) -> list[Choice]:
        """Type into an option and return the choices offered; the option's text is among the options."""
        channel = self.channel(where)
        values = {focused: ""} | options
        typed = type_out(self.commands(channel), command, values, focused)
        return await self.sender.choices(channel, typed)

    async def use_on_message(self, message: Message, command: str) -> Reply:
        """Choose a command from the context menu of a message."""
        return await self.sender.on(self.channel(message.channel_id), ON_MESSAGE, command, message.id)

    async def use_on_user(self, where: Where, name: str, command: str) -> Reply:
        """Choose a command from the context menu of a user, by name."""
        return await self.sender.on(self.channel(where), ON_USER, command, self._world.user(name).id)

    async def press(self, message: Message, label_or_custom_id: str) -> Reply:
        """Press a button of a message as it stands now."""
        button = self._now(message).find(label_or_custom_id)
        if button["style"] == LINK:
            raise Refused("A link opens a page; the bot does not hear of it.")
        return await self.use(message, button["custom_id"], [])

    async def choose(self, message: Message, custom_id_or_placeholder_prefix: str, *values: str) -> Reply:
        """Choose options of a menu, by value or by label: "Ben", "#lounge", the name of a role."""
        select = self._now(message).find_select(custom_id_or_placeholder_prefix)
        offers = options_of(self._world, self.user, self.channel(message.channel_id), select)
        return await self.use(message, select["custom_id"], chosen_values(offers, values))

    async def submit(self, modal: Modal, **values: Value) -> Reply:
        """Fill in a modal by custom_id and submit it; a field that is not named keeps its value."""
        return await self.sender.form(modal, modal.filled(values))

    def say(
        self,
        where: Where,
        text: str = "",
        *,
        files: Sequence[Upload] = (),
        reply_to: Message | None = None,
    ) -> Message:
        """Write an ordinary message; `<@id>` mentions somebody."""
        channel = self.channel(where)
        in_server = channel.guild_id is not None
        if in_server and not self._world.rights.may_post(self.user.id, channel):
            raise Refused(f"{self.user.name} may not write in this channel.")
        if files:
            self._need(channel, ATTACH_FILES, "attach files in this channel")
        check_said(text, files)
        self.sender.come_in(channel)
        target = None if reply_to is None else self._post(reply_to).id
        return Message(Writer(self._world).say(self.user, channel, text, files, target))

    def settings_of(self, server: str) -> ServerSettings:
        """Open the settings of a server; changes that this user may not make there are refused."""
        guild = self._world.servers.named(server)
        if self.user.id not in guild.members:
            raise Refused(f"{self.user.name} is no member of {guild.name}.")
        return ServerSettings(self._world, self.user, guild)

    def leave(self, server: str) -> None:
        """Leave a server, as anybody but its owner can."""
        guild = self.settings_of(server).guild
        if self.user.id == guild.owner_id:
            raise Refused(f"{self.user.name} owns {guild.name}, and has to give it to somebody else before.")
        self._world.servers.leave(guild.id, self.user.id)

    def join(self, server: str) -> None:
        """Accept an invite to a server."""
        guild = self._world.servers.named(server)
        if guild.bans_user(self.user.id):
            raise Refused(f"{self.user.name} is banned from {guild.name}.")
        if self.user.id not in guild.members:
            self._world.servers.join(guild.id, self.user.id)

    def add_app(self) -> None:
        """Add the bot's app to this account, which brings its commands along everywhere."""
        self._world.installs.add(self.user.id)

    def remove_app(self) -> None:
        """Remove the app from this account."""
        self._world.installs.remove(self.user.id)

    def set_language(self, locale: str) -> None:
        """Have Discord speak a language, such as `pt-BR`; raise Refused if it does not."""
        self._world.languages.choose(self.user.id, spoken(locale))

    def close_messages(self) -> None:
        """Refuse direct messages from the bot, which can still answer interactions there."""
        self._world.closed.close(self.user.id)

    def open_messages(self) -> None:
        """Accept direct messages from the bot again."""
        self._world.closed.open(self.user.id)

    def talk_with(self, *names: str) -> Channel:
        """Return the conversation among this user and others, without the bot."""
        return self._world.conversation([self.user, *map(self._world.user, names)])

    @overload
    def sees(self, where: Where) -> list[Message]: ...

    @overload
    def sees(
        self, where: Where, text: str | re.Pattern[str], timeout: float = 10
    ) -> Coroutine[Any, Any, Message]: ...

    def sees(
        self, where: Where, text: str | re.Pattern[str] | None = None, timeout: float = 10
    ) -> list[Message] | Coroutine[Any, Any, Message]:
        """Return the messages of a channel that this user may see, oldest first.

        `await ada.sees(where, "text")` waits for one, as `waits_for` does.
        """
        if text is not None:
            return self.waits_for(where, text, timeout)
        posts = self._world.posts.within(self.channel(where).id)
        return [Message(shown(self._world, post)) for post in posts if self.sees_post(post)]

    def sees_post(self, post: Post) -> bool:
        """Say whether this user sees a message of a channel, in this window."""
        if post.viewer is None:
            return True
        loaded = int(post.id) > self._loaded_after
        return post.visible_to(self.user.id) and loaded and self._window in (None, post.window)

    def reload(self) -> None:
        """Reload Discord: what only this user saw is gone, since only the window keeps it."""
        self._loaded_after = int(self._world.ids.next())

    async def waits_for(
        self,
        where: Where,
        text: str | re.Pattern[str],
        timeout: float = 60,  # noqa: ASYNC109  the caller's patience
        *,
        reaction: str = "",
    ) -> Message:
        """Return the newest message that has or matches this text, and this reaction, once it is there.

        Raise NotResponding, with the newest that there is, if none comes.
        """
        pattern = re.compile(re.escape(text)) if isinstance(text, str) else text
        changed = asyncio.Event()

        def look(*_: object) -> None:
            changed.set()

        self._world.posts.listeners.append(look)
        try:
            async with asyncio.timeout(timeout):
                while True:
                    for message in reversed(self.sees(where)):
                        if pattern.search(message.text) and (not reaction or reaction in message.reactions):
                            return message
                    changed.clear()
                    await changed.wait()
        except TimeoutError:
            last = [message.text for message in self.sees(where)][-1:] or ["none at all"]
            wanted = " and ".join(repr(each) for each in (text, reaction) if each)
            sought = f"{self.user.name} saw no message with {wanted} within {timeout} s"
            raise NotResponding(f"{sought}, the newest is: {last[0]}") from None
        finally:
            self._world.posts.listeners.remove(look)

    def dismiss(self, message: Message) -> None:
        """Dismiss an ephemeral message."""
        post = self._post(message)
        if post.viewer is None:
            raise Refused("Only messages that nobody else sees can be dismissed.")
        self._world.posts.dismiss(post)

    async def use(self, message: Message, custom_id: str, values: list[str]) -> Reply:
        """Press the button, or choose values of the menu, that has this custom_id."""
        self.channel(message.channel_id)
        return await self.sender.press(self._now(message).post, custom_id, values, self.pace)

    def channel(self, where: Where) -> Channel:
        """Return a channel that this user may enter; otherwise raise Refused."""
        try:
            channel = self._world.channel(where, self.user)
        except KeyError as error:
            raise Refused(f"{error.args[0]}.") from None
        guild = self._world.guild_of(channel)
        if guild is not None and guild.has_outage:
            raise Refused(f"{guild.name} is not available: Discord has an outage.")
        if not self._world.may_enter(self.user.id, channel):
            raise Refused(f"{self.user.name} has no access to this channel.")
        return channel

    def commands(self, channel: Channel) -> list[Json]:
        """Return the slash commands that a channel offers to this user."""
        return offered(self._world, self.user, channel)

    def _now(self, message: Message) -> Message:
        return Message(shown(self._world, self._post(message)))

    def _post(self, message: Message) -> Post:
        post = self._world.posts.get(message.channel_id, message.id)
        if post is None or not self.sees_post(post):
            raise Refused(f"{self.user.name} does not see this message, or not any more.")
        return post

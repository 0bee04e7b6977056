"""A request: what somebody asks for, read once from what Discord has sent, with what is known of who asks.

A private message is in its reader's language, one that a whole server sees in the server's.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.client.emoji import CardEmoji
from bot.client.options import Interaction
from bot.render.cards import Style
from bot.render.language import language_read, read_by
from bot.render.refusals import MANAGERS_ONLY, NO_SERVER
from bot.render.settings import style_of
from bot.service.game import Seat
from bot.service.settings import ServerLanguages, Settings
from bot.store import PlayerSettings, StoreError
from bot.ui.presses import LONGEST_LINE, NO_GAME, PLAYS, Press
from idle_year.engine.errors import GameError

_ONLY_ON_BOARDS = {"more", "type", "again", "puzzle", "back"}
"""Verbs that no other message has: in play, at the end, and on the rules that take the place of a board."""
NO_PRESS = Press(NO_GAME, "")
"""The press of a request that is none: of a command."""


class PressedMessage:
    """The message that a press was made on; its components are read only when asked for."""

    def __init__(self, message: discord.Message) -> None:
        asked = message.interaction_metadata
        self.id = message.id
        self.is_private = message.flags.ephemeral
        """Whether only one person sees it, and Discord does not keep it."""
        self.asked_by = asked.user.id if asked is not None else None
        """Who had it posted; None if nobody had."""
        self.components: Sequence[Any] = message.components

    def presses(self) -> Iterator[Press]:
        """Yield what its buttons say, the last one first: boards are known by their last rows."""
        for part in reversed([*parts_of(self.components)]):
            if isinstance(part, discord.Button) and part.custom_id:
                with contextlib.suppress(ValueError):
                    yield Press.read(part.custom_id)

    def texts(self) -> list[str]:
        """Return its texts, from top to bottom."""
        return [part.content for part in parts_of(self.components) if isinstance(part, discord.TextDisplay)]

    def text(self) -> str:
        """Return all that stands on it."""
        return "\n".join(self.texts())

    def is_board(self, game: int | None = None) -> bool:
        """Whether it is a board, of a certain game if one is named, and not a note about one."""
        return any(
            press.verb in _ONLY_ON_BOARDS and game in (None, press.seen.id) for press in self.presses()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What somebody asks for, from where, and how that person reads."""

    seat: Seat
    """Who asks, and where."""
    press: Press = NO_PRESS
    values: Sequence[str] = ()
    """The chosen options of a list, or what was typed into a form."""
    is_typed: bool = False
    """Whether it is a form that was sent."""
    message: PressedMessage | None = None
    """What was pressed; None of a command."""
    settings: PlayerSettings
    style: Style
    """How the person's boards are drawn."""
    language: str
    """What the person reads, by the name of its catalogue."""
    locale: str
    """The language of the person's Discord, such as `es-419`."""
    server_locale: str | None
    manages: bool
    """Whether the person may manage the server."""
    is_among_others: bool
    """Whether others than the person and the bot are where it came from."""
    is_bot_here: bool
    """Whether the bot is in that server, and not only an app of the person's."""
    is_channel_seen: bool
    """Whether the bot may see the channel around it."""
    is_in_private_thread: bool
    most_bytes: int
    """Of a file that Discord takes here."""
    made_at: float
    """Seconds, on Discord's clock."""

    @property
    def player(self) -> int:
        """Who asks."""
        return self.seat.owner

    @property
    def guild(self) -> int | None:
        """The server it came from, if it came from one."""
        return self.seat.guild

    @property
    def server(self) -> int:
        """The server it came from; raise GameError if there is none."""
        if self.seat.guild is None:
            raise GameError(NO_SERVER)
        return self.seat.guild

    @property
    def managed_server(self) -> int:
        """The server it came from; raise GameError if there is none, or the person may not manage it.

        The permission a command requires is only its default: servers may offer it to anyone they like.
        """
        server = self.server
        if not self.manages:
            raise GameError(MANAGERS_ONLY)
        return server

    def is_private(self, *, public: bool) -> bool:
        """Whether only its owner should see a game; in direct messages nobody else can anyway."""
        return self.is_among_others and not public

    def is_on_own_message(self, *, private: bool) -> bool:
        """Whether the pressed message may be edited: one that nobody else sees, or the person's own board.

        A press may be forged, and name a game that its message is not about. A public board is private where
        a server does not let user-installed apps post publicly.
        """
        message = self.message
        if message is None or private:
            return message is not None and message.is_private
        if message.is_private or not self.is_among_others:
            return message.is_board()
        return message.asked_by == self.player and message.is_board(self.press.seen.id)

    def is_shown_by(self) -> PressedMessage | None:
        """Return the pressed message if it has the button that was pressed: a press may be forged."""
        message = self.message
        return message if message is not None and self.press in message.presses() else None


class Languages:
    """Finds out which language a server or a player reads: the one chosen, else the nearest to Discord's."""

    def __init__(self, client: discord.Client, settings: Settings, servers: ServerLanguages) -> None:
        self._client = client
        self._settings = settings
        self._servers = servers

    async def of_server(self, guild: int, locale: str | None) -> str:
        """Return the language of a server, whose Discord is in `locale`."""
        return language_read(await self._servers.of(guild), locale)

    async def of_server_here(self, guild: int) -> str:
        """Return the language of a server that this process sees."""
        found = self._client.get_guild(guild)
        return await self.of_server(guild, found.preferred_locale.value if found else None)

    async def of_player(self, player: int, locale: str | None) -> str:
        """Return the language of somebody who has pressed nothing; `locale` is that of their Discord once."""
        try:
            chosen = (await self._settings.of(player)).language
        except StoreError:  # better said in another language than not at all
            chosen = ""
        return language_read(chosen, self._settings.heard(player) or locale)


class Requests:
    """Reads requests, each with its asker's settings, and has all that follows worded in its language."""

    def __init__(self, settings: Settings, card_emoji: CardEmoji) -> None:
        self._settings = settings
        self._card_emoji = card_emoji

    async def read(
        self, interaction: Interaction, press: Press = NO_PRESS, values: Sequence[str] = ()
    ) -> Request:
        """Read a request from what Discord has sent."""
        if interaction.channel_id is None:
            raise ValueError("Commands and components always come from a channel.")
        person, channel = interaction.user.id, interaction.channel
        locale, server_locale = interaction.locale.value, interaction.guild_locale
        self._settings.hear(person, locale)
        settings = await self._chosen(person)
        request = Request(
            seat=Seat(person, interaction.channel_id, interaction.guild_id),
            press=press,
            values=values,
            is_typed=interaction.type is discord.InteractionType.modal_submit,
            message=PressedMessage(interaction.message) if interaction.message else None,
            settings=settings,
            style=style_of(settings, self._card_emoji.texts),
            language=language_read(settings.language, locale),
            locale=locale,
            server_locale=server_locale and server_locale.value,
            manages=interaction.permissions.manage_guild,
            is_among_others=interaction.guild_id is not None or interaction.context.private_channel,
            is_bot_here=interaction.is_guild_integration(),
            is_channel_seen=interaction.app_permissions.view_channel,
            is_in_private_thread=channel is not None and channel.type is discord.ChannelType.private_thread,
            most_bytes=interaction.filesize_limit,
            made_at=discord.utils.snowflake_time(interaction.id).timestamp(),
        )
        read_by(request.language)
        return request

    async def again(self, request: Request) -> Request:
        """Return a request with what its asker has chosen meanwhile."""
        settings = await self._chosen(request.player)
        language = language_read(settings.language, request.locale)
        read_by(language)
        style = style_of(settings, self._card_emoji.texts)
        return replace(request, settings=settings, style=style, language=language)

    async def _chosen(self, person: int) -> PlayerSettings:
        try:
            return await self._settings.of(person)
        except StoreError:  # what was asked for may need no database; if it does, that is told next
            return PlayerSettings()


def read_sent(interaction: Interaction) -> tuple[Press, list[str]]:
    """Return what a component or a form says, and what was chosen or typed; NO_PRESS if nobody knows."""
    data: Any = interaction.data
    try:
        press = Press.read(data["custom_id"])
        if interaction.type is discord.InteractionType.modal_submit:
            return (press, [_typed(data)]) if press.verb == PLAYS else (NO_PRESS, [])
        return press, data.get("values") or []
    except (ValueError, TypeError, LookupError, AttributeError):
        return NO_PRESS, []


def _typed(data: Any) -> str:
    """Return what was typed into a form; raise ValueError, TypeError or LookupError if that cannot be."""
    (label,) = data["components"]
    typed = label["component"]["value"]
    if not isinstance(typed, str) or len(typed) > LONGEST_LINE:
        raise ValueError("No form of the bot takes that.")
    return typed


def parts_of(components: Iterable[Any]) -> Iterator[Any]:
    """Yield the components of a message, nested ones included."""
    for each in components:
        yield each
        yield from parts_of(getattr(each, "children", ()))

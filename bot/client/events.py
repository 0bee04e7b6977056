"""What comes from Discord's gateway: what we do not need is not kept, what is incomplete is filled in.

discord.py would cache all channels, threads, roles and more, up to half a megabyte per server, and no public
switch stops it. The bot uses none of them: interactions say what it has to know, and it asks Discord for what
they do not.

It also takes much for granted that Discord may leave out, send as null or add without notice. What it fails
to read would end the process, for every server, and again after each restart.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.client.failures import FAILURES, warn
from bot.render.language import nearest, read_in, worded
from bot.render.refusals import UNREADABLE
from bot.service.background import reason
from bot.store.troubles import OnceAMinute

Payload: TypeAlias = dict[str, Any]
Parser: TypeAlias = Callable[[Payload], None]

_INTERACTION = "INTERACTION_CREATE"
_HEARD = {
    *("READY", "RESUMED", "USER_UPDATE"),
    *("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"),
    "GUILD_MEMBERS_CHUNK",  # the answer to a question about members
    _INTERACTION,
}
"""The other events are about channels, roles, threads and members, which discord.py would cache."""
_NEEDED = {"READY", "RESUMED"}
"""Without these there is no session: if they cannot be read, another one has to be begun."""
_OF_SERVERS = {
    "id",
    "name",
    "unavailable",  # tells the end of an outage from a new server
    # discord.py creates an object for each of these that is missing.
    *("verification_level", "default_message_notifications"),
    "preferred_locale",  # whose language its races and digests are in
}
_OF_CHANNELS: Payload = {
    "name": "",
    "position": 0,
    "parent_id": 0,
    "bitrate": 0,
    "user_limit": 0,
    "owner_id": 0,
    "message_count": 0,
    "member_count": 0,
    "thread_metadata": {"archived": False, "auto_archive_duration": 60, "archive_timestamp": None},
}
"""Fields that discord.py takes for granted of a channel it does not know, failing if one is missing."""
_DIRECT = {discord.ChannelType.private.value, discord.ChannelType.group.value}
_IN_SERVERS = {each.value for each in discord.ChannelType} - _DIRECT - {discord.ChannelType.category.value}
"""The types of channels in which discord.py knows that people can be."""
_LONGEST_NAME = 100
"""Characters that Discord allows the name of a server."""
_WRITTEN = {discord.MessageType.default.value, discord.MessageType.reply.value}
"""The types of messages that people write; the others say that something was pinned, for instance."""
LARGEST_ID = 2**63 - 1
"""The largest that a database takes."""
_NUMBER = re.compile("[0-9]{1,19}")
_LAST_OPTION = discord.AppCommandOptionType.attachment.value
_ANSWER_TO = "/interactions/{interaction_id}/{interaction_token}/callback"
_read = DiscordWebSocket.received_message
_NO_CHOICES = {"type": discord.InteractionResponseType.autocomplete_result.value, "data": {"choices": []}}


def is_number(text: str) -> bool:
    """Whether a text is an id, or another whole number that a database takes."""
    return bool(_NUMBER.fullmatch(text)) and int(text) <= LARGEST_ID


def cache_names_only(client: discord.Client) -> None:
    """Make a client cache only which servers it is in, nothing of their contents; call before it connects."""
    parsers = parsers_of(client)
    for event in parsers.keys() - _HEARD:
        del parsers[event]
    for event, change in _CHANGES.items():
        parsers[event] = _after(change, parsers[event])


def parsers_of(client: discord.Client) -> dict[str, Parser]:
    """Return what parses each of a client's gateway events."""
    return client._connection.parsers  # noqa: SLF001  the reason is this module's


def hear_direct_messages(client: discord.Client) -> None:
    """Make a client dispatch `direct_message`, with a channel and a person, when somebody writes to it.

    What was written is dropped. Discord also sends what the bot says there, and what it says to one person
    in a server.
    """

    def note_writer(message: Payload) -> None:
        match message:
            case {"type": kind, "channel_id": str(channel), "author": {"id": str(person), **author}}:
                by_person = kind in _WRITTEN and not author.get("bot")
                if by_person and message.get("guild_id") is None and _is_id(channel) and _is_id(person):
                    client.dispatch("direct_message", int(channel), int(person))

    parsers_of(client)["MESSAGE_CREATE"] = note_writer


def drop_unreadable(
    client: discord.Client, dropped: Callable[[], None], now: Callable[[], float] = time.monotonic
) -> None:
    """Make a client go on after an event that nobody can read; call after all else that changes parsers.

    `dropped` is called for each, and `now` tells seconds. Whoever has asked for something is told. After a
    frame that is no event at all, its shard begins another session.
    """
    DiscordWebSocket.received_message = _read_or_begin_anew  # type: ignore[method-assign]
    parsers, lines = parsers_of(client), OnceAMinute(now)
    for event in parsers.keys() - _NEEDED:
        parsers[event] = _guarded(client, event, parsers[event], dropped, lines)


async def _read_or_begin_anew(socket: DiscordWebSocket, frame: Any, /) -> None:
    try:
        await _read(socket, frame)
    except (ReconnectWebSocket, *FAILURES):
        raise
    except Exception as error:
        await socket.close()
        # Of this, discord.py makes another try, and of what it doesn't know, the end of the bot.
        raise aiohttp.ClientPayloadError(
            f"Discord sent what could not be read ({type(error).__name__})"
        ) from error


def _guarded(
    client: discord.Client, event: str, parse: Parser, dropped: Callable[[], None], lines: OnceAMinute
) -> Parser:
    answers: set[asyncio.Task[None]] = set()

    def parse_or_drop(data: Payload) -> None:
        try:
            parse(data)
        except Exception as error:  # noqa: BLE001  whatever it is, others go on playing
            # What the event says is not logged: it may be about people, and it holds a token.
            warn(lines, event, "What Discord sent could not be read: %s (%s).", event, type(error).__name__)
            dropped()
            if event == _INTERACTION:
                answer = asyncio.create_task(_tell(client, data, lines))
                answers.add(answer)
                answer.add_done_callback(answers.discard)

    return parse_or_drop


async def _tell(client: discord.Client, data: Any, lines: OnceAMinute) -> None:
    """Answer an interaction that could not be read, if it has what an answer needs."""
    match data:
        case {"id": str(number), "token": str(token), "type": int(kind)}:
            autocomplete = kind == discord.InteractionType.autocomplete.value
            answer = _NO_CHOICES if autocomplete else _a_sentence(data.get("locale"))
            route = discord.http.Route("POST", _ANSWER_TO, interaction_id=number, interaction_token=token)
            try:
                await client.http.request(route, json=answer)
            except FAILURES as error:
                warn(lines, _ANSWER_TO, "Nobody could be told that it could not be read: %s.", reason(error))


def _a_sentence(locale: object) -> Payload:
    """Say so in the language of the asker's Discord."""
    with read_in(nearest(locale)):
        said = worded(UNREADABLE)
    return {
        "type": discord.InteractionResponseType.channel_message.value,
        "data": {"content": said, "flags": discord.MessageFlags(ephemeral=True).value},
    }


def _after(change: Callable[[Payload], Payload], parse: Parser) -> Parser:
    return lambda data: parse(change(data))


def _of_a_server(server: Payload) -> Payload:
    """Return what is told of a server; raise ValueError if nobody can know of which."""
    if not _is_id(server["id"]):
        raise ValueError
    return server


def _shortened(server: Payload) -> Payload:
    """Return what is kept of a server; with a name that cannot be one, nobody could be told its news."""
    name = _of_a_server(server).get("name")
    kept = {key: server[key] for key in _OF_SERVERS & server.keys()}
    return kept | {"name": name[:_LONGEST_NAME] if isinstance(name, str) else ""}


def _completed(interaction: Payload) -> Payload:
    """Fill in what Discord may leave out: of an interaction's channel it guarantees only its id.

    Raise ValueError for what nobody could act on.
    """
    if not _is_understood(interaction):
        raise ValueError
    told = {key: value for key, value in (interaction.get("channel") or {}).items() if value is not None}
    channel = _OF_CHANNELS | {"id": interaction.get("channel_id")} | told
    if not _is_id(channel["id"]):
        raise ValueError
    in_server = interaction.get("guild_id") is not None
    if channel.get("type") not in (_IN_SERVERS if in_server else _DIRECT):
        channel["type"] = (discord.ChannelType.text if in_server else discord.ChannelType.private).value
    return interaction | {"channel": channel}


def _is_understood(interaction: Payload) -> bool:
    """Whether an interaction says what discord.py and the bot rely on without looking."""
    match interaction:
        case {"id": own, "token": str(), "guild_id": guild, "member": {"user": {"id": user}}}:
            ids = [own, guild, user]
        case {"id": own, "token": str(), "user": {"id": user}} if interaction.get("guild_id") is None:
            ids = [own, user]
        case _:
            return False
    if not all(map(_is_id, ids)):
        return False
    match interaction.get("message"):
        case None | {"flags": int(), "components": list()}:
            return _says_what(interaction)
    return False


def _is_id(value: object) -> bool:
    return isinstance(value, str) and is_number(value) and int(value) > 0


def _says_what(interaction: Payload) -> bool:
    match interaction:
        case {"type": 2, "data": {"type": 1, "name": str(), **data}}:
            return _are_options(data.get("options", []))
        case {"type": 4, "data": {"type": 1, "name": str(), "options": options}}:
            return _are_options(options) and _has_focus(options)
        case {"type": 3, "data": {"custom_id": str(), "component_type": int(), **data}}:
            return isinstance(data.get("values", []), list)
        case {"type": 5, "data": {"custom_id": str(), "components": list()}}:
            return True
    return False


def _are_options(options: object) -> bool:
    return isinstance(options, list) and all(_is_option(each) for each in options)


def _is_option(option: object) -> bool:
    match option:
        case {"name": str(), "type": 1 | 2, **rest}:
            return _are_options(rest.get("options", []))
        case {"name": str(), "type": int(kind), "value": str() | int() | float()}:
            return 3 <= kind <= _LAST_OPTION
    return False


def _has_focus(options: list[Payload]) -> bool:
    return any(each.get("focused") is True or _has_focus(each.get("options", [])) for each in options)


_CHANGES = {
    "GUILD_CREATE": _shortened,
    "GUILD_UPDATE": _shortened,
    "GUILD_DELETE": _of_a_server,
    _INTERACTION: _completed,
}

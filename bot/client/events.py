"""What comes from Discord's gateway: what we do not need is not kept, what is incomplete is filled in.

discord.py would cache all channels, threads, roles and more, up to half a megabyte per server, and no public
switch stops it. The bot uses none of them: interactions say what it has to know, and it asks Discord for what
they do not.

It also takes much for granted that Discord may leave out, send as null or add without notice. What it fails
to read would end the process, for every server, and again after each restart.
"""

from __future__ import annotations

import asyncio
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
_WRITTEN = {discord.MessageType.default.value, discord.MessageType.reply.value}
"""The types of messages that people write; the others say that something was pinned, for instance."""
_ANSWER_TO = "/interactions/{interaction_id}/{interaction_token}/callback"
_read = DiscordWebSocket.received_message
_NO_CHOICES = {"type": discord.InteractionResponseType.autocomplete_result.value, "data": {"choices": []}}


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
        author = message["author"]
        by_person = message["type"] in _WRITTEN and not author.get("bot")
        if by_person and message.get("guild_id") is None:
            client.dispatch("direct_message", int(message["channel_id"]), int(author["id"]))

    parsers_of(client)["MESSAGE_CREATE"] = note_writer


def ignore_floods(client: discord.Client, hears: Callable[[int], bool], ignored: Callable[[], None]) -> None:
    """Drop what comes of those whom nobody `hears` as soon as it is read, before objects are made of it.

    `ignored` is called for each.
    """
    parsers = parsers_of(client)
    parse = parsers[_INTERACTION]

    def parse_unless_flood(data: Payload) -> None:
        if hears(_asker_of(data)):
            parse(data)
        else:
            ignored()

    parsers[_INTERACTION] = parse_unless_flood


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
        # discord.py retries on a ClientError; anything else would end the process.
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


async def _tell(client: discord.Client, data: Payload, lines: OnceAMinute) -> None:
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


def _shortened(server: Payload) -> Payload:
    """Return what is kept of a server."""
    return {key: server[key] for key in _OF_SERVERS & server.keys()}


def _asker_of(interaction: Payload) -> int:
    """Return who has pressed or typed something; raise an error if nobody has: discord.py would go on."""
    return int((interaction["member"] if interaction.get("guild_id") else interaction)["user"]["id"])


def _completed(interaction: Payload) -> Payload:
    """Fill in what Discord may leave out: of an interaction's channel it guarantees only its id."""
    told = {key: value for key, value in (interaction.get("channel") or {}).items() if value is not None}
    channel = _OF_CHANNELS | {"id": interaction["channel_id"]} | told
    in_server = bool(interaction.get("guild_id"))
    if channel.get("type") not in (_IN_SERVERS if in_server else _DIRECT):
        channel["type"] = (discord.ChannelType.text if in_server else discord.ChannelType.private).value
    return interaction | {"channel": channel}


_CHANGES = {
    "GUILD_CREATE": _shortened,
    "GUILD_UPDATE": _shortened,
    _INTERACTION: _completed,
}

"""What managers decide for their server: its digest, its leaderboards, and what everybody reads there."""

from __future__ import annotations

import discord

from bot.client.options import ChosenChannel
from bot.render import digest as texts
from bot.render import labels, ranks
from bot.render.language import worded
from bot.render.names import read_game
from bot.render.race import posting_text, setup_text
from bot.render.settings import server_language
from bot.ui.answers import tell, tell_in_place
from bot.ui.components import Layout, Note, PressButton, file_of
from bot.ui.options import read_language, read_zone
from bot.ui.presses import NO_GAME, Press
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services
from idle_year.engine.errors import GameError


async def set_up(
    services: Services,
    request: Request,
    channel: ChosenChannel | None,
    hour: int | None,
    zone: str | None,
    language: str | None,
) -> Response:
    """Set the digest's channel, hour and zone, and the server's language, and show what is set now.

    What is not given stays as it was.
    """
    guild = request.managed_server
    is_shown = (channel, hour, zone) == (None, None, None)
    if not is_shown:
        await _set_up_digest(services, request, channel, hour, zone)
    if language is not None:
        await services.server_languages.choose(guild, read_language(language))
        await services.store.servers.touch(guild)
    server = await services.store.servers.get(guild)
    is_gone = is_shown and server is not None and await services.discord.is_gone(server.channel)
    return tell(services, await _setup_note(services, guild, is_gone=is_gone))


async def switch_off(services: Services, request: Request) -> Response:
    """Switch the digest off; raise GameError if the person may not decide that."""
    guild = request.managed_server
    await services.store.servers.drop(guild)
    return tell_in_place(services, request, await _setup_note(services, guild))


async def choose_posts(services: Services, request: Request, posts: bool) -> Response:
    """Choose whether the end of a race is posted in this server."""
    await services.store.servers.choose_quiet(request.managed_server, quiet=not posts)
    return tell(services, Note(posting_text(quiet=not posts)))


async def hide(services: Services, request: Request, player: int) -> Response:
    """Take a player off the leaderboards of this server."""
    await services.ranks.set_hidden(player, hidden=True, guild=request.managed_server)
    return tell(services, Note(ranks.player_hidden(player)))


async def put_back(services: Services, request: Request, player: int) -> Response:
    """Put a player back on the leaderboards of this server."""
    await services.ranks.set_hidden(player, hidden=False, guild=request.managed_server)
    hides = await services.ranks.hides(player)
    return tell(services, Note(ranks.player_shown(player, hides=hides)))


async def reset(services: Services, request: Request, sure: str, game: str | None) -> Response:
    """Clear the leaderboards of this server, of one game or of all; raise GameError unless one is `sure`."""
    guild = request.managed_server
    if sure.strip().lower() != "reset":
        raise GameError(ranks.NOT_SURE)
    rules = read_game(game) if game else None
    gone = await services.ranks.reset(guild, rules.id if rules else None)
    return tell(services, Note(ranks.boards_reset(gone, rules)))


async def export(services: Services, request: Request) -> Response:
    """Send all of this server's results as a file."""
    content = await services.ranks.export(request.managed_server)
    file = await file_of(content, "results.csv", ranks.EXPORT_FILE, request.most_bytes)
    return Response(text=worded(ranks.EXPORTED), files=[file])


async def _set_up_digest(
    services: Services, request: Request, channel: ChosenChannel | None, hour: int | None, zone: str | None
) -> None:
    guild = request.server
    before = await services.store.servers.get(guild)
    place = channel.id if channel else before and before.channel
    hour = before.hour if hour is None and before else hour
    if place is None or hour is None:
        raise GameError(texts.NOT_SET_UP)
    zone = read_zone(zone, services.store.now()) if zone else before.zone if before else "UTC"
    await _check_may_post(services, guild, place, channel and channel.permissions)
    await services.store.servers.put(guild, place, hour, request.player, zone)


async def _check_may_post(
    services: Services, guild: int, channel: int, told: discord.Permissions | None
) -> None:
    """Raise GameError if the bot may not post in a channel; `told` is what Discord has said of that."""
    if not services.discord.is_member(guild):
        raise GameError(texts.NO_MEMBER)
    has = await services.discord.own_permissions(guild, channel) if told is None else told
    if not has.view_channel:  # it can do nothing then, whatever else is allowed
        has = discord.Permissions.none()
    missing = [name for flag, name in texts.PERMISSIONS.items() if not getattr(has, flag)]
    if missing:
        raise GameError(texts.may_not_post(channel, missing))


async def _setup_note(services: Services, guild: int, *, is_gone: bool = False) -> Layout:
    """Show where and when the digest comes, in which language, and whether ends of races are posted."""
    server = await services.store.servers.get(guild)
    language = server_language(await services.server_languages.of(guild))
    rest = language, setup_text(quiet=await services.store.servers.is_quiet(guild))
    if server is None:
        return Layout(texts.no_digest(), *rest)
    if services.digests.is_given_up(server) and not is_gone:
        return Layout(texts.digest_given_up(server), *rest)
    told = texts.digest_homeless() if is_gone else texts.digest_setup(server)
    return Layout(told, [PressButton(labels.SWITCH_OFF, Press(NO_GAME, "nodigest"))], *rest)

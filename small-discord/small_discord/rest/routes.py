"""All routes that there are."""

from __future__ import annotations

from collections.abc import Callable

from small_discord.announcing import Announcer
from small_discord.gateway.session import SessionStarts
from small_discord.interactions import Desk
from small_discord.posting import Writer
from small_discord.rest.app import CommandRoutes, EmojiRoutes
from small_discord.rest.interactions import CallbackRoutes, WebhookRoutes
from small_discord.rest.members import BanRoutes, MemberRoutes
from small_discord.rest.messages import MessageRoutes, Nonces
from small_discord.rest.pins import PinRoutes
from small_discord.rest.places import Identity, Places
from small_discord.rest.reactions import ReactionRoutes
from small_discord.rest.roles import OverwriteRoutes, RoleRoutes
from small_discord.rest.route import Route
from small_discord.rest.threads import ThreadMemberRoutes, ThreadRoutes
from small_discord.world.world import World


def all_routes(
    world: World,
    desk: Desk,
    starts: SessionStarts,
    commands_changed: Callable[[], None],
    *,
    url: Callable[[], str],
    gateway_url: Callable[[], str],
) -> list[Route]:
    """Return the routes; `commands_changed` is called when the bot has registered commands."""
    writer, announcer = Writer(world), Announcer(world)
    return [
        *Identity(world, starts, gateway_url).routes(),
        *Places(world).routes(),
        *RoleRoutes(world).routes(),
        *OverwriteRoutes(world).routes(),
        *MemberRoutes(world).routes(),
        *BanRoutes(world).routes(),
        *CommandRoutes(world, commands_changed).routes(),
        *EmojiRoutes(world).routes(),
        *PinRoutes(world, announcer, url).routes(),
        *MessageRoutes(world, writer, Nonces(world.posts, world.clock), url).routes(),
        *ThreadRoutes(world, announcer).routes(),
        *ThreadMemberRoutes(world, announcer).routes(),
        *ReactionRoutes(world).routes(),
        *CallbackRoutes(world, desk, writer, url).routes(),
        *WebhookRoutes(world, desk, writer, url).routes(),
    ]

"""The bot: all wiring and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands
from yarl import URL

from bot.client.clock import noting_the_time
from bot.client.commands import Translator
from bot.client.events import cache_names_only, drop_unreadable, hear_direct_messages
from bot.client.failures import late_in_one_line
from bot.client.gateway import heeding_cancellation, look_for_discord_often, outlive_ended_connections
from bot.client.requests import answer_for_certain, outlive_pauses
from bot.client.servers import forget_left_servers, note_if_left
from bot.client.sessions import SessionStarts, drain
from bot.render.language import load_languages
from bot.render.names import load_names
from bot.render.zones import load_zones
from bot.service.background import Background, keep_whole
from bot.service.kernels import Preparation
from bot.service.limits import USUAL, Allowed
from bot.store import Store
from bot.ui.digest import DigestPosts
from bot.ui.inbox import Inbox, LimitedTree, ignore_floods
from bot.ui.presses import UnknownCommand
from bot.ui.reminder import ReminderPosts
from bot.ui.request import Interaction
from bot.ui.response import Exchange
from bot.ui.services import make_services

log = logging.getLogger(__name__)

EXTENSIONS = (
    "cogs.accordion",
    "cogs.marriage",
    "cogs.cribbage",
    "cogs.napoleon",
    "cogs.pyramid",
    "cogs.front_door",
    "cogs.table",
    "cogs.review",
    "cogs.daily",
    "cogs.puzzle",
    "cogs.race",
    "cogs.settings",
    "cogs.privacy",
    "cogs.pages",
    "cogs.server",
)

_SENT = {discord.InteractionType.component, discord.InteractionType.modal_submit}


class IdleYearBot(commands.AutoShardedBot):
    """Idle Year on Discord; no privileged intents, and nobody is ever pinged."""

    def __init__(
        self,
        store: Store,
        preparation: Preparation | None = None,
        background: Background | None = None,
        *,
        allowed: Allowed = USUAL,
        shard_ids: list[int] | None = None,
        shard_count: int | None = None,
        discord_name: str = "Discord",
    ) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=LimitedTree,
            intents=discord.Intents(guilds=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            shard_ids=shard_ids,  # type: ignore[arg-type]  # None is discord.py's default: all of them
            shard_count=shard_count,
            http_trace=noting_the_time(store.discord_time),
        )
        self.discord_name = discord_name
        """Which Discord it plays on, for whoever runs it to tell them apart."""
        cache_names_only(self)
        hear_direct_messages(self)
        self.services = services = make_services(
            *(self, store, preparation or Preparation()),
            allowed=allowed,
            discord_name=discord_name,
        )
        store.watch(services.metrics.asked_database, services.metrics.unreadable_row)
        ignore_floods(self, services.limits, services.metrics)
        drop_unreadable(self, services.metrics.unreadable)
        self.inbox = Inbox(services)
        self.session_starts = SessionStarts(self, store)
        self.digest_posts = DigestPosts(self, services)
        self.reminder_posts = ReminderPosts(self, services, self.digest_posts.all_posted)
        self.background = background or Background()
        self._in_background: tuple[asyncio.Task[None], ...] = ()
        self.deal_group = app_commands.Group(name="deal", description="Deal a game")

    async def setup_hook(self) -> None:
        """Load the cogs, and start the background tasks."""
        answer_for_certain()
        outlive_ended_connections()
        outlive_pauses(self.http)
        await asyncio.to_thread(load_languages)
        await asyncio.to_thread(load_names)
        await asyncio.to_thread(load_zones)
        self.tree.add_command(self.deal_group)
        await self.tree.set_translator(Translator())
        self.tree.error(self._explain_command_error)
        logging.getLogger("discord.app_commands.tree").addFilter(late_in_one_line)
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        self._in_background = self.background.start(self.works())

    def works(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """Return the background work that goes on until the bot leaves; each says which process does it."""
        services = self.services
        return {
            "sending the commands": services.command_names.sync,
            "uploading card pictures": partial(services.card_emoji.upload, self),
            "choosing dailies": services.dailies.keep_ready,
            "making puzzles": services.puzzle_stock.keep_filled,
            "deleting what is due": services.privacy.keep_clean,
            "taking back games": services.lookup.take_back,
            "completing the database file": partial(keep_whole, services.store),
            "showing races": partial(services.race_messages.run, self),
            "posting digests": self.digest_posts.run,
            "completing digests": self.digest_posts.complete,
            "sending reminders": self.reminder_posts.run,
            "forgetting servers that were left": partial(
                forget_left_servers, self, services.store, services.pace
            ),
        }

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to Discord, and stay connected until the bot leaves."""
        await self.session_starts.wait_for_enough()
        await heeding_cancellation(super().connect(reconnect=reconnect))

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, which then looks for Discord often while that is away."""
        await super().launch_shard(gateway, shard_id, initial=initial)
        look_for_discord_often(self, shard_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may start a session."""
        await self.session_starts.take_turn(shard_id or 0, checked=initial)

    async def close(self) -> None:
        """Leave Discord, once those who have asked for something have their answers."""
        await drain(self)
        for task in self._in_background:
            task.cancel()
        # They write to the store, which is closed next.
        await asyncio.gather(*self._in_background, return_exceptions=True)
        self.services.threads.close()
        await super().close()

    async def on_ready(self) -> None:
        """Log that people can play now."""
        log.info("Connected to %s as %s in %d servers.", self.discord_name, self.user, len(self.guilds))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget a server that has removed the bot; an outage does not count."""
        await note_if_left(self, self.services.store, self.services.pace, guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keep the remaining data of a server that has added the bot again."""
        await self.services.store.departures.returned(guild.id)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Do what was pressed, chosen or typed into a modal; the command tree does what is a command."""
        self.services.threads.quiet.note()
        if interaction.type in _SENT:
            await self.inbox.press(Exchange(interaction))

    async def _explain_command_error(
        self, interaction: Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Explain a command that failed: the cause is what the user can act on."""
        await self.inbox.refuse(Exchange(interaction), _cause_of(error))


def _cause_of(error: app_commands.AppCommandError) -> Exception:
    match error:
        case app_commands.CommandInvokeError():
            return error.original
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return UnknownCommand()
    return error

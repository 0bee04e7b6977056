"""The bot: all wiring and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import discord
from discord import app_commands

from bot.client.commands import Translator
from bot.client.events import drop_unreadable, ignore_floods
from bot.client.gateway import Client, drain
from bot.client.options import Interaction
from bot.render.language import load_languages
from bot.render.names import load_names
from bot.render.zones import load_zones
from bot.service.background import Background, keep_whole
from bot.service.kernels import Preparation
from bot.service.limits import USUAL, Allowed
from bot.store import Store
from bot.ui.digest import DigestPosts
from bot.ui.inbox import Inbox, LimitedTree
from bot.ui.reminder import ReminderPosts
from bot.ui.response import Exchange
from bot.ui.services import make_services

EXTENSIONS = (
    "cogs.accordion",
    "cogs.marriage",
    "cogs.cribbage",
    "cogs.napoleon",
    "cogs.pyramid",
    "cogs.front_door",
    "cogs.play",
    "cogs.review",
    "cogs.daily",
    "cogs.puzzle",
    "cogs.race",
    "cogs.parlour",
    "cogs.settings",
    "cogs.privacy",
    "cogs.pages",
    "cogs.server",
)

_SENT = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class IdleYearBot(Client):
    """Idle Year on Discord."""

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
        super().__init__(store, LimitedTree, shard_ids, shard_count, discord_name)
        self.services = services = make_services(self, store, preparation or Preparation(), allowed)
        store.watch(services.metrics.asked_database, services.metrics.unreadable_row)
        ignore_floods(self, services.limits.hears, services.metrics.ignored)
        drop_unreadable(self, services.metrics.unreadable)
        self.inbox = Inbox(services)
        self.digest_posts = DigestPosts(self, services)
        self.reminder_posts = ReminderPosts(self, services, self.digest_posts.all_posted)
        self.background = background or Background()
        self._in_background: tuple[asyncio.Task[None], ...] = ()
        self.deal_group = app_commands.Group(name="deal", description="Deal a game")

    async def setup_hook(self) -> None:
        """Load the cogs, and start the background tasks."""
        await super().setup_hook()
        for load in (load_languages, load_names, load_zones):
            await asyncio.to_thread(load)
        self.tree.add_command(self.deal_group)
        await self.tree.set_translator(Translator())
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        self._in_background = self.background.start(self.works())

    def works(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """Return the background work that goes on until the bot leaves; each says which process does it."""
        services = self.services
        return {
            "sending the commands": services.command_names.sync,
            "uploading card pictures": services.card_emoji.upload,
            "choosing dailies": services.dailies.keep_ready,
            "making puzzles": services.puzzle_stock.keep_filled,
            "deleting what is due": services.privacy.keep_clean,
            "taking back games": services.lookup.take_back,
            "completing the database file": partial(keep_whole, services.store),
            "showing races": services.race_messages.run,
            "posting digests": self.digest_posts.run,
            "completing digests": self.digest_posts.complete,
            "sending reminders": self.reminder_posts.run,
            "forgetting servers that were left": self.forget_left_servers,
        }

    async def close(self) -> None:
        """Leave Discord, once those who have asked for something have their answers."""
        await drain(self)
        for task in self._in_background:
            task.cancel()
        # They write to the store, which is closed next.
        await asyncio.gather(*self._in_background, return_exceptions=True)
        self.services.threads.close()
        await super().close()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Do what was pressed, chosen or typed into a modal; the command tree does what is a command."""
        self.services.threads.quiet.note()
        if interaction.type in _SENT:
            await self.inbox.press(Exchange(interaction))

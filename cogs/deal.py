"""The base of every family's cog: one subcommand of /deal, with the family's variants."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from discord import app_commands

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.service.wish import Wish
from bot.ui.deal import deal_variant
from bot.ui.options import Choices, Name, seed_choices, variant_choices
from cogs import Cog
from idle_year.engine.games import games_of
from idle_year.solvers.difficulty import HARDEST

Where = Literal["only for me", "in the channel"]


class FamilyCog(Cog):
    """Adds `/deal FAMILY` to the group it is given."""

    family: ClassVar[str]
    summary: ClassVar[str]

    def __init__(self, bot: IdleYearBot) -> None:
        super().__init__(bot)
        self.deal_group = bot.deal_group

    async def cog_load(self) -> None:
        """Put the subcommand under /deal."""
        command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=self.family, description=self.summary, callback=self.deal
        )
        command.autocomplete("variant")(self.variants)
        command.autocomplete("seed")(self.seeds)
        self.deal_group.add_command(command)

    async def cog_unload(self) -> None:
        """Take the subcommand away again."""
        self.deal_group.remove_command(self.family)

    @app_commands.describe(
        variant="Which deal; the list searches names as you type",
        seed="The same seed deals the same cards to everyone; left out, a new one is made up",
        difficulty="1 (easy) to 5 (hard), among the deals that can be won",
        winnable="Only a deal that is proven winnable with every card known",
        where="Who sees the board; left out, only you",
    )
    async def deal(
        self,
        interaction: Interaction,
        variant: Name | None = None,
        seed: Name | None = None,
        difficulty: app_commands.Range[int, 1, HARDEST] | None = None,
        winnable: bool = False,
        where: Where = "only for me",
    ) -> None:
        """Deal a game of this family."""
        wish, public = Wish(difficulty, winnable), where == "in the channel"
        await self.answer(interaction, deal_variant, self.family, variant, seed, wish, public=public)

    async def variants(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the variants whose name, id or alias contains what was typed."""
        return await self.offer(interaction, lambda: variant_choices(games_of(self.family), typed))

    async def seeds(self, interaction: Interaction, typed: str) -> Choices:
        """Offer what was typed as a seed, or today's date and a random one."""
        return await self.offer(interaction, lambda: seed_choices(typed, self._services.store.now()))

"""/deal: a subcommand for each family, with the family's variants."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.engine.errors import GameError
from bot.engine.games import find_game, games_of
from bot.engine.records import read_deal
from bot.render.refusals import SEED_OR_WISH, other_family
from bot.service.wish import Wish
from bot.solvers.difficulty import HARDEST
from bot.ui.deal import deal
from bot.ui.options import Choices, Name, seed_choices, variant_choices
from bot.ui.presses import DealRequest, Interaction

Where = Literal["only for me", "in the channel"]


class FamilyCog(commands.Cog):
    """Adds `/deal FAMILY` to the group it is given."""

    family: ClassVar[str]
    summary: ClassVar[str]

    def __init__(self, deal_group: app_commands.Group) -> None:
        self.deal_group = deal_group

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
        default, *_ = games_of(self.family)
        rules = find_game(variant) if variant else default
        if rules.family != self.family:
            raise GameError(other_family(rules))
        wish = Wish(difficulty, winnable)
        if seed:
            if any(wish):
                raise GameError(SEED_OR_WISH)
            rules, seed = read_deal(rules, seed)
        await deal(interaction, DealRequest(rules, seed, wish, public=where == "in the channel"))

    async def variants(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the variants whose name, id or alias contains what was typed."""
        return variant_choices(games_of(self.family), typed)

    async def seeds(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer what was typed as a seed, or today's date and a random one."""
        return seed_choices(typed)


class AccordionCog(FamilyCog):
    """Piles move left onto piles they match, until one is left."""

    family = "accordion"
    summary = "Deal Accordion: move piles left onto piles of the same suit or rank, until one is left"


class MarriageCog(FamilyCog):
    """What lies between two matching cards leaves, until two cards are left."""

    family = "marriage"
    summary = "Deal Royal Marriage or a relative: remove what lies between two matching cards"


class CribbageCog(FamilyCog):
    """Claim what neighbouring cards form, until you reach 61 points."""

    family = "cribbage"
    summary = "Deal Cribbage Solitaire: claim pairs, runs and fifteens as the cards come, up to 61 points"


class NapoleonCog(FamilyCog):
    """Build eight suits up from their aces, moving one card at a time."""

    family = "napoleon"
    summary = "Deal Napoleon at St Helena (Forty Thieves): build eight suits up from their aces"


class PyramidCog(FamilyCog):
    """Pairs that make 13 leave, until the pyramid is cleared."""

    family = "pyramid"
    summary = "Deal Pyramid: pairs that make 13 leave, until the pyramid is cleared"


async def setup(bot: IdleYearBot) -> None:
    """Load the extension: the families in the order in which Discord lists them."""
    for cog in (AccordionCog, MarriageCog, CribbageCog, NapoleonCog, PyramidCog):
        await bot.add_cog(cog(bot.deal_group))

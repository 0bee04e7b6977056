"""What `bot.ui` needs of the bot it runs in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from bot.engine.errors import GameError
from bot.render.refusals import MANAGERS_ONLY, NO_SERVER
from bot.service.game import Seat

if TYPE_CHECKING:
    from bot.service.daily.dailies import Dailies
    from bot.service.daily.digests import Digests
    from bot.service.hints.check import Checks
    from bot.service.hints.deal_search import DealSearch
    from bot.service.hints.hint import Hints
    from bot.service.hints.review import Reviews
    from bot.service.kernels.preparation import Preparation
    from bot.service.players.display_settings import DisplaySettings
    from bot.service.players.limits import Limits
    from bot.service.players.privacy import Privacy
    from bot.service.playing.dealing import Dealing
    from bot.service.playing.games import Games
    from bot.service.playing.lookup import Lookup
    from bot.service.playing.play import Play
    from bot.service.playing.race import Races
    from bot.service.playing.records import Records
    from bot.service.scores.ranks import Ranks
    from bot.service.scores.stats import Stats
    from bot.ui.client.card_emoji import CardEmoji
    from bot.ui.client.commands import Commands
    from bot.ui.components.presses import Interaction
    from bot.ui.races.messages import RaceMessages
    from bot.watch.metrics import Metrics


class Services(Protocol):
    """The bot, as far as `bot.ui` uses it."""

    limits: Limits
    games: Games
    preparation: Preparation
    hints: Hints
    checks: Checks
    reviews: Reviews
    records: Records
    deal_search: DealSearch
    dailies: Dailies
    digests: Digests
    races: Races
    race_messages: RaceMessages
    ranks: Ranks
    stats: Stats
    display_settings: DisplaySettings
    privacy: Privacy
    card_emoji: CardEmoji
    command_names: Commands
    metrics: Metrics


def services_of(interaction: Interaction) -> Services:
    """Return the bot that received the interaction."""
    return cast("Services", interaction.client)


def lookup_of(interaction: Interaction) -> Lookup:
    """Return what finds the games of the bot."""
    return services_of(interaction).games.lookup


def dealing_of(interaction: Interaction) -> Dealing:
    """Return what deals games."""
    return services_of(interaction).games.dealing


def play_of(interaction: Interaction) -> Play:
    """Return what plays games."""
    return services_of(interaction).games.play


def seat_of(interaction: Interaction) -> Seat:
    """Return who asks, and where."""
    if interaction.channel_id is None:
        raise ValueError("Commands and components always come from a channel.")
    return Seat(interaction.user.id, interaction.channel_id, interaction.guild_id)


def guild_of(interaction: Interaction) -> int:
    """Return the server that the interaction came from; raise GameError if there is none."""
    if interaction.guild_id is None:
        raise GameError(NO_SERVER)
    return interaction.guild_id


def managed_guild_of(interaction: Interaction) -> int:
    """Return the server that the interaction came from; raise GameError if the user may not manage it.

    The permission a command requires is only its default: servers may offer it to anyone they like.
    """
    guild = guild_of(interaction)
    if not interaction.permissions.manage_guild:
        raise GameError(MANAGERS_ONLY)
    return guild


async def game_here(interaction: Interaction) -> str:
    """Return the id of the game that the user plays in this channel, or of Accordion if there is none."""
    try:
        return (await lookup_of(interaction).current(seat_of(interaction))).rules.id
    except GameError:
        return "accordion"

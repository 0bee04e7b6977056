"""Presses and commands, counted: which, how each ended, and how long it took."""

from __future__ import annotations

import time

import discord

from bot.client.failures import is_too_late
from bot.engine.errors import GameError
from bot.service.limits import TooMuch
from bot.store import StoreFailing
from bot.ui.presses import Interaction
from bot.watch.metrics import Metrics

UNKNOWN = "unknown"
"""The name that stands in for one that this version of the bot does not know."""
_ARRIVED, _OUTCOME = "arrived", "outcome"
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "modal",
}


def note_arrival(interaction: Interaction) -> None:
    """Remember when an interaction came in."""
    interaction.extras[_ARRIVED] = time.monotonic()


def seconds_since_arrival(interaction: Interaction) -> float:
    """Return for how long we have known of an interaction."""
    return time.monotonic() - float(interaction.extras[_ARRIVED])


def note_failure(interaction: Interaction, error: BaseException) -> None:
    """Remember how an interaction ended, if not as hoped."""
    interaction.extras[_OUTCOME] = _outcome_of(error)


def count_command(metrics: Metrics, interaction: Interaction) -> None:
    """Count a command that has been dealt with."""
    command = interaction.command
    count_answer(metrics, interaction, UNKNOWN if command is None else command.qualified_name)


def count_answer(metrics: Metrics, interaction: Interaction, name: str) -> None:
    """Count what has been dealt with by one of a known number of names, whatever people make up."""
    kind = _KINDS.get(interaction.type)
    if kind is not None and _ARRIVED in interaction.extras:
        outcome = interaction.extras.get(_OUTCOME, "answered")
        metrics.answered(kind, name, outcome, seconds_since_arrival(interaction))


def _outcome_of(error: BaseException) -> str:
    if isinstance(error, TooMuch):
        return "limited"
    if is_too_late(error):
        return "late"
    if isinstance(error, StoreFailing):
        return "database"
    return "refused" if isinstance(error, GameError) else "failed"

"""Deals that others still play: the bot reveals nothing of them except through play."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from bot.service.errors import Refusal
from bot.store import RACED, Kind

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.store import Store


class Use(enum.StrEnum):
    """What somebody wants to do with a deal."""

    DEAL = "deal"
    AGAIN = "again"
    PRACTISE = "practise"
    REVIEW = "review"
    MOVES = "moves"
    """Get its moves as a file."""
    RECORD = "record"
    """Step through such a file."""


class Sealed(Refusal):
    """The request would reveal more of a deal than is fair to others who still play it for a result."""

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        self.use = use


async def is_sealed(store: Store, game: Game) -> bool:
    """Whether others still play the deal of a game, in a race or as the daily."""
    if game.day is not None:
        return game.day >= store.now().date()
    return game.kind in (*RACED, Kind.PRACTICE) and await store.races.deals(game.session.seed)


async def is_sealed_seed(store: Store, seed: str) -> bool:
    """Whether others play, or will play, a deal from this seed; the pack is the same in every game."""
    return await store.races.deals(seed) or await store.dailies.deals(seed)

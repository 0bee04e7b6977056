"""Deals that others still play: nobody learns anything of them here but by playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.store import RACED, Kind

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.store import Store


class Sealed(GameError):  # noqa: N818  named as the situation, like IllegalMove
    """Somebody wants to know more of a deal than others may who still play it for a result."""

    def __init__(self, what: str) -> None:
        super().__init__(f"Others still play this deal: you can {what} once the day or race is over.")


async def is_sealed(store: Store, game: Game) -> bool:
    """Whether others still play the deal of a game, in a race or as the daily."""
    if game.day is not None:
        return game.day >= store.now().date()
    return game.kind in (*RACED, Kind.PRACTICE) and await store.races.deals(game.session.seed)


async def is_sealed_seed(store: Store, seed: str) -> bool:
    """Whether others still play a deal from a seed, or will: whatever the game, the pack is the same."""
    return await store.races.deals(seed) or await store.dailies.deals(seed)

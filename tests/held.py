"""What is held of a player, all at once: the bot reads it some rows at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.store import HELD

if TYPE_CHECKING:
    from bot.store import Store


async def held_of(store: Store, player: int) -> dict[str, list[dict[str, Any]]]:
    """Return every row about a player by section, without the player's id."""
    return {
        section: [row async for rows in store.privacy.held(player, section) for row in rows]
        for section in HELD
    }

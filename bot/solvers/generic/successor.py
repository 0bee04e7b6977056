"""The state after a move, as far as it can be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.errors import IllegalMove
from bot.engine.rules import REDEAL

if TYPE_CHECKING:
    from bot.engine.rules import Move, Rules, S


def successor(rules: Rules[S], state: S, move: Move) -> S | None:
    """Return the state after a legal move; None if it depends on an order that nobody can see.

    A stock may be known to the caller because it was written down. What a shuffle will bring never is, even
    though the seed of a game in play would reveal it.
    """
    reveals = rules.reveals(state, move)
    if reveals and move == REDEAL:
        return None
    try:
        return rules.play(state, move)
    except IllegalMove:
        if not reveals:
            raise
        return None

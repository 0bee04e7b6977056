"""The state after a move, as far as it can be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.errors import IllegalMove
from bot.engine.rules import REDEAL

if TYPE_CHECKING:
    from bot.engine.rules import Move, Rules, S


def successor(rules: Rules[S], state: S, move: Move) -> S | None:
    """Return the state after a legal move; None if that rests on an order which nobody can see.

    A stock may be known to whoever asks, because it was written down. What a shuffle will bring never is,
    though the seed of a game in play would tell it.
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

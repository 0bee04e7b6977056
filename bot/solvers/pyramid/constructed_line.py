"""Constructed line: clears a pyramid without a search, given the pairs to be made within it.

Every free card leaves as soon as its partner comes up. Such a line is longer than necessary but always
exists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.lines import WrongLine
from bot.solvers.pyramid.deal_tables import KING
from bot.solvers.pyramid.lines import Replay
from bot.solvers.pyramid.state import value_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.engine.positions.pyramid import Triangle
    from bot.engine.rules import Move


def carry_out(
    state: Triangle, pairs: Collection[tuple[int, int]], stay: Collection[int], *, whole: bool
) -> tuple[Move, ...]:
    """Return the moves that make the pairs and clear all but the places that stay.

    They end with the deal of the first unknown card. Raise WrongLine if nothing leaves any more.
    """
    replay, idle = Replay.of(state), 0
    while any(place not in stay for place in replay.pyramid) or (whole and _kings_are_left(replay)):
        if _remove(replay, pairs, stay):
            idle = 0
        elif idle > len(replay.stock) + len(replay.waste):
            raise WrongLine("The pairs of a plan do not clear the pyramid.")
        elif not replay.go_on():
            break
        else:
            idle += 1
    return tuple(replay.moves)


def _kings_are_left(replay: Replay) -> bool:
    return any(card is None or value_of(card) == KING for card in (*replay.stock, *replay.waste))


def _remove(replay: Replay, pairs: Collection[tuple[int, int]], stay: Collection[int]) -> bool:
    """Make one removal if possible; return whether one was made."""
    free = [place for place in replay.free() if place not in stay]
    for one, other in pairs:
        if one in free and other in free:
            replay.take(one, other)
            return True
    paired = {place for pair in pairs for place in pair}
    king = next((place for place in free if value_of(replay.pyramid[place]) == KING), None)
    if king is not None:
        replay.take(king)
        return True
    if replay.top is None:
        return False
    wanted = KING - value_of(replay.top)
    if wanted == 0:
        replay.take(top=True)
        return True
    alone = (place for place in free if place not in paired and value_of(replay.pyramid[place]) == wanted)
    partner = next(alone, None)
    if partner is not None:
        replay.take(partner, top=True)
    return partner is not None

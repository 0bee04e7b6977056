"""Line reconstruction: from the end that a beam found, back along the parents to the moves that led there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games.claims import CATEGORIES, counts
from bot.engine.rules import DEAL, Move
from bot.solvers.cribbage.claims import CLAIM_BITS, POINTS, WAYS, WAYS_OF_THREE

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from bot.engine.cards import Card
    from bot.engine.positions.cribbage import ClaimRow
    from bot.solvers.cribbage.beam import BeamResult


def moves_to(state: ClaimRow, end: BeamResult, trail: NDArray[np.int64]) -> Iterator[Move]:
    """Yield the moves from a state to the end that a beam reached."""
    tops = [pile.top for pile in state.piles]
    stock = iter(state.stock)
    for number, path in enumerate(_paths(end, trail)):
        if number:
            yield DEAL
            tops.append(next(card for card in stock if card is not None))
        for claim in _claims(path):
            yield _claim(tops, claim)


def _paths(end: BeamResult, trail: NDArray[np.int64]) -> list[int]:
    """Return the claims of every turn, from the first one on."""
    paths, row = [end.path], end.row
    for stage in range(end.stage, 0, -1):
        path, row = trail[stage, row].tolist()
        paths.append(path)
    return paths[::-1]


def _claims(path: int) -> list[int]:
    """Return the claims of one turn, the first one first."""
    claims = []
    while path:
        claims.append(path & (1 << CLAIM_BITS) - 1)
        path >>= CLAIM_BITS
    return claims[::-1]


def _claim(tops: list[Card], claim: int) -> Move:
    """Make a claim on a row of top cards, and return it as a move."""
    place, way, points = claim & 15, claim >> 4 & 7, POINTS[claim >> 7]
    last = len(tops) - 1 - place
    first = last - (2 if way < WAYS_OF_THREE else 1)
    source, target = (last - back for back in WAYS[way])
    window = tops[first : last + 1]
    letter = next(
        letter
        for letter, category in CATEGORIES.items()
        if category.points == points and counts(category, window)
    )
    tops[target] = tops[source]
    del tops[source]
    return Move(f"{letter}@", (first, last, source, target))

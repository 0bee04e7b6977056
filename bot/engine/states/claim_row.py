"""The row of Cribbage Solitaire, which remembers which piles became neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.rules import Pile
    from bot.engine.stock import Stock


@dataclass(frozen=True)
class ClaimRow:
    """A state of Cribbage Solitaire; a link is a pile and its right neighbour, numbered by the left one."""

    piles: tuple[Pile, ...]
    stock: Stock = ()
    points: int = 0
    fresh: frozenset[int] = frozenset()
    """Links that arose since the last deal: claims depend on them."""
    held: bool = False
    """Whether the two piles before the last are a pair that outlives one deal."""


def last_link(piles: Sequence[Pile]) -> frozenset[int]:
    """Return the link of the last two piles: the only fresh one just after a deal."""
    return frozenset({len(piles) - 2} if len(piles) > 1 else ())

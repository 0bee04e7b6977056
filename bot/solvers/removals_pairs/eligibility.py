"""Eligibility: these kernels support rows, all in sight, from which two matching cards leave at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games.leaving import Pairs
from bot.engine.games.marriage import Marriage

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_FARTHEST = 3
"""How far apart two cards may be: `moves.removals` remembers this many."""


def eligible(rules: AnyRules) -> tuple[Marriage, Pairs] | None:
    """Return a game and which two cards may leave in it; None if one of its options is not supported.

    The target is at most the number of cards at which none can leave; otherwise a game would have to go on
    after a win.
    """
    if not isinstance(rules, Marriage) or not isinstance(rules.leaving, Pairs):
        return None
    near, far = rules.leaving.distances
    known = 1 <= near < far <= _FARTHEST and 0 <= rules.target <= near
    return (rules, rules.leaving) if known and _is_open(rules) else None


def _is_open(rules: Marriage) -> bool:
    """Whether one pack is laid out once, entirely at random."""
    return rules.packs == 1 and not (rules.singly or rules.redeal or rules.ends)

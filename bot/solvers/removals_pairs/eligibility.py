"""Eligibility: these kernels know rows, all in sight, from which two matching cards leave at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games.marriage import Marriage
from bot.engine.games.pairs import Pairs

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_FARTHEST = 3
"""How far apart two cards may stand: `moves.removals` remembers so many."""


def eligible(rules: AnyRules) -> tuple[Marriage, Pairs] | None:
    """Return a game and which two cards may leave in it; None if an option of it is not known here.

    The target is no more than the cards among which none can leave: else a game would have to go on after a
    win.
    """
    if not isinstance(rules, Marriage) or not isinstance(rules.leaving, Pairs):
        return None
    near, far = rules.leaving.distances
    known = 1 <= near < far <= _FARTHEST and 0 <= rules.target <= near
    return (rules, rules.leaving) if known and _is_open(rules) else None


def _is_open(rules: Marriage) -> bool:
    """Whether one pack is laid out, once and by chance alone."""
    return rules.packs == 1 and not (rules.singly or rules.redeal or rules.ends)

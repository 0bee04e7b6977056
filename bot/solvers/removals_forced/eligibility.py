"""Eligibility: which rules these kernels support, checked option by option."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from bot.engine.games.leaving import Blocks, Leaving, Pairs
from bot.engine.games.marriage import Marriage
from bot.engine.games.one_handed import LastFour, OneHanded
from bot.solvers.removals_forced.moves import KINDS

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_MOST_PACKS = 2


def is_compacted(rules: AnyRules) -> TypeGuard[Marriage]:
    """Whether the depth-first search supports every option of a game."""
    return (
        isinstance(rules, Marriage)
        and rules.singly
        and rules.compulsory
        and rules.packs <= _MOST_PACKS
        and rules.target >= 0
        and not (rules.redeal and rules.ends)
        and _may_leave(rules.leaving)
    )


def is_one_handed(rules: AnyRules) -> TypeGuard[OneHanded]:
    """Whether the dynamic program for One-Handed Solitaire supports every option of a game."""
    return (
        isinstance(rules, OneHanded)
        and isinstance(rules.leaving, LastFour)
        and rules.singly
        and not rules.compulsory
        and not rules.redeal
        and rules.packs == 1
        and rules.ends is None
        and rules.target >= 0
    )


def _may_leave(leaving: Leaving) -> bool:
    """Whether two cards' distance identifies a removal, with one kind for each of a few distances."""
    if isinstance(leaving, Pairs):
        near, far = leaving.distances
        return 1 <= near < far
    if not isinstance(leaving, Blocks) or leaving.suit_run:
        return False
    sizes = leaving.any_cards + leaving.pairs
    paired = all(size % 2 == 0 for size in leaving.pairs)
    return len(sizes) <= KINDS and len(set(sizes)) == len(sizes) and min(sizes) > 0 and paired

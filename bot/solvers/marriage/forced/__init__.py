"""Compacted games by depth-first search, One-Handed Solitaire by dynamic programming; rollouts for both.

These are the games of the family that are dealt singly and whose removals cannot wait.
"""

from __future__ import annotations

from typing import TypeGuard

import numpy as np

from bot.engine.games.leaving import Blocks, Leaving, Pairs
from bot.engine.games.marriage import Marriage
from bot.engine.games.marriage_deals import DEALS
from bot.engine.games.one_handed import ONE_HANDED, LastFour, OneHanded
from bot.engine.rules import AnyRules
from bot.solvers.marriage.forced.count import count_compacted, count_one_handed, count_redealt
from bot.solvers.marriage.forced.depth_first import new_search
from bot.solvers.marriage.forced.moves import KINDS, removal_rules
from bot.solvers.marriage.forced.one_handed import OneHandedPlayer, OneHandedSolver
from bot.solvers.marriage.forced.player import CompactedPlayer
from bot.solvers.marriage.forced.solver import CompactedSolver
from bot.solvers.protocols import Counted, Limit

_MOST_PACKS = 2


def solver_for(rules: AnyRules) -> CompactedSolver | OneHandedSolver | None:
    """Return a solver for a game, or None if this package has none."""
    if _is_one_handed(rules):
        return OneHandedSolver(rules)
    return CompactedSolver(rules) if _is_compacted(rules) else None


def player_for(rules: AnyRules) -> CompactedPlayer | None:
    """Return a fair player for a game, or None if this package has none."""
    if _is_one_handed(rules):
        return OneHandedPlayer(rules, OneHandedSolver(rules))
    return CompactedPlayer(rules, CompactedSolver(rules)) if _is_compacted(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Return how many of a survey's numbered deals can be won if the order of the stock is known.

    For a game with a redeal it counts those that are won: there is never a choice in it. None for other
    games.
    """
    if _is_one_handed(rules):
        pack = np.array(rules.pack, dtype=np.int8)
        return Counted(count_one_handed(pack, rules.target, seed, first, deals))
    if not _is_compacted(rules):
        return None
    pack, game = np.array(_pack(rules), dtype=np.int8), removal_rules(rules)
    if rules.redeal:
        return Counted(count_redealt(pack, game, rules.target, seed, first, deals))
    search = new_search(pack[:1].tolist(), pack[1:].tolist())
    fixed = 0 if rules.ends is None else 1
    return Counted(*count_compacted(search, game, rules.target, fixed, seed, first, deals))


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    for rules in (*DEALS, ONE_HANDED):
        fair = player_for(rules)
        if fair is not None:
            count_winnable(rules, 1, 0, 1)
            state = rules.start("warm")
            fair.solver.solve(state, Limit())
            fair.weigh(fair.see(state))


def _pack(rules: Marriage) -> list[int]:
    """Return the cards of a deal before they are shuffled."""
    ends = rules.ends or ()
    return [*ends[:1], *rules.pack, *ends[1:]]


def _is_compacted(rules: AnyRules) -> TypeGuard[Marriage]:
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


def _is_one_handed(rules: AnyRules) -> TypeGuard[OneHanded]:
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

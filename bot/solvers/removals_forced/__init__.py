"""Compacted games by depth-first search, One-Handed Solitaire by dynamic programming; rollouts for both.

These are the games of the elimination family that are dealt singly and whose removals cannot wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.games.marriage_deals import DEALS
from bot.engine.games.one_handed import ONE_HANDED
from bot.solvers.protocols import Counted, Limit
from bot.solvers.removals_forced.count import count_compacted, count_one_handed, count_redealt
from bot.solvers.removals_forced.depth_first import new_search
from bot.solvers.removals_forced.eligibility import is_compacted, is_one_handed
from bot.solvers.removals_forced.moves import removal_rules
from bot.solvers.removals_forced.one_handed_player import OneHandedPlayer
from bot.solvers.removals_forced.one_handed_solver import OneHandedSolver
from bot.solvers.removals_forced.player import CompactedPlayer
from bot.solvers.removals_forced.solver import CompactedSolver

if TYPE_CHECKING:
    from bot.engine.games.marriage import Marriage
    from bot.engine.rules import AnyRules


def solver_for(rules: AnyRules) -> CompactedSolver | OneHandedSolver | None:
    """Return a solver for a game, or None if this package has none."""
    if is_one_handed(rules):
        return OneHandedSolver(rules)
    return CompactedSolver(rules) if is_compacted(rules) else None


def player_for(rules: AnyRules) -> CompactedPlayer | None:
    """Return a fair player for a game, or None if this package has none."""
    if is_one_handed(rules):
        return OneHandedPlayer(rules, OneHandedSolver(rules))
    return CompactedPlayer(rules, CompactedSolver(rules)) if is_compacted(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Return how many of a survey's numbered deals can be won if the order of the stock is known.

    For a game with a redeal it counts those that are won: there is never a choice in it. None for other
    games.
    """
    if is_one_handed(rules):
        pack = np.array(rules.pack, dtype=np.int8)
        return Counted(count_one_handed(pack, rules.target, seed, first, deals))
    if not is_compacted(rules):
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

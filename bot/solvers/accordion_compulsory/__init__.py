"""Deals of Accordion that compel: exact where the stock is known, and a fair player for where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.games import accordion_deals
from bot.solvers.accordion_compulsory.count import fairly_won, winnable
from bot.solvers.accordion_compulsory.eligibility import is_eligible
from bot.solvers.accordion_compulsory.moves import law_of
from bot.solvers.accordion_compulsory.player import FairCompulsory
from bot.solvers.accordion_compulsory.solver import KnownStock
from bot.solvers.protocols import Limit

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine.rules import AnyRules
    from bot.solvers.accordion_compulsory.moves import Law


def solver_for(rules: AnyRules) -> KnownStock | None:
    """Return the solver for a deal that compels, or None for another game."""
    return KnownStock(rules) if is_eligible(rules) else None


def player_for(rules: AnyRules) -> FairCompulsory | None:
    """Return the fair player of a deal that compels, or None for another game."""
    return FairCompulsory(rules) if is_eligible(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals of a survey that can be won, stock known; None for another game."""
    return _counted(winnable, rules, seed, first, deals)


def count_fair_wins(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals of a survey that the fair player wins; None for another game."""
    return _counted(fairly_won, rules, seed, first, deals)


def warm() -> None:
    """Run every kernel once, with arguments of the types that are ever used."""
    rules = accordion_deals.PARLETT
    state = rules.notation.read_position("5S 9D QC 5H 5C | 2H 3H")
    KnownStock(rules).solve(state, Limit())
    KnownStock(rules).best(state, Limit())
    fair = FairCompulsory(rules)
    fair.weigh(fair.see(state))
    count_winnable(rules, seed=0, first=0, deals=0)
    count_fair_wins(rules, seed=0, first=0, deals=0)


def _counted(
    count_won: Callable[[Law, int, int, np.uint64, int, int], int],
    rules: AnyRules,
    seed: int,
    first: int,
    deals: int,
) -> int | None:
    if not is_eligible(rules):
        return None
    face_up = rules.cards if rules.face_up is None else rules.face_up
    return int(count_won(law_of(rules), rules.cards, face_up, np.uint64(seed), first, deals))

"""Deals of Accordion that compel: exact where the stock is known, and a fair player for where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

import numpy as np

from bot.engine.games import accordion_deals
from bot.engine.games.accordion import Accordion, Compulsion
from bot.solvers.compulsory.known import KnownStock
from bot.solvers.compulsory.permitted import law_of
from bot.solvers.compulsory.player import FairCompulsory
from bot.solvers.compulsory.survey import fairly_won, winnable
from bot.solvers.verdict import Limit

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def solver(rules: AnyRules) -> KnownStock | None:
    """Return the solver for a deal that compels, or None for another game."""
    return KnownStock(rules) if _compels(rules) else None


def player(rules: AnyRules) -> FairCompulsory | None:
    """Return the fair player of a deal that compels, or None for another game."""
    return FairCompulsory(rules) if _compels(rules) else None


def count(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals of a survey that can be won, stock known; None for another game."""
    return int(winnable(law_of(rules), np.uint64(seed), first, deals)) if _compels(rules) else None


def fair_count(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals of a survey that the fair player wins; None for another game."""
    return int(fairly_won(law_of(rules), np.uint64(seed), first, deals)) if _compels(rules) else None


def warm() -> None:
    """Run every kernel once, with arguments of the types that are ever used."""
    rules = accordion_deals.PARLETT
    state = rules.notation.read_position("5S 9D QC 5H 5C | 2H 3H")
    KnownStock(rules).solve(state, Limit())
    KnownStock(rules).best(state, Limit())
    fair = FairCompulsory(rules)
    fair.weigh(fair.see(state))
    count(rules, seed=0, first=0, deals=0)
    fair_count(rules, seed=0, first=0, deals=0)


def _compels(rules: AnyRules) -> TypeGuard[Accordion]:
    return isinstance(rules, Accordion) and rules.compulsion is not Compulsion.NONE

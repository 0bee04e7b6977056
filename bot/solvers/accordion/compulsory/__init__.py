"""Compulsory deals of Accordion: branch and bound if the stock is known, otherwise a fair player."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

import numpy as np

from bot.engine.games import accordion_deals
from bot.engine.games.accordion import Accordion, Compulsion
from bot.engine.rules import AnyRules
from bot.solvers.accordion.compulsory.count import count_player_wins, count_wins
from bot.solvers.accordion.compulsory.moves import Game, game_of
from bot.solvers.accordion.compulsory.player import CompulsoryAccordionPlayer
from bot.solvers.accordion.compulsory.solver import CompulsoryAccordionSolver
from bot.solvers.protocols import Counted, Limit

_DISTANCES = (1, 3)


def solver_for(rules: AnyRules) -> CompulsoryAccordionSolver | None:
    """Return the solver for a compulsory deal, or None for another game."""
    return CompulsoryAccordionSolver(rules) if _is_eligible(rules) else None


def player_for(rules: AnyRules) -> CompulsoryAccordionPlayer | None:
    """Return the fair player for a compulsory deal, or None for another game."""
    return CompulsoryAccordionPlayer(rules) if _is_eligible(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Count the deals of a survey that can be won with the stock known; None for another game."""
    won = _counted(count_wins, rules, seed, first, deals)
    return None if won is None else Counted(won)


def count_fair_wins(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals of a survey that the fair player wins; None for another game."""
    return _counted(count_player_wins, rules, seed, first, deals)


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    rules = accordion_deals.PARLETT
    state = rules.notation.read_position("5S 9D QC 5H 5C | 2H 3H")
    CompulsoryAccordionSolver(rules).solve(state, Limit())
    CompulsoryAccordionSolver(rules).best(state, Limit())
    fair = CompulsoryAccordionPlayer(rules)
    fair.weigh(fair.see(state))
    count_winnable(rules, seed=0, first=0, deals=0)
    count_fair_wins(rules, seed=0, first=0, deals=0)


def _counted(
    count: Callable[[Game, int, int, np.uint64, int, int], int],
    rules: AnyRules,
    seed: int,
    first: int,
    deals: int,
) -> int | None:
    if not _is_eligible(rules):
        return None
    face_up = rules.cards if rules.face_up is None else rules.face_up
    return int(count(game_of(rules), rules.cards, face_up, np.uint64(seed), first, deals))


def _is_eligible(rules: AnyRules) -> TypeGuard[Accordion]:
    """Whether these kernels support a game's options; any destination and any number of cards will do."""
    return (
        isinstance(rules, Accordion)
        and rules.compulsion is not Compulsion.NONE
        and rules.distances == _DISTANCES
        and not rules.rightward
        and rules.target == 1
        and not rules.goal_card
    )

"""Open Accordion: exhaustive search, since every card is seen or may be dealt before it matters."""

from __future__ import annotations

from typing import TypeGuard

import numpy as np

from idle_year.engine.cards import PACK
from idle_year.engine.games.accordion import Accordion, Compulsion, Destination
from idle_year.engine.games.accordion_deals import OPEN
from idle_year.engine.rules import AnyRules
from idle_year.solvers.accordion.open.depth_first import own_search_state
from idle_year.solvers.accordion.open.moves import game_of
from idle_year.solvers.accordion.open.player import OpenAccordionPlayer
from idle_year.solvers.accordion.open.restarts import count_wins
from idle_year.solvers.accordion.open.solver import OpenAccordionSolver
from idle_year.solvers.protocols import Counted, Limit

_WITH_GOAL_CARD = (1, 3)
"""The distances for which `moves` knows what would lose the goal card."""


def solver_for(rules: AnyRules) -> OpenAccordionSolver | None:
    """Return the solver for a game of Accordion with free choice of moves and deals, or None."""
    return OpenAccordionSolver(rules) if _is_eligible(rules) else None


def player_for(rules: AnyRules) -> OpenAccordionPlayer | None:
    """Return the fair player for such a game if it is dealt card by card, or None."""
    return OpenAccordionPlayer(rules) if _is_eligible(rules) and _is_hidden(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Count the deals of a survey that can be won with all cards known.

    None for another game, and for one with a goal card, which only the rules of the game draw.
    """
    if not _is_eligible(rules) or rules.goal_card:
        return None
    game = game_of(rules, None)
    pack = np.zeros(len(PACK), np.int8)
    return Counted(*count_wins(game, own_search_state(), pack, rules.cards, np.uint64(seed), first, deals))


def count_fair_wins(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals that the fair player wins: those of `count_winnable`, as it deals every card first."""
    counted = count_winnable(rules, seed, first, deals) if player_for(rules) is not None else None
    return counted and counted.won


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    lost = OPEN.notation.read_position("AC 2C 3C AD KS QS JH")
    # No short limit: compilation counts towards the time.
    OpenAccordionSolver(OPEN).best(lost, Limit(seconds=3600))
    count_winnable(OPEN, seed=0, first=0, deals=1)


def _is_eligible(rules: AnyRules) -> TypeGuard[Accordion]:
    """Whether these kernels support a game's options, however many cards it deals, and however.

    The target is at most the number of piles at which nothing can move; otherwise a game would have to go on
    after a win.
    """
    return (
        isinstance(rules, Accordion)
        and rules.compulsion is Compulsion.NONE
        and rules.destination is Destination.FREE
        and len(rules.distances) == 2
        and 1 <= rules.target <= rules.distances[0] < rules.distances[1]
        and (not rules.goal_card or _keeps_goal_card(rules))
    )


def _is_hidden(rules: Accordion) -> bool:
    """Whether an eligible game hides cards from its player."""
    return rules.face_up is not None and not rules.goal_card


def _keeps_goal_card(rules: Accordion) -> bool:
    return rules.distances == _WITH_GOAL_CARD and not rules.rightward

"""Open Accordion: exhaustive search, since every card is seen or may be dealt before it matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.cards import PACK
from bot.engine.games.accordion_deals import OPEN
from bot.solvers.accordion_open.count import count_wins
from bot.solvers.accordion_open.eligibility import is_eligible, is_hidden
from bot.solvers.accordion_open.moves import game_of
from bot.solvers.accordion_open.player import OpenAccordionPlayer
from bot.solvers.accordion_open.search_state import own_search_state
from bot.solvers.accordion_open.solver import OpenAccordionSolver
from bot.solvers.protocols import Counted, Limit

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def solver_for(rules: AnyRules) -> OpenAccordionSolver | None:
    """Return the solver for a game of Accordion with free choice of moves and deals, or None."""
    return OpenAccordionSolver(rules) if is_eligible(rules) else None


def player_for(rules: AnyRules) -> OpenAccordionPlayer | None:
    """Return the fair player for such a game if it is dealt card by card, or None."""
    return OpenAccordionPlayer(rules) if is_eligible(rules) and is_hidden(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Count the deals of a survey that can be won with all cards known.

    None for another game, and for one with a goal card, which only the rules of the game draw.
    """
    if not is_eligible(rules) or rules.goal_card:
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

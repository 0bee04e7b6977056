"""Deals to order: of a given difficulty, or winnable."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from bot.service.playing.seeds import random_seed
from bot.solvers.difficulty import stars
from bot.solvers.protocols import Answer, Limit
from bot.solvers.registry import solver_for

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_ONE_DEAL = 1.0
"""Seconds allowed for one deal."""


class Wish(NamedTuple):
    """What a deal should be like."""

    stars: int | None = None
    """1 (easy) to 5 (hard); a graded deal can be won."""
    winnable: bool = False
    """Whether it must be proven winnable with every card known."""


ANY = Wish()
"""No wish at all."""


def find(rules: AnyRules, wish: Wish, limit: Limit) -> str | None:
    """Return an unguessable seed whose deal meets the wish, None if none turned up.

    The last deal tried may overrun the limit.
    """
    end = time.perf_counter() + limit.seconds
    while time.perf_counter() < end:
        seed = random_seed()
        if _is_as_wished(rules, seed, wish, Limit(limit.nodes, _ONE_DEAL)):
            return seed
    return None


def _is_as_wished(rules: AnyRules, seed: str, wish: Wish, limit: Limit) -> bool:
    solver, deal = solver_for(rules), rules.start(seed)
    if wish.stars is not None:
        return stars(rules, solver, deal, limit) == wish.stars
    return solver.solve(deal, limit).answer is Answer.WON

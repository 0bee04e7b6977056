"""Deals as a player wishes for them: of some difficulty, or such that they can be won."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.errors import GameError
from bot.service.seeds import random_seed
from bot.solvers.difficulty import borders_of, exists, stars
from bot.solvers.protocols import Answer, Limit
from bot.solvers.registry import solver_for

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.service.solver_threads import SolverThreads

_LIMIT = Limit(seconds=20)
_ONE_DEAL = 1.0  # seconds


class Wish(NamedTuple):
    """What a deal should be like."""

    stars: int | None = None
    """1 (easy) to 5 (hard); a graded deal can be won."""
    winnable: bool = False
    """Whether it must be proven that it can be won, had one known every card."""


class NotFound(GameError):  # noqa: N818  named as the situation, like IllegalMove
    """No such deal exists, or none turned up in time."""


class DealSearch:
    """Finds deals, in a thread beside everything else."""

    def __init__(self, threads: SolverThreads, limit: Limit = _LIMIT) -> None:
        self._threads = threads
        self._limit = limit

    async def find(self, rules: AnyRules, wish: Wish) -> str:
        """Return the seed of a deal that is as wished for; raise NotFound where there is none in time."""
        if wish.stars is not None and not borders_of(rules.id):
            raise NotFound(f"Deals of {rules.name} are not graded: leave out difficulty, or use winnable.")
        if wish.stars is not None and not exists(rules.id, wish.stars):
            raise NotFound(f"No deal of {rules.name} has difficulty {wish.stars}: choose another number.")
        return await self._threads.at_leisure(find, rules, wish, self._limit)


def find(rules: AnyRules, wish: Wish, limit: Limit) -> str:
    """Return a seed nobody can guess of a deal that is as wished for."""
    end = time.perf_counter() + limit.seconds
    while (left := end - time.perf_counter()) > 0:
        seed = random_seed()
        if _is_as_wished(rules, seed, wish, Limit(limit.nodes, min(left, _ONE_DEAL))):
            return seed
    raise NotFound(
        f"No such deal of {rules.name} turned up in {limit.seconds:.0f} seconds: try again, or wish for less."
    )


def _is_as_wished(rules: AnyRules, seed: str, wish: Wish, limit: Limit) -> bool:
    solver, deal = solver_for(rules), rules.start(seed)
    if wish.stars is not None:
        return stars(rules, solver, deal, limit) == wish.stars
    return solver.solve(deal, limit).answer is Answer.WON

"""Deals to order: of a given difficulty, or winnable."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from bot.service.errors import Refusal
from bot.service.kernels import Lack, Preparation
from bot.service.seeds import limit_of_proof, random_seed
from bot.service.thinking.fair_pool import Urgency
from bot.service.thinking.solver_threads import SLICE, UNANSWERED, SolverThreads
from idle_year.engine.games.odds import odds_of
from idle_year.engine.rules import AnyRules
from idle_year.solvers.difficulty import borders_of, exists, stars
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for

_LIMIT = Limit(seconds=20)
_WAIT_SECONDS = 120.0
"""The most seconds a player waits, even while many others are searching."""
_ONE_DEAL = 1.0
"""Seconds allowed for one deal."""
_SOON, _A_GLANCE = 2.0, 0.1
"""The same for a newcomer, who has not asked to wait."""
_RARE, _CERTAIN = 0.01, 0.995
"""Of a smaller share of winnable deals none turns up so soon; of a larger one, any deal will do."""
_SLOW = "napoleon"
"""The family of which hardly any deal is proven so soon."""


class Wish(NamedTuple):
    """What a deal should be like."""

    stars: int | None = None
    """1 (easy) to 5 (hard); a graded deal can be won."""
    winnable: bool = False
    """Whether it must be proven winnable with every card known."""
    glance: bool = False
    """Whether deals are left for others that are not proven at a glance."""


ANY = Wish()
"""No wish at all."""


class DealRequest(NamedTuple):
    """A game to deal, from a seed or as wished for; any deal, if neither is given."""

    rules: AnyRules
    seed: str | None = None
    wish: Wish = ANY
    public: bool = False
    day: date | None = None
    """The day whose daily is wanted; no seed is given then."""
    counts: bool = False
    """Whether it must count, even for a newcomer."""

    @property
    def is_any(self) -> bool:
        """Whether any deal will do."""
        return self.seed is None and not self.wishes and not self.counts

    @property
    def wishes(self) -> bool:
        """Whether a deal must be searched for."""
        return self.wish != ANY


class NotFound(Refusal):
    """No such deal exists, or none turned up in time."""

    def __init__(self, rules: AnyRules) -> None:
        super().__init__(rules.id)
        self.rules = rules


class NotGraded(NotFound):
    """Nobody knows the difficulty of any deal of the game."""


class NoneSoHard(NotFound):
    """No deal of the game has this difficulty."""

    def __init__(self, rules: AnyRules, stars: int) -> None:
        super().__init__(rules)
        self.stars = stars


class NotInTime(NotFound):
    """None turned up in the time somebody can be made to wait."""

    def __init__(self, rules: AnyRules, seconds: float) -> None:
        super().__init__(rules)
        self.seconds = seconds


class NotPrepared(NotFound):
    """The game's solver is not ready, and the plain search found no such deal or cannot grade one."""

    def __init__(self, lack: Lack) -> None:
        super().__init__(lack.rules)
        self.lack = lack


class DealSearch:
    """Searches for deals in the background."""

    def __init__(self, threads: SolverThreads, preparation: Preparation, limit: Limit = _LIMIT) -> None:
        self._threads = threads
        self._preparation = preparation
        self._limit = limit

    async def find(self, rules: AnyRules, wish: Wish, player: int) -> str:
        """Return the seed of a deal that meets a wish; raise NotFound if none exists or turns up in time.

        Without the game's solver no deal is graded: the plain search wins in another way, so its grades would
        come out harder or easier.
        """
        if wish.stars is not None and not borders_of(rules.id):
            raise NotGraded(rules)
        if wish.stars is not None and not exists(rules.id, wish.stars):
            raise NoneSoHard(rules, wish.stars)
        lack = self._preparation.lacking(rules)
        if lack is not None and wish.stars is not None:
            raise NotPrepared(lack)
        try:
            return await self._search(rules, wish, player)
        except NotInTime:
            if lack is not None:
                raise NotPrepared(lack) from None
            raise

    async def find_soon(self, rules: AnyRules, player: int) -> str | None:
        """Return the seed of a deal that is proven winnable; None if that takes long, or if all deals are."""
        known = odds_of(rules.id).known
        if known is None or not _RARE < known.share < _CERTAIN or rules.family == _SLOW:
            return None
        try:
            async with asyncio.timeout(_SOON):
                return await self._search(rules, Wish(winnable=True, glance=True), player)
        except (TimeoutError, NotInTime, *UNANSWERED):
            return None

    async def _search(self, rules: AnyRules, wish: Wish, player: int) -> str:
        """Search in slices; others' slices run in between, so it may take longer than its own search time."""
        left, until = self._limit.seconds, time.perf_counter() + _WAIT_SECONDS
        with self._threads.in_slices(player, Urgency.SEARCH) as slices:
            while left > 0 and time.perf_counter() < until:
                part = Limit(self._limit.nodes, min(left, SLICE))
                seed = await slices.run(rules, find, rules, wish, part)
                if seed is not None:
                    return seed
                left -= part.seconds
        raise NotInTime(rules, self._limit.seconds)


def find(rules: AnyRules, wish: Wish, limit: Limit) -> str | None:
    """Return an unguessable seed whose deal meets the wish, None if none turned up.

    The last deal tried may overrun the limit.
    """
    end = time.perf_counter() + limit.seconds
    while time.perf_counter() < end:
        seed = random_seed()
        if _is_as_wished(rules, seed, wish, Limit(limit.nodes, _A_GLANCE if wish.glance else _ONE_DEAL)):
            return seed
    return None


def _is_as_wished(rules: AnyRules, seed: str, wish: Wish, limit: Limit) -> bool:
    solver, deal = solver_for(rules), rules.start(seed)
    if wish.stars is not None:
        # Grades compare the deals that may become dailies; to search longer would find few others.
        within = replace(limit, nodes=min(limit.nodes, limit_of_proof(rules).nodes))
        return stars(rules, solver, deal, within) == wish.stars
    return solver.solve(deal, limit).answer is Answer.WON

"""Reviews of games that are over: who may have one, and which are remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

from bot.service.errors import Refusal
from bot.service.hints.hindsight import glance, look_further
from bot.service.playing.sealing import Sealed, Use, is_sealed
from bot.service.thinking.fair_pool import Rank, Superseded, TooBusy
from bot.service.thinking.solver_threads import SLICE
from bot.solvers.protocols import Limit
from bot.solvers.registry import is_at_hand

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.service.hints.hindsight import Draft, Review
    from bot.service.thinking.solver_threads import SolverThreads
    from bot.store import Store

_LIMIT = Limit(seconds=4)
_GLANCE = Limit(seconds=0.8)
_PATIENCE = 1.0
"""Seconds that the reply to a game's last move waits for a glance; Discord waits three for the reply."""
_MOST = 500  # reviews kept in memory


class NotOver(Refusal):
    """The game is still in play, and a review would reveal face-down cards."""


class Reviews:
    """Reviews games in the background, and remembers the most recent reviews."""

    def __init__(self, threads: SolverThreads, store: Store, limit: Limit = _LIMIT) -> None:
        self._threads = threads
        self._store = store
        self._limit = limit
        self._known: OrderedDict[tuple[int, int, bool], Review] = OrderedDict()

    def known(self, game: Game) -> Review | None:
        """Return the review of a game if it is still in memory."""
        return self._known.get(_key(game))

    async def review(self, game: Game) -> Review:
        """Review a game that is over, with all its cards known; raise NotOver if it is not.

        The losing move, if settled, is saved with its result. Raise Sealed while others still play the deal.
        """
        if not game.over:
            raise NotOver
        if await is_sealed(self._store, game):
            raise Sealed(Use.REVIEW)
        return self.known(game) or await self._look_back(game)

    async def glance(self, game: Game) -> Review | None:
        """Return where a finished game was decided, without lights; None if that takes too long to find out.

        Also None if the game is not over, or while others still play the deal.
        """
        if not game.over or await is_sealed(self._store, game):
            return None
        try:
            async with asyncio.timeout(_PATIENCE):
                found = await self._threads.quickly(game.seat.owner, glance, game.session, _GLANCE)
        except (TimeoutError, TooBusy, Superseded):
            return None
        await self._keep(game, found)
        return found

    async def _keep(self, game: Game, found: Review) -> None:
        """Save with a game's result which move lost it, if that is settled."""
        if found.lost_by is not None:
            await self._store.results.save_lost_by(game.id, game.version, found.lost_by)

    async def _look_back(self, game: Game) -> Review:
        key = _key(game)
        found = await self._work_out(game)
        await self._keep(game, found)
        self._known[key] = found
        if len(self._known) > _MOST:
            self._known.popitem(last=False)
        return found

    async def _work_out(self, game: Game) -> Review:
        """Review in slices, between which the reviews of others go on."""
        draft: Draft | None = None
        with self._threads.in_slices(game.seat.owner, Rank.ANSWER) as slices:
            while draft is None or not draft.done:
                draft = await slices.run(game.rules, look_further, game.session, self._limit, draft, SLICE)
        return draft.review


def _key(game: Game) -> tuple[int, int, bool]:
    """Return the cache key of a review; one made without the solver settles less, so it has its own."""
    return game.id, game.version, is_at_hand(game.rules)

"""Reviews of games that are over: move by move, whether the game could still be won."""

from __future__ import annotations

import asyncio
import enum
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.engine.rules import Outcome
from bot.service.errors import Refusal
from bot.service.fair_pool import Superseded, TooBusy
from bot.service.losing_move import LosingMove, losing_move
from bot.service.positions import positions
from bot.service.sealing import Sealed, Use, is_sealed
from bot.solvers.protocols import Answer, Limit
from bot.solvers.registry import is_at_hand, solver_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.rules import AnyRules, Move
    from bot.engine.session import Session
    from bot.service.game import Game
    from bot.service.solver_threads import SolverThreads
    from bot.solvers.protocols import Judged
    from bot.store import Store

_LIMIT = Limit(seconds=4)
_GLANCE = Limit(seconds=0.8)
_PATIENCE = 1.0
"""Seconds that the reply to a game's last move waits for a glance; Discord waits three for the reply."""
_MOST = 500  # reviews kept in memory


class Light(enum.StrEnum):
    """What a move did to the chance of winning; every value but UNKNOWN is proven."""

    SAFE = "safe"
    """More than half of the legal moves kept the win, and this one did."""
    TRAPS = "traps"
    """At least half of the legal moves would have lost the win."""
    ONLY = "only"
    """It was the only move that kept the win."""
    LOST = "lost"
    """The win was lost by this move, or before."""
    UNKNOWN = "unknown"
    """It could not be settled."""


class NotOver(Refusal):
    """The game is still in play, and a review would reveal face-down cards."""


@dataclass(frozen=True)
class Review:
    """How a game went."""

    lights: tuple[Light, ...]
    """One for each move; empty for a glance."""
    turn: LosingMove | None
    """The move that lost it, if one is proven to have done so."""
    won: bool
    opening: Answer
    """Whether the deal could be won at all with every card known."""

    @property
    def settled(self) -> bool:
        """Whether nothing is left open: neither how the game was decided nor what any move did."""
        return self.lost_by is not None and Light.UNKNOWN not in self.lights

    @property
    def lost_by(self) -> int | None:
        """The number of the move that lost it, counted from 1; 0 if none did, None if that is not settled."""
        if self.turn is not None:
            return self.turn.number + 1
        return 0 if self.won or self.opening is Answer.LOST else None


class Reviews:
    """Reviews games in a background thread, and remembers the most recent reviews."""

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
            await self._store.results.keep_lost_by(game.id, game.version, found.lost_by)

    async def _look_back(self, game: Game) -> Review:
        key = _key(game)
        found = await self._threads.at_leisure(game.seat.owner, review, game.session, self._limit)
        await self._keep(game, found)
        self._known[key] = found
        if len(self._known) > _MOST:
            self._known.popitem(last=False)
        return found


def _key(game: Game) -> tuple[int, int, bool]:
    """Return the cache key of a review; one made without the solver settles less, so it has its own."""
    return game.id, game.version, is_at_hand(game.rules)


def review(session: Session[Any], limit: Limit) -> Review:
    """Review a game with all its cards known; the limit covers the whole review."""
    end = time.perf_counter() + limit.seconds
    rules, states = session.rules, positions(session)
    found = glance(session, Limit(limit.nodes, limit.seconds * 2 / 3))
    winnable = len(session.moves) if found.won else found.turn.number if found.turn else 0
    lights = [_light(rules, states[n], session.moves[n], end, winnable - n) for n in range(winnable)]
    after = Light.LOST if found.turn or found.opening is Answer.LOST else Light.UNKNOWN
    return replace(found, lights=(*lights, *(after,) * (len(session.moves) - winnable)))


def glance(session: Session[Any], limit: Limit) -> Review:
    """Find out, as `review` does, where a game was decided with all its cards known, but give no lights."""
    rules, states = session.rules, positions(session)
    won = rules.outcome(session.state) is Outcome.WON
    half = Limit(limit.nodes, limit.seconds / 2)
    turn = None if won else losing_move(rules, states, session.moves, half)
    opening = Answer.WON if won or turn else solver_for(rules).solve(states[0], half).answer
    return Review((), turn, won, opening)


def _light(rules: AnyRules, state: Any, played: Move, end: float, left: int) -> Light:
    """Return the light of a move that is known to have kept the win."""
    seconds = (end - time.perf_counter()) / left
    if len(rules.moves(state)) == 1:
        return Light.SAFE
    if seconds <= 0:
        return Light.UNKNOWN
    judged = solver_for(rules).judge(state, Limit(seconds=seconds))
    return _kept([each for each in judged if each.move != played])


def _kept(others: Sequence[Judged]) -> Light:
    """Return the light of a move that kept the win, judging by what the other moves would have done."""
    if any(each.answer is Answer.UNKNOWN for each in others):
        return Light.UNKNOWN
    keep = 1 + sum(each.answer is Answer.WON for each in others)
    if keep == 1:
        return Light.ONLY
    return Light.SAFE if 2 * keep > len(others) + 1 else Light.TRAPS

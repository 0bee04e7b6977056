"""Looking back at a game that is over, with all its cards known: what each move did to the chance to win."""

from __future__ import annotations

import asyncio
import enum
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.service.errors import Refusal, Sealed, Use
from bot.service.menus import offered_as
from bot.service.thinking.fair_pool import Urgency
from bot.service.thinking.solver_threads import SLICE, UNANSWERED, SolverThreads
from idle_year.analysis import LosingMove, positions, where_lost
from idle_year.engine.rules import AnyRules, Move, Outcome
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Answer, Judged, Limit
from idle_year.solvers.registry import is_to_be_had, solver_for

if TYPE_CHECKING:  # worker processes review, but load no database
    from bot.service.game import Game
    from bot.service.lookup import Lookup
    from bot.store import Seen, Store

_LIMIT, _LONGER = Limit(seconds=4), Limit(seconds=12)
_GLANCE = Limit(seconds=0.8)
_WAIT_SECONDS = 1.0
"""Seconds that the reply to a game's last move waits for a glance; Discord waits three for the reply."""
_MOST_REVIEWS = 500  # reviews kept in memory


class NotOver(Refusal):
    """The game is still in play, and a review would reveal face-down cards."""


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
    NEVER = "never"
    """Nobody could have won the deal."""
    UNKNOWN = "unknown"
    """It could not be settled."""


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
    kept: bool = False
    """Whether it could still be won when its player gave it up."""
    is_longest: bool = False
    """Whether to look once more would find nothing else."""

    @property
    def settled(self) -> bool:
        """Whether nothing is left open: neither how the game was decided nor what any move did."""
        return self.lost_by is not None and Light.UNKNOWN not in self.lights

    @property
    def lost_by(self) -> int | None:
        """The number of the move that lost it, counted from 1; 0 if none did, None if that is not settled."""
        if self.turn is not None:
            return self.turn.number + 1
        return 0 if self.won or self.kept or self.opening is Answer.LOST else None


class Reviews:
    """Reviews games in the background, and remembers the most recent reviews."""

    def __init__(self, threads: SolverThreads, store: Store, lookup: Lookup, limit: Limit = _LIMIT) -> None:
        self._threads = threads
        self._store = store
        self._lookup = lookup
        self._limit = limit
        self._known: OrderedDict[tuple[Seen, bool], Review] = OrderedDict()

    def known(self, game: Game) -> Review | None:
        """Return the review of a game if it is still in memory."""
        return self._known.get(_key(game))

    async def review(self, game: Game, *, longer: bool = False) -> Review:
        """Review a game that is over, with all its cards known; raise NotOver if it is not.

        If that left something open, look once more and `longer`. The losing move, if settled, is saved with
        its result. Raise Sealed while others still play the deal.
        """
        if not game.over:
            raise NotOver
        if await self._lookup.seals(game):
            raise Sealed(Use.REVIEW)
        known = self.known(game)
        if known is None or (longer and not known.is_longest):
            return await self._look_back(game, longer=longer)
        return known

    async def glance(self, game: Game) -> Review | None:
        """Return where a finished game was decided, without lights; None if that takes too long to find out.

        Also None if the game is not over, or while others still play the deal.
        """
        if not game.over or await self._lookup.seals(game):
            return None
        try:
            async with asyncio.timeout(_WAIT_SECONDS):
                found = await self._threads.quickly(
                    game.seat.owner, self._threads.ask, game.rules, glance, game.session, _GLANCE
                )
        except (TimeoutError, *UNANSWERED):
            return None
        await self._save_result(game, found)
        return found

    async def lost_by(self, game: Game) -> int | None:
        """Return which move lost a finished game, as `Review.lost_by` does, once nobody waits for more."""
        found = await self._threads.ahead(game.rules, glance, game.session, self._limit)
        await self._save_result(game, found)
        return found.lost_by

    async def _save_result(self, game: Game, found: Review) -> None:
        """Save with a game's result which move lost it, if that is settled."""
        if found.lost_by is not None:
            await self._store.results.save_lost_by(game.id, game.version, found.lost_by)

    async def _look_back(self, game: Game, *, longer: bool) -> Review:
        key = _key(game)
        found = await self._work_out(game, _LONGER if longer else self._limit)
        found = replace(found, is_longest=longer or found.settled)
        await self._save_result(game, found)
        self._known[key] = found
        if len(self._known) > _MOST_REVIEWS:
            self._known.popitem(last=False)
        return found

    async def _work_out(self, game: Game, limit: Limit) -> Review:
        """Review in slices, between which the reviews of others go on."""
        draft: _Draft | None = None
        with self._threads.in_slices(game.seat.owner, Urgency.ANSWER) as slices:
            while draft is None or not draft.done:
                draft = await slices.run(game.rules, look_further, game.session, limit, draft, SLICE)
        return draft.review


def _key(game: Game) -> tuple[Seen, bool]:
    """Return the cache key of a review; one made without the solver settles less, so it has its own."""
    return game.seen, is_to_be_had(game.rules)


class _Draft(NamedTuple):
    """A review as far as it has been worked out, in one slice after another."""

    review: Review
    """Its lights are those of the first moves."""
    seconds: float
    """How long that took."""
    done: bool


def look_further(session: Session[Any], limit: Limit, draft: _Draft | None, seconds: float) -> _Draft:
    """Begin a review, or continue a draft, for about so many seconds; the limit covers all of them."""
    start = time.perf_counter()
    found, spent, _ = draft or _Draft(glance(session, Limit(limit.nodes, limit.seconds * 2 / 3)), 0.0, False)
    begun, end = start - spent, start + seconds
    rules, states, moves = session.rules, positions(session), session.moves
    winnable = len(moves) if found.won or found.kept else found.turn.number if found.turn else 0
    lights = list(found.lights)
    while len(lights) < winnable and time.perf_counter() < end:
        n = len(lights)
        left = (begun + limit.seconds - time.perf_counter()) / (winnable - n)
        lights.append(_light(rules, states[n], moves[n], left))
    done = len(lights) == winnable
    if done:
        lights += [_light_after(found)] * (len(moves) - winnable)
    return _Draft(replace(found, lights=tuple(lights)), time.perf_counter() - begun, done)


def glance(session: Session[Any], limit: Limit) -> Review:
    """Find out, as a review does, where a game was decided, but give no lights."""
    rules, states = session.rules, positions(session)
    won = session.outcome is Outcome.WON
    turn, opening = (None, Answer.WON) if won else where_lost(rules, states, session.moves, limit)
    given_up = session.outcome is None and turn is None and opening is Answer.WON
    kept = given_up and solver_for(rules).solve(states[-1], limit).answer is Answer.WON
    return Review((), turn, won, opening, kept)


def _light_after(found: Review) -> Light:
    """Return the light of moves after which a game is not known to be winnable."""
    if found.turn is not None:
        return Light.LOST
    return Light.NEVER if found.opening is Answer.LOST else Light.UNKNOWN


def _light(rules: AnyRules, state: Any, played: Move, seconds: float) -> Light:
    """Return the light of a move that is known to have kept the win, found within so many seconds.

    Of the others only those count that were on the board: in Cribbage, several come to the same.
    """
    if len(rules.moves(state)) == 1:
        return Light.SAFE
    if seconds <= 0:
        return Light.UNKNOWN
    judged = solver_for(rules).judge(state, Limit(seconds=seconds))
    offered = offered_as(rules, state)
    others = {*offered.values()} - {offered[played]}
    return _kept([each for each in judged if each.move in others])


def _kept(others: Sequence[Judged]) -> Light:
    """Return the light of a move that kept the win, judging by what the other moves would have done."""
    if any(each.answer is Answer.UNKNOWN for each in others):
        return Light.UNKNOWN
    keep = 1 + sum(each.answer is Answer.WON for each in others)
    if keep == 1:
        return Light.ONLY
    return Light.SAFE if 2 * keep > len(others) + 1 else Light.TRAPS

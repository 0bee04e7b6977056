"""Looking back at a game that is over, with all its cards known: what each move did to the chance to win."""

from __future__ import annotations

import enum
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.engine.rules import Outcome
from bot.service.hints.losing_move import LosingMove, losing_move
from bot.service.hints.positions import positions
from bot.solvers.protocols import Answer, Limit
from bot.solvers.registry import solver_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.rules import AnyRules, Move
    from bot.engine.session import Session
    from bot.solvers.protocols import Judged


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


class Draft(NamedTuple):
    """A review as far as it has been worked out, in one slice after another."""

    review: Review
    """Its lights are those of the first moves."""
    seconds: float
    """How long that took."""
    done: bool


def look_further(session: Session[Any], limit: Limit, draft: Draft | None, seconds: float) -> Draft:
    """Begin a review, or continue a draft, for about so many seconds; the limit covers all of them."""
    start = time.perf_counter()
    found, spent, _ = draft or Draft(glance(session, Limit(limit.nodes, limit.seconds * 2 / 3)), 0.0, False)
    begun, end = start - spent, start + seconds
    rules, states, moves = session.rules, positions(session), session.moves
    winnable = len(moves) if found.won else found.turn.number if found.turn else 0
    lights = list(found.lights)
    while len(lights) < winnable and time.perf_counter() < end:
        n = len(lights)
        left = (begun + limit.seconds - time.perf_counter()) / (winnable - n)
        lights.append(_light(rules, states[n], moves[n], left))
    done = len(lights) == winnable
    if done:
        after = Light.LOST if found.turn or found.opening is Answer.LOST else Light.UNKNOWN
        lights += [after] * (len(moves) - winnable)
    return Draft(replace(found, lights=tuple(lights)), time.perf_counter() - begun, done)


def glance(session: Session[Any], limit: Limit) -> Review:
    """Find out, as a review does, where a game was decided, but give no lights."""
    rules, states = session.rules, positions(session)
    won = session.outcome is Outcome.WON
    half = Limit(limit.nodes, limit.seconds / 2)
    turn = None if won else losing_move(rules, states, session.moves, half)
    opening = Answer.WON if won or turn else solver_for(rules).solve(states[0], half).answer
    return Review((), turn, won, opening)


def _light(rules: AnyRules, state: Any, played: Move, seconds: float) -> Light:
    """Return the light of a move that is known to have kept the win, found within so many seconds."""
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

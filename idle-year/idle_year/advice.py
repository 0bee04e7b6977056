"""Advice by what a player can see: which move to play, and whether the game can still be won."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar, TypeVarTuple

from idle_year.analysis import (
    Analysis,
    LosingMove,
    Surety,
    analyse,
    positions,
    where_lost,
)
from idle_year.engine.rules import AnyRules, Move, Outcome
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Answer, Limit

R = TypeVar("R")
Args = TypeVarTuple("Args")
_MOST_PLANS = 2000  # plans kept; a few MB
MOST_ROUNDS = 3
"""How often hints lead to a position at most; then anything is gained rather than to go round once more."""
_MOST_POSITIONS = 3000
"""Positions visited on the way to an end: a Pyramid of three passes has fewer once only kings can leave."""


@dataclass(frozen=True)
class Hint:
    """A move to play, and what is known of the position."""

    rules: AnyRules
    view: Any
    """The position, as far as the player has seen it."""
    move: Move | None
    """None if no move was found that leads to anything better: the game may as well be resigned."""
    analysis: Analysis
    turn: LosingMove | None = None
    """The move that lost the game; None if no move is known to have."""
    opening: Answer = Answer.UNKNOWN
    """Whether its deal could be won, by the cards seen so far, where that decides who lost it."""


@dataclass(frozen=True)
class Check:
    """Whether a game can be won, and which move lost it."""

    rules: AnyRules
    view: Any
    """The position, as far as the player has seen it."""
    analysis: Analysis
    turn: LosingMove | None
    """The move that lost it; None if no move is known to have."""
    opening: Answer = Answer.UNKNOWN
    """Whether its deal could be won, by the cards seen so far, where that decides who lost it."""


def check(session: Session[Any], limit: Limit) -> Check:
    """Check a game that has at least one legal move, by what its player has seen."""
    rules, state = session.rules, session.state
    found = analyse(rules, state, limit)
    if found.surety is not Surety.LOST:
        return Check(rules, rules.view(state), found, None)
    turn, opening = lost_as_seen(session, limit)
    return Check(rules, rules.view(state), found, turn, opening)


def lost_as_seen(session: Session[Any], limit: Limit) -> tuple[LosingMove | None, Answer]:
    """Return the move that lost a game, and whether its deal could be won, by what its player had seen."""
    seen = [session.rules.view(each) for each in positions(session)]
    return where_lost(session.rules, seen, session.moves, limit)


class Thinker(Protocol):
    """Calls a function about a game, here or elsewhere."""

    def __call__(self, rules: AnyRules, think: Callable[[*Args], R], /, *args: *Args) -> R:
        """Return what the function returns."""


def _here(_rules: AnyRules, think: Callable[[*Args], R], /, *args: *Args) -> R:
    return think(*args)


class Advisor:
    """Advises on one position after another; it keeps to its plans, so as not to go in circles."""

    def __init__(self, ask: Thinker = _here) -> None:
        """Have positions analysed by `ask`, in this process by default."""
        self._ask = ask
        self._plans = Plans()

    def advise(self, rules: AnyRules, positions: Sequence[Any], limit: Limit) -> Hint:
        """Advise on the last of some positions, which has a legal move, by what its player has seen.

        The others are those that its moves could lead back to, as returned by `since_reveal`.
        """
        state = positions[-1]
        view = rules.view(state)
        found = self._ask(rules, analyse, rules, state, limit)
        if rules.reversible:
            return Hint(rules, view, self._plans.next_move(rules, positions, found), found)
        found = self._plans.keep_to(rules, state, found)
        if found.plan and (rounds := _rounds(rules, positions)):
            found = self._gain(rules, state, found, limit, rounds)
        return Hint(rules, view, _best_move(rules, view, found), found)

    def _gain(self, rules: AnyRules, state: Any, found: Analysis, limit: Limit, rounds: int) -> Analysis:
        """Return an analysis whose plan begins with a gain, if that costs nothing, after some rounds anyway.

        So a player who follows plans comes to an end, even if each is forgotten before its first gain.
        """
        worth = rules.score(state).rank[0]
        gains = []
        for move in rules.moves(state):
            after = rules.play(state, move)
            if rules.score(after).rank[0] < worth and rules.moves(after):
                then = self._ask(rules, analyse, rules, after, limit)
                gains.append(_along(rules, state, found, (move, *then.plan)))
        best = min(gains, key=partial(_cost, rules, state), default=found)
        if _cost(rules, state, best)[0] <= _cost(rules, state, found)[0]:
            return best
        is_proven = found.best is None or found.best.exact
        return found if is_proven or rounds < MOST_ROUNDS else best


def advise(rules: AnyRules, state: Any, limit: Limit) -> Hint:
    """Advise, as `Advisor` does, on a position whose history is unknown."""
    return Advisor().advise(rules, [state], limit)


class _Plan(NamedTuple):
    """What to play, and what is proven to be left in the end; None if nothing is proven."""

    moves: tuple[Move, ...]
    worth: tuple[int, ...] | None = None


class Plans:
    """The remaining moves of plans whose first moves were given as hints, by position."""

    def __init__(self) -> None:
        self._left: OrderedDict[tuple[str, Any], _Plan] = OrderedDict()

    def next_move(self, rules: AnyRules, positions: Sequence[Any], found: Analysis) -> Move | None:
        """Return the move to play in the last of some positions; None if nothing leads anywhere better.

        `found` is the analysis of that position. What is not proven is not worth going back for.
        """
        state = positions[-1]
        plan = self._plan(rules, state, found)
        others = (_Plan(moves) for moves in _alternatives(rules, state, found))
        last = plan if found.surety is Surety.WON else None  # a win is never given up
        chosen = next((each for each in (plan, *others) if _leads_on(rules, positions, each)), last)
        if chosen is None:
            return None
        self._keep(rules, state, chosen)
        return chosen.moves[0]

    def _plan(self, rules: AnyRules, state: Any, found: Analysis) -> _Plan:
        """Return what is left of an earlier plan, unless more has been proven since, else a new one."""
        worth = _proven(found)
        new = _Plan(found.plan if worth == () else _worthwhile(rules, state, found.plan), worth)
        left = self._left.get((rules.id, rules.position(state)))
        if left is None or (new.worth is not None and (left.worth is None or new.worth < left.worth)):
            return new
        return left

    def keep_to(self, rules: AnyRules, state: Any, found: Analysis) -> Analysis:
        """Return an analysis with what is left of an earlier plan if that ends better, or as well and sooner.

        Plans are made anew for every position. Without this, each could begin by going through the stock once
        more, because its line is not the shortest. Plans that depend on hidden cards are left as they are.
        """
        if found.chances or not found.plan or rules.hides(state):
            return found
        left = self._left.get((rules.id, rules.position(state)))
        if left is not None and left.moves != found.plan:
            found = min(found, _along(rules, state, found, left.moves), key=partial(_cost, rules, state))
        self._keep(rules, state, _Plan(found.plan))
        return found

    def _keep(self, rules: AnyRules, state: Any, plan: _Plan) -> None:
        """Remember the moves that follow the first one of a plan."""
        move, *others = plan.moves
        if not others or rules.reveals(state, move):
            return
        self._left[rules.id, rules.position(rules.play(state, move))] = _Plan(tuple(others), plan.worth)
        if len(self._left) > _MOST_PLANS:
            self._left.popitem(last=False)


def _proven(found: Analysis) -> tuple[int, ...] | None:
    """Return what a plan is proven to leave in the end, nothing if it wins; None if that is not proven."""
    if found.surety is Surety.WON:
        return ()
    return found.best.score.rank if found.best is not None and found.best.exact else None


def _leads_on(rules: AnyRules, positions: Sequence[Any], plan: _Plan) -> bool:
    """Whether a plan leads from the last of some positions to one that has not occurred too often yet."""
    if not plan.moves or rules.reveals(positions[-1], plan.moves[0]):
        return bool(plan.moves)
    often = positions.count(rules.play(positions[-1], plan.moves[0]))
    return often < (1 if plan.worth is None else MOST_ROUNDS)


def _rounds(rules: AnyRules, positions: Sequence[Any]) -> int:
    """Return how often the last of some positions has occurred before, as when a stock was gone through."""
    *others, state = positions
    here = rules.position(state)
    return sum(rules.position(each) == here for each in others)


def _along(rules: AnyRules, state: Any, found: Analysis, plan: tuple[Move, ...]) -> Analysis:
    """Return an analysis with another plan, which leads to what it promises as well."""
    if found.best is None:
        return replace(found, verdict=replace(found.verdict, line=plan))
    score = rules.score(_end(rules, state, plan))
    return replace(found, best=replace(found.best, line=plan, score=score))


def _cost(rules: AnyRules, state: Any, found: Analysis) -> tuple[tuple[int, ...], int]:
    """Return what is left in the end by a plan, nothing if it wins, and how many moves it takes."""
    end = _end(rules, state, found.plan)
    return () if rules.outcome(end) is Outcome.WON else rules.score(end).rank, len(found.plan)


def _end(rules: AnyRules, state: Any, plan: tuple[Move, ...]) -> Any:
    for move in plan:
        state = rules.play(state, move)
    return state


def _best_move(rules: AnyRules, view: Any, found: Analysis) -> Move | None:
    """Return the planned move, or else the one that looks most promising, while anything can be gained."""
    if found.plan:
        return found.plan[0]
    look = _worth_a_look(rules, view)
    if look is None and found.best is not None and found.best.exact:
        return _to_the_end(rules, view)
    return look or _most_promising(rules, view)


def _to_the_end(rules: AnyRules, view: Any) -> Move | None:
    """Return the move that begins the shortest way to the end of a game; None if no way keeps its score."""
    worth = rules.score(view).rank[0]
    waiting: deque[tuple[Any, Move | None]] = deque([(view, None)])
    met = {rules.position(view)}
    while waiting and len(met) < _MOST_POSITIONS:
        state, first = waiting.popleft()
        for move in rules.moves(state):
            after = rules.play(state, move)
            if rules.position(after) in met or rules.score(after).rank[0] > worth:
                continue
            if rules.outcome(after) is not None:
                return first or move
            met.add(rules.position(after))
            waiting.append((after, first or move))
    return None


def _worth_a_look(rules: AnyRules, view: Any) -> Move | None:
    """Return the move that reveals a card, if that loses nothing or nothing else makes progress."""
    shows = next((move for move in rules.moves(view) if rules.reveals(view, move)), None)
    if shows is None or rules.moves_wait or all(rules.reveals(view, move) for move in rules.moves(view)):
        return shows
    after = rules.play(view, _most_promising(rules, view))
    gain = rules.score(after).rank < rules.score(view).rank
    return None if gain or len(rules.moves(after)) > len(rules.moves(view)) else shows


def _most_promising(rules: AnyRules, view: Any) -> Move:
    """Return the move that scores best, ties broken by how many moves it leaves open."""

    def promise(move: Move) -> tuple[int, int]:
        after = rules.play(view, move)
        return rules.score(after).rank[0], -len(rules.moves(after))

    return min((move for move in rules.moves(view) if not rules.reveals(view, move)), key=promise)


def _worthwhile(rules: AnyRules, state: Any, plan: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return a plan if it turns up a card or ends with a better score, else an empty one."""
    end = state
    for move in plan:
        if rules.reveals(end, move):
            return plan
        end = rules.play(end, move)
    return plan if rules.score(end).rank < rules.score(state).rank else ()


def _alternatives(rules: AnyRules, state: Any, found: Analysis) -> Iterator[tuple[Move, ...]]:
    """Yield other worthwhile moves: those that turn up a card, then those that score at once.

    Where a win is proven, they are those that keep it.
    """
    if found.surety is Surety.WON:
        yield from ((move,) for move in found.keeping or ())
        return
    moves = [chance.move for chance in found.chances] or list(rules.moves(state))
    yield from ((move,) for move in moves if rules.reveals(state, move))
    yield from (
        (move,)
        for move in moves
        if not rules.reveals(state, move)
        and rules.score(rules.play(state, move)).rank < rules.score(state).rank
    )

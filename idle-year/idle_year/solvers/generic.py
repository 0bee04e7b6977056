"""The plain search: it plays by the rules of any game and has no knowledge of a particular one.

It is slow, reliable, and the reference for the other solvers. It dives for a win, most promising move first,
and restarts from the top, slightly differently, when a dive has cost too much. Dead ends are remembered from
dive to dive, so that a small game is soon searched exhaustively, which proves that there is no win. The best
score is sought exhaustively, over everything reachable.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple

from idle_year.engine.rules import Move, Outcome, Rules, S
from idle_year.solvers.lines import best, judge_each, successor, won
from idle_year.solvers.protocols import Answer, Best, Judged, Limit, Verdict

# Tuned on full deals of Accordion; for any game, weighing a few moves wins more than weighing all or none.
_FIRST_DIVE = 1500  # nodes
_LONGER = 1.1
_WEIGHED = 5
_DONE = -1
_FEW = 8
"""With no more moves than this, visiting all of them is cheaper than weighing them."""


@dataclass(frozen=True)
class Search(Generic[S]):
    """A solver for any game."""

    rules: Rules[S]

    def solve(self, state: S, limit: Limit) -> Verdict:
        """Search for a win, or for a proof that there is none.

        A move that turns up a card unknown to the state ends the search in its direction; so a state from
        which one can be reached is won or unknown, never lost.
        """
        return _Hunt(self.rules, state, limit).run()

    def best(self, state: S, limit: Limit) -> Best:
        """Find the best reachable score by exhaustive search."""
        return search_best(self.rules, state, limit)

    def judge(self, state: S, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move, one after the other."""
        return judge_each(self.rules, self.solve, state, limit)


class _Child(NamedTuple, Generic[S]):
    """A move and the state it leads to: None if that is hidden."""

    move: Move
    state: S | None
    moves: Sequence[Move] | None = None
    """The legal moves of the state, if already listed."""


@dataclass
class _Step(Generic[S]):
    """A state on the way down, with its unvisited children."""

    state: S
    children: Iterator[_Child[S]]
    last: Move | None = None


@dataclass
class _Hunt(Generic[S]):
    """One call of the solver."""

    rules: Rules[S]
    root: S
    limit: Limit
    nodes: int = 0
    hidden: bool = False
    dive: int = 0
    seen: dict[S, int] = field(default_factory=dict)
    """By position, the dive on which a state was last met, or _DONE if nothing more is to be found there.

    If moves can form cycles, a done state may still lead to a win via a state above it on the dive; but then
    the win is found from that state, because states above are done only after it.
    """

    def __post_init__(self) -> None:
        self.deadline = time.perf_counter() + self.limit.seconds
        seed = self.rules.notation.write_position(self.root)
        self.chance = random.Random(seed)  # noqa: S311  the same state is searched the same way each time

    def run(self) -> Verdict:
        """Dive until the state is settled or the limit is reached."""
        if self.rules.outcome(self.root) is Outcome.WON:
            return Verdict(Answer.WON)
        allowance = float(_FIRST_DIVE)
        while not self._spent():
            verdict = self._dive(self.nodes + int(allowance))
            if verdict is not None:
                return verdict
            if self.hidden:
                # A loss can no longer be proven, and a win that avoids the hidden cards is rare.
                break
            allowance *= _LONGER
        return Verdict(Answer.UNKNOWN, nodes=self.nodes, hidden=self.hidden)

    def _spent(self) -> bool:
        return self.nodes >= self.limit.nodes or time.perf_counter() >= self.deadline

    def _dive(self, enough: int) -> Verdict | None:
        """Search depth first; return None if the dive runs out of its allowance first."""
        self.dive += 1
        self.seen[self.rules.position(self.root)] = self.dive
        path = [_Step(self.root, self._children(self.root, self._list(self.root)))]
        while path:
            if self.nodes >= enough or self._spent():
                return None
            step = path[-1]
            child = next(step.children, None)
            if child is None:
                self.seen[self.rules.position(path.pop().state)] = _DONE
                continue
            if child.state is None:
                self.hidden = True
                continue
            step.last = child.move
            moves = self._enter(child.state, child.moves)
            if moves:
                path.append(_Step(child.state, self._children(child.state, moves)))
            elif moves is not None and self.rules.outcome(child.state) is Outcome.WON:
                line = (step.last for step in path if step.last is not None)
                return won(self.rules, self.root, line, self.nodes)
        answer = Answer.UNKNOWN if self.hidden else Answer.LOST
        return Verdict(answer, nodes=self.nodes, hidden=self.hidden)

    def _enter(self, state: S, moves: Sequence[Move] | None) -> Sequence[Move] | None:
        """Return the moves of a state, or None if nothing new is to be found there."""
        position = self.rules.position(state)
        if self.seen.get(position) in (_DONE, self.dive):
            return None
        moves = self._list(state) if moves is None else moves
        self.seen[position] = self.dive if moves else _DONE  # or it is won, and the search is over
        return moves

    def _children(self, state: S, moves: Sequence[Move]) -> Iterator[_Child[S]]:
        """Yield the children of a state, most promising first."""
        # Rules list moves in reading order; early ones tend to do better.
        places = sorted(range(len(moves)), key=lambda place: place + 4 * self.chance.random())
        if len(places) > _FEW:
            weighed = self.chance.sample(places, _WEIGHED)
            yield from self._weigh(state, moves, weighed)
            places = [place for place in places if place not in weighed]
        for place in places:
            yield self._child(state, moves[place])

    def _weigh(self, state: S, moves: Sequence[Move], places: list[int]) -> list[_Child[S]]:
        """Sort a few moves by how much they leave open: the one measure that applies to every game."""
        scored: list[tuple[float, _Child[S]]] = []
        for place in places:
            child = self._child(state, moves[place])
            if child.state is not None:
                child = child._replace(moves=self._list(child.state))
            after = child.moves or ()
            mobility = len(after) + len({other.at for other in after})
            noise = 1 + 0.1 * self.chance.random()
            scored.append((mobility * noise - 0.1 * place, child))
        scored.sort(key=lambda pair: pair[0], reverse=True)
        return [child for _, child in scored]

    def _child(self, state: S, move: Move) -> _Child[S]:
        return _Child(move, successor(self.rules, state, move))

    def _list(self, state: S) -> Sequence[Move]:
        self.nodes += 1
        return self.rules.moves(state)


def search_best(rules: Rules[S], root: S, limit: Limit) -> Best:
    """Return the best score within reach; it is exact if everything could be visited within the limit."""
    end = time.perf_counter() + limit.seconds
    best_line: tuple[Move, ...] = ()
    best_rank = rules.score(root).rank
    came_from: dict[S, tuple[S, Move] | None] = {root: None}
    met = {rules.position(root): best_rank}
    waiting, hidden = [root], False
    while waiting and len(came_from) < limit.nodes and time.perf_counter() < end:
        state = waiting.pop()
        for move in rules.moves(state):
            child = successor(rules, state, move)
            if child is None:
                hidden = True
            elif child not in came_from:
                rank, position = rules.score(child).rank, rules.position(child)
                if position in met and met[position] <= rank:
                    continue
                came_from[child], met[position] = (state, move), rank
                waiting.append(child)
                if rank < best_rank:
                    best_rank, best_line = rank, _way_to(child, came_from)
    return best(rules, root, best_line, len(came_from), exact=not waiting and not hidden)


def _way_to(state: S, came_from: dict[S, tuple[S, Move] | None]) -> tuple[Move, ...]:
    moves: list[Move] = []
    step = came_from[state]
    while step is not None:
        state, move = step
        moves.append(move)
        step = came_from[state]
    return tuple(reversed(moves))

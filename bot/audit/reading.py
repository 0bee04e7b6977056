"""Everything that can come of a small position, by the rules alone: what is possible, sure, likely and best.

Moves without chance may lead back to where they came from, so all states reachable by such moves are
evaluated together: what is good in one of them is good in all from which it can be reached. Chance never
leads back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, NamedTuple, TypeVar

from idle_year.engine.cards import Card
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.games.pyramid import Pyramid
from idle_year.engine.positions.napoleon import Columns
from idle_year.engine.rules import DEAL, REDEAL, AnyRules, Move, Outcome

T = TypeVar("T")
_MOST_SHUFFLED = 6
"""The most cards of which every order is tried."""


class TooManyStates(Exception):
    """A position has too many outcomes to be read."""


class Truth(NamedTuple):
    """What can come of a state."""

    possible: bool
    """Whether it can be won, if everything falls into place."""
    sure: bool
    """Whether it can be won however the hidden cards lie, by a player who does not know them."""
    chance: float
    """The chance, 0 to 1, that best play wins without knowing any hidden card."""
    best: tuple[int, ...]
    """The best possible rank of a score."""


@dataclass
class Reading:
    """A reader of positions of a game; the player knows the order of the stock unless it is `hidden`."""

    rules: AnyRules
    hidden: bool
    most: int = 20_000
    """The most states; more raise TooManyStates."""
    _known: dict[Any, Truth] = field(default_factory=dict)
    _last_pass: int | None = None

    def of(self, state: Any) -> Truth:
        """Return what can come of a state; raise TooManyStates if there are too many states."""
        state = same(self.rules, state, hidden=self.hidden)
        if self._last_pass is None and isinstance(self.rules, Pyramid):
            # A pass in which nothing leaves changes nothing, so more passes than cards are useless.
            self._last_pass = state.passes + sum(
                card is not None for card in (*state.places, *state.waste, *state.stock)
            )
        truth = self._known.get(state)
        if truth is None:
            self._read(state)
            truth = self._known[state]
        return truth

    def after(self, state: Any, move: Move) -> Truth:
        """Return what can come of a legal move."""
        states = branches(self.rules, state, move, hidden=self.hidden)
        return self.of(self.rules.play(state, move)) if states is None else self._after_chance(states)

    def _after_chance(self, states: Sequence[Any]) -> Truth:
        """Return what can come of a move that leads to one of several states."""
        return _together([self.of(each) for each in states])

    def _read(self, root: Any) -> None:
        """Read a state and everything reachable from it without chance."""
        by_chance, before = self._explore(root)
        own = {
            state: _together_at(
                self.rules, state, [_together([self.of(each) for each in end]) for end in ends]
            )
            for state, ends in by_chance.items()
        }
        if len(before) == 1:
            self._known |= own  # only chance leads on from here
            return
        # States read before are leaves here; their results propagate to their predecessors.
        own |= {state: self._known[state] for state in before if state in self._known}
        possible = _spread({state: truth.possible for state, truth in own.items()}, before, max)
        sure = _spread({state: truth.sure for state, truth in own.items()}, before, max)
        chance = _spread({state: truth.chance for state, truth in own.items()}, before, max)
        best = _spread({state: truth.best for state, truth in own.items()}, before, min)
        for state in by_chance:
            self._known[state] = Truth(possible[state], sure[state], chance[state], best[state])

    def _explore(self, root: Any) -> tuple[dict[Any, list[Sequence[Any]]], dict[Any, set[Any]]]:
        """Return the new states reachable without chance, and the predecessors of each.

        With each new state come the possible results of each of its moves that involve chance.
        """
        found, before = [root], {root: set[Any]()}
        by_chance: dict[Any, list[Sequence[Any]]] = {}
        for state in found:
            by_chance[state] = []
            for move in self._moves(state):
                ends = branches(self.rules, state, move, hidden=self.hidden)
                if ends is not None:
                    by_chance[state].append(ends)
                    continue
                after = same(self.rules, self.rules.play(state, move), hidden=self.hidden)
                if after not in before:
                    before[after] = set()
                    if after not in self._known:
                        found.append(after)
                before[after].add(state)
            if len(found) + len(self._known) > self.most:
                raise TooManyStates
        return by_chance, before

    def _moves(self, state: Any) -> Iterable[Move]:
        moves = self.rules.moves(state)
        if self._last_pass is not None and state.passes >= self._last_pass:
            return [move for move in moves if move != REDEAL]
        return moves


def _together(truths: Sequence[Truth]) -> Truth:
    """Return what can come of several equally likely states."""
    return Truth(
        any(truth.possible for truth in truths),
        all(truth.sure for truth in truths),
        sum(truth.chance for truth in truths) / len(truths),
        min(truth.best for truth in truths),
    )


def _together_at(rules: AnyRules, state: Any, moves: Sequence[Truth]) -> Truth:
    """Return what can come of a state, considering only its own end and its moves by chance."""
    won = rules.outcome(state) is Outcome.WON
    return Truth(
        won or any(truth.possible for truth in moves),
        won or any(truth.sure for truth in moves),
        max([float(won), *(truth.chance for truth in moves)]),
        min([rules.score(state).rank, *(truth.best for truth in moves)]),
    )


def _spread(own: dict[Any, T], before: dict[Any, set[Any]], better: Callable[..., T]) -> dict[Any, T]:
    """Return the best result reachable from each state, where `own` holds each state's own result."""
    reached: dict[Any, T] = {}
    for state in sorted(own, key=lambda each: own[each], reverse=better is max):  # type: ignore[arg-type, return-value]  # they compare
        waiting = [state]
        while waiting:
            each = waiting.pop()
            if each not in reached:
                reached[each] = own[state]
                waiting += before[each]
    return reached


def branches(rules: AnyRules, state: Any, move: Move, *, hidden: bool) -> Sequence[Any] | None:
    """Return the states that a move may lead to, all equally likely; None if chance has no part in it.

    The order of a stock is random only if it is `hidden`, that of a redeal always. Raise TooManyStates if too
    many cards are shuffled.
    """
    if not rules.reveals(state, move):
        return None
    if move == REDEAL:
        return _redealt(rules, state)
    if move != DEAL or not hidden:
        return None
    order = state.stock
    last = () if _known_last(rules, state.stock) is None else order[-1:]
    pool = order[: len(order) - len(last)]
    if not pool:
        return None
    return [
        rules.play(replace(state, stock=(card, *pool[:place], *pool[place + 1 :], *last)), move)
        for place, card in enumerate(pool)
    ]


def _known_last(rules: AnyRules, stock: Sequence[Card]) -> Card | None:
    """Return the card that the rules deal last, if it is still in the stock; else None."""
    if isinstance(rules, Marriage) and rules.ends and stock and stock[-1] == rules.ends[1]:
        return rules.ends[1]
    return None


def same(rules: AnyRules, state: Any, *, hidden: bool) -> Any:
    """Return one representative of equivalent states: columns are interchangeable, hidden cards unordered."""
    if isinstance(state, Columns):
        state = replace(state, columns=tuple(sorted(state.columns)))
    if hidden and rules.hides(state) and state.stock:
        last = () if _known_last(rules, state.stock) is None else state.stock[-1:]
        pool = state.stock[: len(state.stock) - len(last)]
        state = replace(state, stock=(*sorted(pool), *last))
    return state


def _redealt(rules: AnyRules, state: Any) -> Sequence[Any]:
    """Return every layout that a redeal may bring."""
    cards = [pile.top for pile in state.piles]
    if len(cards) > _MOST_SHUFFLED:
        raise TooManyStates
    return [replace(rules.lay_out(order, ""), used=True) for order in permutations(cards)]

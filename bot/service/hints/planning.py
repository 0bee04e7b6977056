"""Plans of several moves, kept from one hint to the next in games whose moves can go in circles.

Deciding anew after every move could alternate for ever between plans of equal worth. So a plan is followed
until it is done or the player plays something else; and no hint leads back to a position that has occurred
since the last card was turned up.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.engine.rules import AnyRules, Move
    from bot.service.hints.analysis import Analysis

_MOST = 2000  # plans kept; a few MB


class Plans:
    """The remaining moves of plans whose first moves were given as hints, by position."""

    def __init__(self) -> None:
        self._left: OrderedDict[tuple[str, Any], tuple[Move, ...]] = OrderedDict()

    def next_move(self, rules: AnyRules, positions: Sequence[Any], found: Analysis) -> Move | None:
        """Return the move to play in the last of some positions; None if nothing leads anywhere new.

        `found` is the analysis of that position.
        """
        state = positions[-1]
        plan = self._left.get((rules.id, state)) or _worthwhile(rules, state, found.plan)
        for moves in (plan, *_alternatives(rules, state, found)):
            if moves and self._is_new(rules, positions, moves[0]):
                self._keep(rules, state, moves)
                return moves[0]
        return None

    def _is_new(self, rules: AnyRules, positions: Sequence[Any], move: Move) -> bool:
        """Whether a move leads to a position that has not occurred yet."""
        state = positions[-1]
        return rules.reveals(state, move) or rules.play(state, move) not in positions

    def _keep(self, rules: AnyRules, state: Any, plan: tuple[Move, ...]) -> None:
        """Remember the moves that follow the first one of a plan."""
        move, *others = plan
        if not others or rules.reveals(state, move):
            return
        self._left[rules.id, rules.play(state, move)] = tuple(others)
        if len(self._left) > _MOST:
            self._left.popitem(last=False)


def _worthwhile(rules: AnyRules, state: Any, plan: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return a plan if it turns up a card or ends with a better score, else an empty one."""
    end = state
    for move in plan:
        if rules.reveals(end, move):
            return plan
        end = rules.play(end, move)
    return plan if rules.score(end).rank < rules.score(state).rank else ()


def _alternatives(rules: AnyRules, state: Any, found: Analysis) -> Iterator[tuple[Move, ...]]:
    """Yield other worthwhile moves: those that turn up a card, then those that score at once."""
    moves = [chance.move for chance in found.chances] or list(rules.moves(state))
    yield from ((move,) for move in moves if rules.reveals(state, move))
    yield from (
        (move,)
        for move in moves
        if not rules.reveals(state, move)
        and rules.score(rules.play(state, move)).rank < rules.score(state).rank
    )

"""Lines of moves, replayed by the rules before they are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.rules import Outcome
from bot.solvers.generic.successor import successor
from bot.solvers.protocols import Answer, Best, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.rules import Move, Rules, S


class WrongLine(RuntimeError):  # noqa: N818  named as the situation
    """A solver found a line that does not do what it claims: a bug of ours."""


def won(rules: Rules[S], state: S, line: Iterable[Move], nodes: int) -> Verdict:
    """Return the verdict that a line wins; raise WrongLine if it does not."""
    moves = tuple(line)
    end = _replayed(rules, state, moves)
    if rules.outcome(end) is not Outcome.WON:
        raise WrongLine(f"A line of {rules.id} does not win.")
    return Verdict(Answer.WON, moves, nodes)


def won_whatever_comes(rules: Rules[S], state: S, line: Iterable[Move], nodes: int) -> Verdict:
    """Return the verdict that a state is won whatever lies face down; the line ends with such a card."""
    *before, last = line
    successor(rules, _replayed(rules, state, before), last)  # IllegalMove here is a bug of ours as well
    return Verdict(Answer.WON, (*before, last), nodes, hidden=True)


def best(rules: Rules[S], state: S, line: Iterable[Move], nodes: int, *, exact: bool) -> Best:
    """Return the result that a line reaches."""
    moves = tuple(line)
    return Best(moves, rules.score(_replayed(rules, state, moves)), exact, nodes)


def _replayed(rules: Rules[S], state: S, moves: Iterable[Move]) -> S:
    for move in moves:
        state = rules.play(state, move)  # IllegalMove here is a bug of ours as well
    return state

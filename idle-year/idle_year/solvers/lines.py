"""Lines of moves, played on by the rules: replayed before they are reported, and judged move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from idle_year.engine.errors import IllegalMove
from idle_year.engine.rules import REDEAL, Move, Outcome, Rules, S
from idle_year.solvers.protocols import Answer, Best, Budget, Judged, Limit, Verdict


def successor(rules: Rules[S], state: S, move: Move) -> S | None:
    """Return the state after a legal move; None if it depends on an order that nobody can see.

    A stock may be known to the caller because it was written down. What a shuffle will bring never is, even
    though the seed of a game in play would reveal it.
    """
    reveals = rules.reveals(state, move)
    if reveals and move == REDEAL:
        return None
    try:
        return rules.play(state, move)
    except IllegalMove:
        if not reveals:
            raise
        return None


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


def judge_each(
    rules: Rules[S], solve: Callable[[S, Limit], Verdict], state: S, limit: Limit
) -> tuple[Judged, ...]:
    """Solve the state after every move; each may use an even share of what the limit still grants."""
    budget, judged = Budget(limit), []
    moves = rules.moves(state)
    for number, move in enumerate(moves):
        after = successor(rules, state, move)
        if after is None:
            judged.append(Judged(move, Answer.UNKNOWN))
            continue
        verdict = solve(after, budget.share(len(moves) - number))
        budget.used += verdict.nodes
        judged.append(Judged(move, verdict.answer))
    return tuple(judged)

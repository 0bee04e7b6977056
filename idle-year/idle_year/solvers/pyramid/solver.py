"""Solver of Pyramid: pairing argument if it decides, rectangle search for lines, else branch and bound."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile

from idle_year.engine.games.pyramid import Pyramid
from idle_year.engine.positions.pyramid import Triangle
from idle_year.engine.rules import DEAL, REDEAL, Move, Outcome
from idle_year.solvers import lines
from idle_year.solvers.generic import Search
from idle_year.solvers.lines import judge_each
from idle_year.solvers.protocols import Answer, Best, Budget, Judged, Limit, Verdict
from idle_year.solvers.pyramid.branch_and_bound import RANKS, find_best
from idle_year.solvers.pyramid.deal_tables import root_from
from idle_year.solvers.pyramid.lines import carry_out, moves_through
from idle_year.solvers.pyramid.pairing import fewest_of, pairs_to_make, unlimited_answer
from idle_year.solvers.pyramid.rectangle_search import find_line
from idle_year.solvers.pyramid.state import DECK, shapes

_ANY = 99 * RANKS


@dataclass(frozen=True)
class PyramidSolver:
    """A solver for every deal of Pyramid.

    With unlimited passes the answer is proven at once and needs no limit, even if the stock lies face
    down and only its set of cards is known. The line of a winnable game then ends with the deal
    of the first unknown card, and the verdict says `hidden`.
    """

    rules: Pyramid

    def solve(self, state: Triangle, limit: Limit) -> Verdict:
        """Judge a state; a winning line is short, unless the limit is reached before one is found."""
        if self.rules.outcome(state) is Outcome.WON:
            return Verdict(Answer.WON)
        answer = unlimited_answer(state, whole=self.rules.whole_pack)
        if answer is Answer.LOST:
            # Then it is lost with fewer passes as well.
            return Verdict(Answer.LOST)
        if None in state.stock:
            return self._solve_hidden(state, answer, Budget(limit))
        if len(state.waste) + len(state.stock) > DECK:
            return (
                self._constructed_win(state, 0) if self._unlimited else Search(self.rules).solve(state, limit)
            )
        return self._search(state, Budget(limit))

    def best(self, state: Triangle, limit: Limit) -> Best:
        """Find the end with the fewest cards left, preferring an early pass."""
        if None in state.stock or len(state.waste) + len(state.stock) > DECK:
            return Search(self.rules).best(state, limit)
        return _best_end(self.rules, state, Budget(limit))

    def judge(self, state: Triangle, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        if not self._unlimited:
            return judge_each(self.rules, self._decide, state, limit)
        before = unlimited_answer(state, whole=self.rules.whole_pack)
        return tuple(Judged(move, self._after(state, move, before)) for move in self.rules.moves(state))

    @property
    def _unlimited(self) -> bool:
        return self.rules.passes is None

    def _after(self, state: Triangle, move: Move, before: Answer) -> Answer:
        """Answer for the state after a move; the position of a card in the deck does not matter."""
        if move in (DEAL, REDEAL) or before is Answer.LOST:
            return before
        return unlimited_answer(self.rules.play(state, move), whole=self.rules.whole_pack)

    def _solve_hidden(self, state: Triangle, answer: Answer, budget: Budget) -> Verdict:
        """Judge a state whose stock lies face down but which may be winnable."""
        known = tuple(takewhile(lambda card: card is not None, state.stock))
        seen = replace(state, stock=known)
        if not self.rules.whole_pack and len(state.waste) + len(known) <= DECK:
            # Unless the whole stock is known, the waste is never turned over.
            last = replace(self.rules, passes=state.passes)
            found = find_line(root_from(last, seen), budget)
            if found.keys is not None:
                return lines.won(self.rules, state, moves_through(seen, found.keys), found.nodes)
        if self._unlimited and answer is Answer.WON:
            return lines.won_whatever_comes(self.rules, state, self._constructed_line(state), budget.used)
        return Verdict(Answer.UNKNOWN, nodes=budget.used, hidden=True)

    def _search(self, state: Triangle, budget: Budget) -> Verdict:
        """Search for a short line, then for any."""
        root = root_from(self.rules, state)
        found = find_line(root, budget)
        if found.keys is None and not found.certain and not self._unlimited:
            found = find_best(root, RANKS, 0, RANKS, budget)
        if found.keys is not None:
            return lines.won(self.rules, state, moves_through(state, found.keys), found.nodes)
        if self._unlimited:
            return self._constructed_win(state, found.nodes)
        return Verdict(Answer.LOST if found.certain else Answer.UNKNOWN, nodes=found.nodes)

    def _constructed_win(self, state: Triangle, nodes: int) -> Verdict:
        return lines.won(self.rules, state, self._constructed_line(state), nodes)

    def _constructed_line(self, state: Triangle) -> tuple[Move, ...]:
        whole = self.rules.whole_pack
        return carry_out(state, pairs_to_make(state, whole=whole), (), whole=whole)

    def _decide(self, state: Triangle, limit: Limit) -> Verdict:
        """Judge a state by the fastest search, without a line."""
        if unlimited_answer(state, whole=self.rules.whole_pack) is Answer.LOST:
            return Verdict(Answer.LOST)
        if None in state.stock or len(state.waste) + len(state.stock) > DECK:
            return self.solve(state, limit)
        found = find_best(root_from(self.rules, state), RANKS, 0, RANKS, Budget(limit))
        if found.keys is not None:
            return Verdict(Answer.WON, nodes=found.nodes)
        return Verdict(Answer.LOST if found.certain else Answer.UNKNOWN, nodes=found.nodes)


def _best_end(rules: Pyramid, state: Triangle, budget: Budget) -> Best:
    """Return the best end of a state with all cards known."""
    cards, moves = _without_limit(rules, state)
    least, worth = RANKS * cards, _ANY
    if rules.passes is None:
        # So few cards are certain; what remains open is how few turns of the waste it takes.
        worth = least + min(moves.count(REDEAL), RANKS)
    else:
        moves = ()
    exact = worth == least
    if not exact:
        # Turns count here even if they are unlimited.
        root = root_from(rules, state)._replace(lap=1)
        found = find_best(root, worth, least, least + 1, budget)
        # A state holds up to RANKS - 1 turns: a line with more than RANKS leaves some number of them untried.
        exact = found.certain and (found.keys is not None or moves.count(REDEAL) <= RANKS)
        moves = moves if found.keys is None else tuple(moves_through(state, found.keys))
    return lines.best(rules, state, moves, budget.used, exact=exact)


def _without_limit(rules: Pyramid, state: Triangle) -> tuple[int, tuple[Move, ...]]:
    """Return the fewest cards that can be left with unlimited passes, and moves that achieve it."""
    cards, stays, pairs, chosen = fewest_of(rules, state)
    left = int(shapes().left[stays])
    stay = [place for place in range(len(state.places)) if left >> place & 1]
    made = [(int(one), int(other)) for one, other in chosen[:pairs]]
    return int(cards), carry_out(state, made, stay, whole=rules.whole_pack)

"""Checking what solvers, players, hints and surveys claim against what can come of a position.

A whole deal of a survey is too large to be read. But every win comes with a line replayed by the rules, and
what the solver calls lost is checked against readings of small positions: so a survey is checked against the
solver's verdict on the very same deals.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.audit.reading import Reading, Truth
from bot.service.survey import follow
from idle_year.advice import advise
from idle_year.analysis import Surety
from idle_year.engine.records import write_moves
from idle_year.engine.rules import AnyRules, Move, Outcome
from idle_year.engine.wording import counted
from idle_year.puzzles import MadePuzzle
from idle_year.solvers.generic import Search
from idle_year.solvers.protocols import Answer, AnySolver, Counted, Limit
from idle_year.solvers.registry import counter_for, fair_counter_for, player_for, solver_for
from idle_year.solvers.win_rate import deal

_LIMIT = Limit(nodes=200_000, seconds=20)
_LIMIT_OF_SEARCH = Limit(nodes=150, seconds=20)
"""Enough for most positions, and small enough that the rest do not take longer than all the others."""
_LIMIT_OF_DEAL = Limit(nodes=1_000_000, seconds=20)
_LONGEST_HIDDEN = 5
"""The largest stock of which every order is tried."""
_CLOSE = 1e-9
_WON, _LOST = Counted(1), Counted(0)


def false_claims(rules: AnyRules, state: Any, most: int) -> Iterator[str]:
    """Yield the false claims about a position, in a sentence each.

    All cards of the stock are known in the state. Raise TooManyStates if more than `most` states come of it.
    """
    subjects = _subjects(rules, state, most)
    yield from _false_of_solvers(subjects)
    if rules.moves(state):
        yield from subjects[-1].false_of_player()
        yield from subjects[-1].false_of_hint()
        yield from subjects[-1].false_of_following()


def false_of_solvers(rules: AnyRules, state: Any, most: int) -> Iterator[str]:
    """Yield the false claims of solvers about a position, as `false_claims` does."""
    return _false_of_solvers(_subjects(rules, state, most))


def false_count(rules: AnyRules, seed: int, number: int) -> Iterator[str]:
    """Yield a claim if a survey counts one of its deals wrongly, with all cards known."""
    count = counter_for(rules)
    if count is None or _is_redealt(rules):
        return
    answer = solver_for(rules).solve(deal(rules, seed, number), _LIMIT_OF_DEAL).answer
    counted = count(rules, seed, number, 1)
    if (counted == _WON and answer is Answer.LOST) or (counted == _LOST and answer is Answer.WON):
        yield f"the survey counts it as {'won' if counted == _WON else 'lost'}, but the solver says {answer}"


def false_fair_count(rules: AnyRules, seed: int, number: int) -> Iterator[str]:
    """Yield a claim if the fair player is said to win a deal that cannot be won."""
    count = fair_counter_for(rules)
    if count is None or _is_redealt(rules):
        return
    answer = solver_for(rules).solve(deal(rules, seed, number), _LIMIT_OF_DEAL).answer
    if answer is Answer.LOST and count(rules, seed, number, 1):
        yield "the fair player is said to win it, but it cannot be won"


def false_of_puzzle(puzzle: MadePuzzle, most: int) -> Iterator[str]:
    """Yield the false claims of a puzzle, as `false_claims` does; also those that it makes by being one."""
    rules, state = puzzle.session.rules, puzzle.session.state
    reading = Reading(rules, hidden=rules.hides(state), most=most)
    for move in rules.moves(state):
        truth, written = reading.after(state, move), rules.notation.write_move(move)
        if move in puzzle.choice.keeping and not truth.sure:
            yield f"the puzzle says that {written} keeps the win"
        if move not in puzzle.choice.keeping and truth.possible:
            yield f"the puzzle says that {written} loses, but it can be won"
    if not _is_hard(rules, state, _winning(reading, state)):
        yield "it is no puzzle: too few moves are legal, or too many of them keep the win"
    hard = _fewest_hard(reading, state)
    if hard < 2 or hard != puzzle.choices:
        yield f"the puzzle says {counted(puzzle.choices, 'choice')}, but it can be won by {hard}"
    yield from _false_of_proof(reading, puzzle)


def _false_of_proof(reading: Reading, puzzle: MadePuzzle) -> Iterator[str]:
    """Yield where a proof names other moves than those that keep the win, or ends before that is plain."""
    rules, waiting, met = reading.rules, [(0, puzzle.session.state)], set[Any]()
    while waiting:
        number, state = waiting.pop()
        if (number, state) in met:
            continue
        met.add((number, state))
        said = puzzle.proof.positions[number]
        winning = {rules.notation.write_move(move): move for move in _winning(reading, state)}
        if said.keys() != winning.keys():
            yield f"the proof says that {' '.join(said)} keep the win, but {' '.join(winning)} do"
            continue
        for written, move in winning.items():
            after = rules.play(state, move)
            if said[written] >= 0:
                waiting.append((said[written], after))
            elif _is_hard_ahead(reading, after):
                yield f"the proof says that the win is plain after {written}, but a hard choice is left"


def _is_hard_ahead(reading: Reading, state: Any) -> bool:
    """Whether keeping the win can lead to a hard choice, that of the position itself included."""
    rules, waiting, met = reading.rules, [state], set[Any]()
    while waiting:
        each = waiting.pop()
        if each in met or rules.outcome(each) is Outcome.WON:
            continue
        met.add(each)
        winning = _winning(reading, each)
        if _is_hard(rules, each, winning):
            return True
        waiting += [rules.play(each, move) for move in winning]
    return False


def _winning(reading: Reading, state: Any) -> list[Move]:
    return [move for move in reading.rules.moves(state) if reading.after(state, move).sure]


def _is_hard(rules: AnyRules, state: Any, winning: list[Move]) -> bool:
    """Whether there are four moves or more, and at most a third of them keep the win."""
    moves = len(rules.moves(state))
    return moves >= 4 and 3 * len(winning) <= moves


def _fewest_hard(reading: Reading, state: Any) -> int:
    """Return how few hard choices a win meets: first try those that meet none, then one, and so on."""
    rules, level, hard, met = reading.rules, [state], 0, set[Any]()
    while level:
        beyond: list[Any] = []
        for each in level:
            if rules.outcome(each) is Outcome.WON:
                return hard
            if each in met:
                continue
            met.add(each)
            winning = _winning(reading, each)
            (beyond if _is_hard(rules, each, winning) else level).extend(
                rules.play(each, move) for move in winning
            )
        level, hard = beyond, hard + 1
    return hard


def _subjects(rules: AnyRules, state: Any, most: int) -> list[_Subject]:
    """Read a position with its stock known, and with its stock hidden if the player does not see it."""
    subjects = [_Subject(rules, state, state, Reading(rules, hidden=False, most=most))]
    if rules.hides(state) and len(state.stock) <= _LONGEST_HIDDEN:
        subjects.append(_Subject(rules, state, rules.view(state), Reading(rules, hidden=True, most=most)))
    for subject in subjects:
        subject.read()
    return subjects


def _false_of_solvers(subjects: list[_Subject]) -> Iterator[str]:
    for subject in subjects:
        solver = solver_for(subject.rules)
        yield from subject.false_of_solver("the solver", solver, _LIMIT)
        yield from subject.false_judgements(solver)
        if not isinstance(solver, Search):
            # Its judgements are just its answers for the states after each move.
            search = Search(subject.rules)
            yield from subject.false_of_solver("the plain search", search, _LIMIT_OF_SEARCH)


@dataclass
class _Subject:
    """A position, both as it is and as it is shown to those who make claims about it."""

    rules: AnyRules
    state: Any
    shown: Any
    reading: Reading

    def read(self) -> Truth:
        """Return what can come of the position."""
        return self.reading.of(self.state)

    def false_of_solver(self, who: str, solver: AnySolver, limit: Limit) -> Iterator[str]:
        """Yield the false claims of a solver about the position and its best score."""
        truth, verdict = self.read(), solver.solve(self.shown, limit)
        yield from _false_answer(f"{who} solves it{self._seen}", verdict.answer, truth)
        best = solver.best(self.shown, limit)
        found = f"{who} finds {best.score.headline}{self._seen}"
        if best.score.rank < truth.best:
            yield f"{found} ({write_moves(self.rules, best.line)}), which cannot be reached"
        elif best.exact and best.score.rank > truth.best:
            yield f"{found} and calls it exact, but {truth.best} can be reached"

    def false_judgements(self, solver: AnySolver) -> Iterator[str]:
        """Yield the false claims of a solver about the legal moves."""
        for move, answer in solver.judge(self.shown, _LIMIT):
            claim = f"the solver judges {self._written(move)}{self._seen}"
            yield from _false_answer(claim, answer, self.reading.after(self.state, move))

    def false_of_player(self) -> Iterator[str]:
        """Yield the chances that the fair player wrongly calls certain."""
        player = player_for(self.rules)
        if player is None:
            return
        # It is certain of 0 and 1 even if it is not told which cards are left.
        views = {player.see(self.shown): (0, 1), player.see(self.state): None}
        for view, sure_of in views.items():
            for chance in player.weigh(view):
                truth = self.reading.after(self.state, chance.move)
                told = chance.is_certain and (sure_of is None or chance.wins in sure_of)
                if told and not math.isclose(chance.wins, truth.chance, abs_tol=_CLOSE):
                    claim = f"is certain of a chance of {chance.wins:g} after {self._written(chance.move)}"
                    yield f"the player {claim}; it is {truth.chance:g}"

    def false_of_hint(self) -> Iterator[str]:
        """Yield the false claims of the hint."""
        truth, hint = self.read(), advise(self.rules, self.state, _LIMIT)
        surety, analysis = hint.analysis.surety, hint.analysis
        if surety is Surety.WON:
            yield from _false_answer("the hint proves it", Answer.WON, truth)
            if hint.move is None:
                yield "the hint proves that it can be won, and knows no move"
            else:
                after = self.reading.after(self.state, hint.move)
                yield from _false_answer(f"the hint plays {self._written(hint.move)}", Answer.WON, after)
        if surety is Surety.LOST:
            yield from _false_answer("the hint proves it", Answer.LOST, truth)
        keeps = [self.reading.after(self.state, move) for move in self.rules.moves(self.state)]
        kept = None if analysis.keeping is None else len(analysis.keeping)
        if kept is not None and not (
            sum(each.sure for each in keeps) <= kept <= sum(each.possible for each in keeps)
        ):
            yield f"the hint says that {kept} moves keep the win"
        if analysis.best is not None and analysis.best.exact and analysis.best.score.rank > truth.best:
            yield f"the hint calls {analysis.best.score.headline} the best, but {truth.best} can be reached"

    def false_of_following(self) -> Iterator[str]:
        """Yield a claim if the hints, all of them taken, go in a circle or miss what they promise."""
        truth, followed = self.read(), follow(self.rules, self.state)
        if followed.repeats:
            yield f"the hints go in a circle after {counted(followed.moves, 'move')}"
        elif self.rules.hides(self.state):
            return
        elif truth.sure and not followed.won:
            yield "it can be won, but not by taking every hint"
        elif not followed.won and self.rules.score(followed.end).rank[0] > truth.best[0]:
            reached = self.rules.score(followed.end).headline
            yield f"the hints lead to {reached}, but {truth.best} can be reached"

    @property
    def _seen(self) -> str:
        return " with the stock face down" if self.reading.hidden else ""

    def _written(self, move: Move) -> str:
        return self.rules.notation.write_move(move)


def _false_answer(claim: str, answer: Answer, truth: Truth) -> Iterator[str]:
    """Yield the claim if the answer is false: won must be sure, and lost must rule out a win."""
    if answer is Answer.WON and not truth.sure:
        yield f"{claim}: won, but {'that depends on chance' if truth.possible else 'it is lost'}"
    if answer is Answer.LOST and truth.possible:
        yield f"{claim}: lost, but it can be won"


def _is_redealt(rules: AnyRules) -> bool:
    """Whether a deal may be won by a redeal, which a survey draws itself."""
    return bool(getattr(rules, "redeal", False))

"""How hard a deal is: one to five stars, relative to the winnable deals of its game.

Mostly, what makes a deal hard is how narrow the way to a win is. Imagine walking along a winning line but
choosing at random among the legal moves at every step, and being put back on the line whenever the move keeps
the win; the chance of never losing the win is the product of the shares of moves that keep it. Its negative
logarithm is the narrowness.

In Napoleon and Cribbage it would take minutes to find out which moves keep the win, and nobody could tell
them apart while most cards are hidden. There a deal is hard if careless players fall far short of the goal.

The stars divide the deals of a game into fifths: `grades.json` holds the borders, and
`python -m benchmarks.training.difficulty` finds them. Whether they tell who wins is measured by
`python -m benchmarks stars`.
"""

from __future__ import annotations

import functools
import json
from bisect import bisect_left
from importlib.resources import files
from math import log2
from typing import cast

from idle_year.engine.rules import Rules, S
from idle_year.solvers.protocols import Answer, Limit, Solver, Verdict
from idle_year.solvers.registry import play_carelessly

HARDEST = 5
_A_STEP = Limit(nodes=200_000, seconds=60)


def stars(rules: Rules[S], solver: Solver[S], deal: S, limit: Limit) -> int | None:
    """Return 1 (easy) to 5 (hard); None if no win was found in time, or the game is not graded."""
    borders = borders_of(rules.id)
    if not borders:
        return None
    hard = hardness(rules, solver, deal, limit)
    return None if hard is None else 1 + bisect_left(borders, hard)


def borders_of(game: str) -> tuple[float, ...]:
    """Return the four borders between the stars of a game, ascending; empty if it is not graded."""
    return tuple(_grades().get(game, ()))


def exists(game: str, wanted: int) -> bool:
    """Whether a game has deals with this many stars; if many are equally easy, a grade may be empty."""
    borders = borders_of(game)
    return bool(borders) and not (1 < wanted < HARDEST and borders[wanted - 2] == borders[wanted - 1])


def hardness(rules: Rules[S], solver: Solver[S], deal: S, limit: Limit) -> float | None:
    """Return how hard a deal is, 0 or more; None if no win was found in time.

    It is the narrowness, or how far careless players fall short of the goal on average. Both are limited in
    nodes rather than in time, so that a deal has the same stars on a slow machine.
    """
    verdict = solver.solve(deal, limit)
    if verdict.answer is not Answer.WON:
        return None
    missing = play_carelessly(rules, deal)
    return _narrowness(rules, solver, deal, verdict) if missing is None else float(missing.mean())


def _narrowness(rules: Rules[S], solver: Solver[S], deal: S, verdict: Verdict) -> float:
    """Return in bits how narrow the way to a win is; an unresolved move counts as losing."""
    bits, state = 0.0, deal
    for move in verdict.line:
        if len(rules.moves(state)) > 1:
            judged = solver.judge(state, _A_STEP)
            keep = sum(each.answer is Answer.WON or each.move == move for each in judged)
            bits += log2(len(judged) / keep)
        state = rules.play(state, move)
    return bits


@functools.cache
def _grades() -> dict[str, list[float]]:
    text = (files("idle_year.solvers") / "grades.json").read_text("utf-8")
    return cast("dict[str, list[float]]", json.loads(text))

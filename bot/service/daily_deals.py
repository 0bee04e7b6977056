"""Which deals make a daily: the first candidate that can be won, by proof; and how hard it is.

A search ends after so many states and never after so many seconds: whoever checks a daily finds what the bot
has found.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.daily import candidate
from bot.solvers.difficulty import stars
from bot.solvers.protocols import Answer, Limit
from bot.solvers.registry import player_for, solver_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from bot.engine.rules import AnyRules

_NODES = 200_000
"""States; what is not settled after them hardly ever is after ten times as many."""
_NODES_OF_FAMILY = {"cribbage": 5_000}
"""Its states take far longer, and wins are found after few."""
_NEVER = 86_400
"""Seconds, and more of them than the states above can take."""
_TO_GRADE = Limit(seconds=5)


class Candidate(NamedTuple):
    """A deal that may become a daily."""

    number: int
    seed: str
    answer: Answer
    """Whether it can be won, had one known every card."""


class Grade(NamedTuple):
    """How hard a deal is; None where that cannot be told."""

    stars: int | None
    """1 (easy) to 5 (hard)."""
    chance: float | None
    """A fair player's chance to win it, 0 to 1, before the first move."""


def seeds(key: str, day: date, family: str) -> Iterator[tuple[int, str]]:
    """Yield number and seed of every candidate, without end."""
    return ((number, candidate(key, day, family, number)) for number in itertools.count())


def judge(rules: AnyRules, number: int, seed: str) -> Candidate:
    """Find out whether a candidate can be won."""
    limit = Limit(_NODES_OF_FAMILY.get(rules.family, _NODES), _NEVER)
    return Candidate(number, seed, solver_for(rules).solve(rules.start(seed), limit).answer)


def grade(rules: AnyRules, seed: str) -> Grade:
    """Find out how hard a deal is that can be won."""
    deal = rules.start(seed)
    player = player_for(rules) if rules.hides(deal) else None
    chance = player.weigh(player.see(deal))[0].wins if player is not None else None
    return Grade(stars(rules, solver_for(rules), deal, _TO_GRADE), chance)

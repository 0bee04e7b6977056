"""Seeds of deals: random ones that nobody can guess, and the candidates for a daily.

The first candidate that is proven winnable becomes the daily. Searches are limited by states, never by
seconds, so that anyone who checks a daily finds what the bot found.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from idle_year.engine.daily import candidate
from idle_year.engine.rules import AnyRules
from idle_year.solvers.difficulty import stars
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import player_for, solver_for

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two that look alike
_LENGTH = 17
"""84 bits: with much shorter seeds, somebody who sees some cards of a deal could try them all."""
_NODES = 200_000
"""States; a deal not settled by then hardly ever is after ten times as many."""
_NODES_OF_FAMILY = {"cribbage": 5_000}
"""Cribbage states take far longer, and its wins are found after few of them."""
_NEVER = 86_400
"""Seconds; more than the states above can ever take."""
_TO_GRADE = Limit(seconds=5)


def random_seed() -> str:
    """Return a random seed that nobody can guess and anybody can type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def playable_seed(rules: AnyRules) -> str:
    """Return such a seed for a deal that is not lost at first sight, as 7 in 10 deals of Push Pin are."""
    while True:
        seed = random_seed()
        if rules.hopeless(rules.start(seed)) is None:
            return seed


class Candidate(NamedTuple):
    """A deal that may become a daily."""

    number: int
    seed: str
    answer: Answer
    """Whether it can be won with every card known."""


class Grade(NamedTuple):
    """How hard a deal is; None for what cannot be determined."""

    stars: int | None
    """1 (easy) to 5 (hard)."""
    chance: float | None
    """A fair player's chance of winning it, 0 to 1, before the first move."""


def candidates(key: str, day: date, family: str) -> Iterator[tuple[int, str]]:
    """Yield the number and seed of every candidate, without end."""
    return ((number, candidate(key, day, family, number)) for number in itertools.count())


def judge(rules: AnyRules, number: int, seed: str) -> Candidate:
    """Find out whether a candidate can be won."""
    return Candidate(number, seed, solver_for(rules).solve(rules.start(seed), limit_of_proof(rules)).answer)


def limit_of_proof(rules: AnyRules) -> Limit:
    """Return the limit within which a deal must be proven winnable to become a daily."""
    return Limit(_NODES_OF_FAMILY.get(rules.family, _NODES), _NEVER)


def grade(rules: AnyRules, seed: str) -> Grade:
    """Grade a winnable deal."""
    deal = rules.start(seed)
    player = player_for(rules) if rules.hides(deal) else None
    chance = player.weigh(player.see(deal))[0].wins if player is not None else None
    return Grade(stars(rules, solver_for(rules), deal, _TO_GRADE), chance)

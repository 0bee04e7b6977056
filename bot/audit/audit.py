"""An audit of one game: small positions, numbered so that any part of it can be done anywhere."""

from __future__ import annotations

import random
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.audit.branches import TooLarge
from bot.audit.claims import false_claims
from bot.audit.counts import false_count, false_fair_count
from bot.audit.drawing import draw
from bot.audit.shrinking import shrunk
from bot.solvers.win_rate.deals import deal

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

_MOST_STATES = 300
"""Few, since most errors show in small positions, and many positions find more than large ones."""
_A_DEAL, _A_FAIR_DEAL = 10, 500
"""How often, in positions, a whole deal of a survey is checked."""


class Falsehood(NamedTuple):
    """A claim that is false."""

    game: str
    position: str
    claim: str


def audit(rules: AnyRules, seed: int, first: int, positions: int) -> list[Falsehood]:
    """Return what is false of the positions numbered from `first` on, one claim for each of them."""
    found = (_false(rules, seed, number) for number in range(first, first + positions))
    return [falsehood for falsehood in found if falsehood is not None]


def smallest(rules: AnyRules, falsehoods: list[Falsehood]) -> Falsehood:
    """Return the smallest position with a false claim, reduced further if possible."""
    shortest = min(falsehoods, key=lambda each: len(each.position))
    state = rules.notation.read_position(shortest.position)
    if _claim(rules, state) is None:
        return shortest  # a whole deal that a survey counts wrongly
    state = shrunk(rules, state, lambda smaller: _claim(rules, smaller) is not None)
    claim = _claim(rules, state) or shortest.claim
    return Falsehood(rules.id, rules.notation.write_position(state), claim)


def _false(rules: AnyRules, seed: int, number: int) -> Falsehood | None:
    """Return the first false claim about a position, or about the deal that goes with its number."""
    state, claim = _drawn(rules, seed, number)
    if claim is None:
        claim = _false_of_deal(rules, seed, number)
        state = state if claim is None else deal(rules, seed, number)
    return None if claim is None else Falsehood(rules.id, rules.notation.write_position(state), claim)


def _drawn(rules: AnyRules, seed: int, number: int) -> tuple[Any, str | None]:
    """Draw until a position can be read; return it and the first false claim, or None if all are true."""
    for attempt in count():
        chance = random.Random(f"{seed}/{rules.id}/{number}/{attempt}")  # noqa: S311  the same every time
        state = draw(rules, chance)
        try:
            return state, _first_false(rules, state)
        except TooLarge:
            continue
    raise AssertionError  # count() never ends


def _claim(rules: AnyRules, state: Any) -> str | None:
    """Return the first false claim about a position; None if there is none, or it cannot be read."""
    try:
        return _first_false(rules, state)
    except TooLarge:
        return None


def _first_false(rules: AnyRules, state: Any) -> str | None:
    """Return the first false claim about a position, or what broke; raise TooLarge if it cannot be read."""
    try:
        return next(false_claims(rules, state, _MOST_STATES), None)
    except TooLarge:
        raise
    except Exception as error:  # noqa: BLE001  whatever breaks is reported with its position
        return f"something broke: {type(error).__name__}: {error}"


def _false_of_deal(rules: AnyRules, seed: int, number: int) -> str | None:
    claims = chain(
        false_count(rules, seed, number) if number % _A_DEAL == 0 else (),
        false_fair_count(rules, seed, number) if number % _A_FAIR_DEAL == 0 else (),
    )
    return next(claims, None)

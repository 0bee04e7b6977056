"""Check all claims of solvers, players and hints against an exhaustive reading of small positions.

`drawing` generates the positions, numbered so that any part of an audit can be done anywhere; `reading` plays
everything that the rules allow, `claims` compares. None of it knows how a solver works.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, count
from typing import Any, NamedTuple

from bot.audit.claims import false_claims, false_count, false_fair_count, false_of_puzzle
from bot.audit.drawing import draw
from bot.audit.reading import TooManyStates
from idle_year.engine.errors import GameError
from idle_year.engine.rules import AnyRules
from idle_year.puzzles import make_puzzle
from idle_year.solvers.win_rate import deal

_MOST_STATES = 300
"""Few, since most errors show in small positions, and many positions find more than large ones."""
_A_DEAL, _A_FAIR_DEAL, _A_PUZZLE = 10, 500, 10
"""How often, in positions, a whole deal of a survey or a puzzle is checked."""
_MOST_STATES_OF_PUZZLE = 100_000
"""All that one in 500 needs; the others are passed over."""
_PARTS = re.compile(r"[A2-9TJQK][CDHS](?:/\d+)?|/\d+|!|=\d+|[|-]")
"""What can be left out of a position, or be replaced by an empty place."""


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
        return shortest  # a whole deal that a survey counts wrongly, or a puzzle
    state = _shrunk(rules, state, lambda smaller: _claim(rules, smaller) is not None)
    claim = _claim(rules, state) or shortest.claim
    return Falsehood(rules.id, rules.notation.write_position(state), claim)


def _false(rules: AnyRules, seed: int, number: int) -> Falsehood | None:
    """Return the first false claim about a position, or about the deal that goes with its number."""
    state, claim = _drawn(rules, seed, number)
    if claim is None:
        claim = _false_of_deal(rules, seed, number)
        state = state if claim is None else deal(rules, seed, number)
    if claim is None and number % _A_PUZZLE == 0:
        state, claim = _false_of_puzzle(rules, seed, number) or (state, None)
    return None if claim is None else Falsehood(rules.id, rules.notation.write_position(state), claim)


def _drawn(rules: AnyRules, seed: int, number: int) -> tuple[Any, str | None]:
    """Draw until a position can be read; return it and the first false claim, or None if all are true."""
    for attempt in count():
        chance = random.Random(f"{seed}/{rules.id}/{number}/{attempt}")  # noqa: S311  the same every time
        state = draw(rules, chance)
        try:
            return state, _first_false(rules, state)
        except TooManyStates:
            continue
    raise AssertionError  # count() never ends


def _claim(rules: AnyRules, state: Any) -> str | None:
    """Return the first false claim about a position; None if there is none, or it cannot be read."""
    try:
        return _first_false(rules, state)
    except TooManyStates:
        return None


def _first_false(rules: AnyRules, state: Any) -> str | None:
    """Return the first false claim about a position, or what broke; raise TooManyStates if need be."""
    try:
        return next(false_claims(rules, state, _MOST_STATES), None)
    except TooManyStates:
        raise
    except Exception as error:  # noqa: BLE001  whatever breaks is reported with its position
        return f"something broke: {type(error).__name__}: {error}"


def _false_of_deal(rules: AnyRules, seed: int, number: int) -> str | None:
    claims = chain(
        false_count(rules, seed, number) if number % _A_DEAL == 0 else (),
        false_fair_count(rules, seed, number) if number % _A_FAIR_DEAL == 0 else (),
    )
    return next(claims, None)


def _false_of_puzzle(rules: AnyRules, seed: int, number: int) -> tuple[Any, str] | None:
    """Return the position and the first false claim of a puzzle, if there is one and it can be read."""
    puzzle = make_puzzle(rules, f"{seed}-{number}")
    if puzzle is None:
        return None
    with suppress(TooManyStates):
        for claim in false_of_puzzle(puzzle, _MOST_STATES_OF_PUZZLE):
            return puzzle.session.state, claim
    return None


def _shrunk(rules: AnyRules, state: Any, is_false: Callable[[Any], bool]) -> Any:
    """Leave cards and marks out of a position for as long as some claim about it is still false.

    The smallest counterexample is the easiest to investigate.
    """
    for smaller in _smaller(rules, state):
        if is_false(smaller):
            return _shrunk(rules, smaller, is_false)
    return state


def _smaller(rules: AnyRules, state: Any) -> Iterator[Any]:
    """Yield the positions that remain when one part is left out."""
    text = rules.notation.write_position(state)
    for part in _PARTS.finditer(text):
        for instead in ("", "-"):
            shorter = text[: part.start()] + instead + text[part.end() :]
            try:
                read = rules.notation.read_position(shorter)
            except GameError:
                continue
            if len(rules.notation.write_position(read)) < len(text):
                yield read

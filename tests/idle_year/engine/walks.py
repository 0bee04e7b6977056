"""Random games, for testing invariants of every game and every position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idle_year.engine.games import ALL, games_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from idle_year.engine.rules import AnyRules, Move


def _kind(rules: AnyRules) -> tuple[type[AnyRules], bool]:
    return type(rules), rules.hides(rules.start("kind"))


def is_first_of_its_kind(rules: AnyRules) -> bool:
    """Whether no game before it is played by the same code."""
    return _FIRST_OF_KIND[_kind(rules)] is rules


_FIRST_OF_KIND = {_kind(rules): rules for rules in reversed(ALL.values())}

EVERY_GAME = pytest.mark.parametrize("rules", ALL.values(), ids=ALL)


def each_kind(games: Iterable[AnyRules]) -> pytest.MarkDecorator:
    """Mark a test of games in which the rules' own code decides: all but the first of a kind are slow."""
    return pytest.mark.parametrize(
        "rules",
        [
            pytest.param(rules, id=rules.id, marks=() if is_first_of_its_kind(rules) else pytest.mark.slow)
            for rules in games
        ],
    )


EVERY_KIND = each_kind(ALL.values())
EVERY_ACCORDION = each_kind(games_of("accordion"))
# A slow machine must not fail a test: no deadline.
FEW = settings(deadline=None, max_examples=20)
RANDOM_PLAY = given(
    seed=st.from_regex(r"[a-z0-9._-]{1,32}", fullmatch=True),
    choices=st.lists(st.integers(0, 29), max_size=40),
)


class Walk(NamedTuple):
    """A game played at random: its moves, and its states from the deal to the last."""

    moves: list[Move]
    states: list[Any]

    @property
    def last(self) -> Any:
        """The state after the last move."""
        return self.states[-1]


def walk(rules: AnyRules, seed: str, choices: Sequence[int]) -> Walk:
    """Play one legal move for each choice, as long as there are any."""
    played, states = [], [rules.start(seed)]
    for choice in choices:
        moves = rules.moves(states[-1])
        if not moves:
            break
        played.append(moves[choice % len(moves)])
        states.append(rules.play(states[-1], played[-1]))
    return Walk(played, states)

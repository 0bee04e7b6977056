"""The reasons for being stuck that players read at the end of a game."""

from __future__ import annotations

import random
import re
from itertools import count

import pytest

from idle_year.engine.games import find_game
from idle_year.engine.rules import Outcome

_MOVES = 2000


def _stuck(game: str) -> str:
    """Return the message at the end of a game that got stuck after random legal moves."""
    rules = find_game(game)
    for seed in count():
        chance, state = random.Random(seed), rules.start(str(seed))  # noqa: S311  the same games every time
        for _ in range(_MOVES):
            if rules.outcome(state) is Outcome.STUCK:
                return rules.stuck(state)
            moves = rules.moves(state)
            if not moves:
                break
            state = rules.play(state, chance.choice(moves))
    raise AssertionError


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("accordion", "No pile matches one that's one or three places to its left."),
        ("skidoo", "No pile matches one that's two or three places to its left."),
        ("royal-marriage", "No two matching cards have anything between them that may leave."),
        ("push-pin", "No two matching cards have anything between them that may leave."),
        ("concertina", "No two cards two or three places apart match."),
        ("one-handed", ".+ and .+, the outer two of the last four cards, share neither suit nor rank."),
        ("bayan", "No two cards one or three places apart match."),
        ("cribbage", "Nothing more scores, and you needed 61 points."),
        ("cribbage-strict", "Nothing more scores, and you needed 61 points before the last card."),
        ("napoleon", "No more cards can go up onto the aces."),
        ("pyramid", "No two cards that can still come up make 13."),
        ("pyramid-all-three-passes", "No two cards that can still come up make 13."),
    ],
)
def test_a_stuck_game_says_why(game: str, told: str) -> None:
    """A stuck game says why, in terms of its own rules."""
    assert re.fullmatch(told, _stuck(game))


def test_the_wrong_card_on_top_is_named() -> None:
    """In Accordion's Revenge a pile with the wrong card on top is told as the reason."""
    rules = find_game("accordions-revenge")
    state = rules.notation.read_position("5S/52 *7D")
    assert rules.outcome(state) is Outcome.STUCK
    assert rules.stuck(state) == "7♦ had to end on top, and 5♠ did."


def test_too_few_cards_are_a_reason_of_their_own() -> None:
    """In One-Handed Solitaire fewer than four cards are a reason of their own."""
    rules = find_game("one-handed")
    state = rules.notation.read_position("5S 6D")
    assert rules.outcome(state) is Outcome.STUCK
    assert rules.stuck(state) == "Cards leave only from the last four, and there are fewer."

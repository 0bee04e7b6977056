"""The stock, as it is and as its player sees it."""

from __future__ import annotations

import random

import pytest

from bot.audit.drawing import draw
from idle_year.engine.cards import PACK
from idle_year.engine.errors import IllegalMove, NotationError
from idle_year.engine.games import ALL
from idle_year.engine.positions.words import face_down, next_card
from idle_year.engine.rules import DEAL, AnyRules
from tests.idle_year.engine.walks import EVERY_KIND


def test_cards_come_in_order() -> None:
    """The first card is dealt, and the others stay in their order."""
    assert next_card(PACK[:3]) == (PACK[0], PACK[1:3])


def test_nothing_is_dealt_from_what_is_not_known() -> None:
    """A face-down stock keeps its size, shows no card and deals none."""
    hidden = face_down(PACK[:3])
    assert hidden == (None, None, None)
    with pytest.raises(IllegalMove, match="face down"):
        next_card(hidden)


MOST = {
    **dict.fromkeys(("idle-year", "idle-year-slides", "tarbart", "tower-of-babel"), 51),
    **dict.fromkeys(("goren", "parlett", "compacted", "cribbage", "cribbage-strict"), 51),
    **dict.fromkeys(("royal-marriage-dealt", "royal-marriage-compacted"), 51),
    **dict.fromkeys(("queen-and-her-lad", "queen-and-her-lad-lenient", "queen-and-her-lad-compacted"), 51),
    **dict.fromkeys(("double-jump-compacted", "french-compacted", "concertina-compacted"), 51),
    **dict.fromkeys(("pyramid", "pyramid-three-passes", "pyramid-all", "pyramid-all-three-passes"), 24),
    "till-dawn": 50,
    "push-pin-compacted": 103,
    "one-handed": 48,
    "napoleon": 64,
    "napoleon-manual": 64,
}
"""Cards that the deal of a game leaves in its stock."""


@EVERY_KIND
def test_no_stock_is_larger_than_that_of_the_deal(rules: AnyRules) -> None:
    """The deal has the largest possible stock; one more card is refused, whatever is on the table."""
    deal = rules.view(rules.start("tuesday"))
    assert len(deal.stock) == MOST.get(rules.id, 0)
    assert rules.notation.read_position(rules.notation.write_position(deal)) == deal
    beside = {"napoleon": "3C - - - - - - - - -", "pyramid": "QS", "marriage": "QH"}.get(rules.family, "5S")
    text = f"{beside}{' *5S' if rules.id == 'accordions-revenge' else ''} +{len(deal.stock) + 1}"
    with pytest.raises(NotationError):
        rules.notation.read_position(text)


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("tarbart", "+52", "The stock holds 52 cards; in Tarbart it never holds more than 51."),
        ("till-dawn", "5S +51", "The stock holds 51 cards; in Till Dawn it never holds more than 50."),
        (
            "one-handed",
            "+49",
            "The stock holds 49 cards; in One-Handed Solitaire it never holds more than 48.",
        ),
        (
            "goren",
            "5S 6S +50 !",
            "The stock holds 50 cards; in Goren with the grace used it never holds more than 49.",
        ),
        (
            "tarbart",
            "+51",
            "No card lies before the stock; in Tarbart the row is never empty: write its top cards first, "
            "such as 5S 6S +48.",
        ),
        (
            "cribbage",
            "| 5S 6S",
            "No card lies before the stock; in Cribbage Solitaire the row is never empty: write its top "
            "cards first, such as 5S 6S +48.",
        ),
        (
            "napoleon",
            "3C - - - - - - - - - w:4C5C +63",
            "The stock with the waste holds 65 cards; in Napoleon at St Helena it never holds more than 64.",
        ),
        (
            "pyramid",
            "KS w: 5H +24 =2",
            "The stock with the waste holds 25 cards; in Pyramid it never holds more than 24.",
        ),
        ("pyramid", "KS +25", "The stock holds 25 cards; in Pyramid it never holds more than 24."),
        (
            "royal-marriage-dealt",
            "QH | 5S KD",
            "In Dealt Royal Marriage K♥ is dealt last: it must end the stock.",
        ),
        (
            "royal-marriage-dealt",
            "QH KH +3",
            "In Dealt Royal Marriage K♥ is dealt last: it must end the stock.",
        ),
        ("queen-and-her-lad", "QH | JH 5S", "In Queen and Her Lad J♥ is dealt last: it must end the stock."),
        (
            "queen-and-her-lad-compacted",
            "5S QH +3",
            "5♠ lies first; in Compacted Queen and Her Lad that is Q♥ all the time.",
        ),
    ],
)
def test_a_stock_that_cannot_be_says_why(game: str, text: str, reason: str) -> None:
    """A stock that cannot be is refused with the largest possible size, or the card with a fixed place."""
    with pytest.raises(NotationError) as refusal:
        ALL[game].notation.read_position(text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("goren", "5S 6S 7D +49 !"),
        ("one-handed", "+48"),
        ("royal-marriage-dealt", "QH | 5S KH"),
        ("royal-marriage-dealt", "QH 5S +50"),
        ("french-compacted", "5S +51 !"),
        ("napoleon", "3C - - - - - - - - - w:4C +63"),
        ("pyramid", "KS w: 5H +23"),
    ],
)
def test_a_stock_that_can_be_is_read(game: str, position: str) -> None:
    """Stocks are read up to the largest possible size."""
    notation = ALL[game].notation
    assert notation.write_position(notation.read_position(position)) == position


def _greedy(rules: AnyRules, seed: str, most: int) -> list[object]:
    """Play a game at random, dealing rarely while anything else can be done; return its states."""
    chance, states = random.Random(seed), [rules.start(seed)]  # noqa: S311  the same every time
    while len(states) < most and (moves := rules.moves(states[-1])):
        others = [move for move in moves if move != DEAL]
        states.append(
            rules.play(states[-1], chance.choice(others if others and chance.random() < 0.5 else moves))
        )
    return states


@EVERY_KIND
def test_whatever_a_game_can_come_to_is_read(rules: AnyRules) -> None:
    """Every position of whole games, with the stock open or face down, reads back as it was written."""
    for seed in ("sunday", "monday", "tuesday"):
        for state in _greedy(rules, seed, most=200):
            for seen in (state, rules.view(state)):
                assert rules.notation.read_position(rules.notation.write_position(seen)) == seen


@EVERY_KIND
def test_whatever_the_audit_draws_is_read(rules: AnyRules) -> None:
    """Whatever position the audit draws is read, as people type its counterexamples in."""
    for number in range(100):
        drawn = draw(rules, random.Random(f"{rules.id}/{number}"))  # noqa: S311  the same every time
        assert rules.notation.read_position(rules.notation.write_position(drawn)) == drawn

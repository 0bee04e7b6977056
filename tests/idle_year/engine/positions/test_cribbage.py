"""How positions and claims of Cribbage Solitaire are typed, and the messages for mistakes in them."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import NotationError
from idle_year.engine.games import ALL
from idle_year.engine.line import play_line
from idle_year.engine.rules import Move

NOTATION = ALL["cribbage"].notation


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("9c 7♦/3 10h", "9C 7D/3 TH"),
        ("9C 7D +48 =17", "9C 7D +48 =17"),
        ("9C 7D | 3D 4C =0", "9C 7D | 3D 4C"),
        ("9C 7D-5H", "9C 7D 5H"),
        ("9C-7D 5H", "9C-7D 5H"),
        ("9C-7D/2-5H 6S", "9C-7D/2-5H 6S"),
        ("KC 9D+9H 4S", "KC 9D+9H 4S"),
        ("KC 9D+9H-4S", "KC 9D+9H 4S"),
        ("9D+9H 4S +3 =8", "9D+9H 4S +3 =8"),
        ("9C", "9C"),
    ],
)
def test_positions_have_one_canonical_form(typed: str, canonical: str) -> None:
    """Positions of Cribbage have one canonical form, in which redundant marks are left out."""
    assert NOTATION.write_position(NOTATION.read_position(typed)) == canonical


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "The position is empty: write the top cards from the left, such as 9C 7D 5H 6S =17."),
        ("9C =x", "`=x` are not points: write = and a number at the end, such as =17."),
        ("9C/30 7D/23", "The position holds 53 cards; Cribbage Solitaire is played with 52."),
        ("9C- 7D", "Word 1, `9C-`: a mark stands between two cards, such as 9C-7D."),
        ("9C =67", "67 points are too many: Cribbage Solitaire brings at most 66 in all."),
        (
            "9C | 5S =999",
            "999 points are too many: Cribbage Solitaire brings at most 66 while cards are left.",
        ),
        ("9C 7D | 9C", "9♣ stands twice (cards 1 and 3); the pack has it once."),
        ("9D+8H 4S", "`+` holds a pair over the deal; 9♦ and 8♥ are none."),
        (
            "9D+9H",
            "`+` joins the two piles before the last, a pair held over the deal; no other mark goes with it.",
        ),
        (
            "2C-9D+9H 4S",
            "`+` joins the two piles before the last, a pair held over the deal; no other mark goes with it.",
        ),
        (
            "9D+9H 4S 5C",
            "`+` joins the two piles before the last, a pair held over the deal; no other mark goes with it.",
        ),
    ],
)
def test_a_bad_position_says_what_is_wrong(text: str, reason: str) -> None:
    """A bad position of Cribbage says what is wrong, with a sentence for each mistake."""
    with pytest.raises(NotationError) as refusal:
        NOTATION.read_position(text)
    assert str(refusal.value) == reason


def test_the_last_claim_may_bring_six_points() -> None:
    """The last claim of Cribbage may bring six points, and a position with 66 points is read."""
    rules = ALL["cribbage"]
    state = rules.notation.read_position("5S 5H 5D | 9C =60")
    won = rules.play(state, rules.notation.read_move("t@1-3:3>1", state))
    assert rules.notation.read_position(rules.notation.write_position(won)) == won
    assert won.points == 66


def test_strict_points_may_go_on_when_the_stock_is_empty() -> None:
    """Points of strict Cribbage may go on past 61 when the stock is empty, as no claim then wins."""
    strict = ALL["cribbage-strict"]
    state = strict.notation.read_position("5S 5H 5D 9C-9H-9D =66")
    after = play_line(strict, state, "t@4-6:6>4").state
    assert after.points == 72
    assert strict.notation.read_position(strict.notation.write_position(after)) == after
    assert strict.notation.read_position("9C =296").points == 296
    for text in ("9C =297", "9C | 5S =67"):
        with pytest.raises(
            NotationError, match="points are too many: Cribbage Solitaire, strict brings at most"
        ):
            strict.notation.read_position(text)


def test_a_bad_card_is_named_with_its_word() -> None:
    """A word that holds several cards is still one word."""
    with pytest.raises(NotationError, match=r"^Word 2 of the position: `5X` is not a card"):
        NOTATION.read_position("9C 7D-5X 6S")


@pytest.mark.parametrize(
    ("token", "move"),
    [
        ("r@2-4:4>2", Move("r@", (1, 3, 3, 1))),
        ("R@4-2:4>2", Move("r@", (1, 3, 3, 1))),
        ("r@7d-6♠:6s>7D", Move("r@", (1, 3, 3, 1))),
        ("v@3-4:3>4", Move("v@", (2, 3, 2, 3))),
        ("D", Move("d")),
    ],
)
def test_claims_are_read_by_number_and_by_card(token: str, move: Move) -> None:
    """Claims are read by number and by card, whatever the case and the order of the window."""
    assert NOTATION.read_move(token, NOTATION.read_position("9C 7D 5H 6S")) == move


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        (
            "4>2",
            "`4>2` is not a move: write a claim, its piles and which goes onto which, such as r@2-4:4>2, or "
            "d to deal.",
        ),
        (
            "r",
            "`r` is not a move: write a claim, its piles and which goes onto which, such as r@2-4:4>2, or "
            "d to deal.",
        ),
        (
            "r@2-4",
            "`r@2-4` does not say which pile goes onto which: add it behind a colon, as in r@2-4:4>2.",
        ),
        ("r@2-8S:4>2", "In `r@2-8S:4>2`, 8♠ is not on top of any pile."),
    ],
)
def test_a_bad_move_says_what_is_wrong(token: str, reason: str) -> None:
    """A bad move of Cribbage says what is wrong, with a sentence for each mistake."""
    with pytest.raises(NotationError) as refusal:
        NOTATION.read_move(token, NOTATION.read_position("9C 7D 5H 6S"))
    assert str(refusal.value) == reason

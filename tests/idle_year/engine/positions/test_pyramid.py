"""How positions and moves of Pyramid are typed, and the messages for mistakes in them."""

from __future__ import annotations

import pytest

from idle_year.engine.cards import Card
from idle_year.engine.errors import NotationError
from idle_year.engine.games import ALL
from idle_year.engine.rules import Move

NOTATION = ALL["pyramid"].notation


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("qs/9c 4♦/10h 5s 2c", "QS / 9C 4D / TH 5S 2C"),
        ("QS / - 4D / - - 2C w:3C 8D +20", "QS / - 4D / - - 2C w: 3C 8D +20"),
        ("QS / - - / - - - W: 3C|8D =1", "QS w: 3C | 8D"),
        ("QS w: | 8D =2", "QS | 8D =2"),
        ("- w: 3C", "- w: 3C"),
        ("-", "-"),
    ],
)
def test_positions_have_one_canonical_form(typed: str, canonical: str) -> None:
    """Positions of Pyramid have one canonical form, in which rows that are gone are left out."""
    assert NOTATION.write_position(NOTATION.read_position(typed)) == canonical


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (
            "pyramid",
            " ",
            "The position is empty: write the rows from the top, such as QS / 9C 4D / 8H 5S 2C.",
        ),
        (
            "pyramid",
            "w: 3C",
            "Row 1 of the pyramid has 1 place; 0 are written (- is a card that is gone, / ends a row).",
        ),
        (
            "pyramid",
            "QS / 9C / 4D 5D 6D",
            "Row 2 of the pyramid has 2 places; 1 is written (- is a card that is gone, / ends a row).",
        ),
        ("pyramid", "- / - - / - - - / / / / /", "The pyramid has 7 rows; 8 are written."),
        (
            "pyramid",
            "QS / - 4D / 5S 6S 7S",
            "Card 1 of row 2 is gone, but 5♠ lies over it: that cannot be.",
        ),
        ("pyramid", "QS w: 3C 3C", "3♣ stands twice (cards 2 and 3); the pack has it once."),
        ("pyramid", "QS w: 3C +51", "The position holds 53 cards; Pyramid is played with 52."),
        ("pyramid", "QS =0", "`=0` is not a pass: write = and a number from 1 on at the end."),
        ("pyramid", "QS =x", "`=x` is not a pass: write = and a number from 1 on at the end."),
        ("pyramid-three-passes", "QS =4", "`=4` is pass 4; Pyramid, three passes has 3."),
    ],
)
def test_a_bad_position_says_what_is_wrong(game: str, text: str, reason: str) -> None:
    """A bad position of Pyramid says what is wrong, with a sentence for each mistake."""
    with pytest.raises(NotationError) as refusal:
        ALL[game].notation.read_position(text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(("text", "word"), [("QS / 9X 4D", 3), ("QS / 9C 4D w: 9X", 6), ("QS w: 4D | 9X", 5)])
def test_a_bad_card_is_named_with_its_word(text: str, word: int) -> None:
    """A bad card of Pyramid is named with its word, as counted in what was typed."""
    with pytest.raises(NotationError, match=rf"^Word {word} of the position: `9X` is not a card"):
        NOTATION.read_position(text)


@pytest.mark.parametrize(
    ("token", "cards"),
    [("9C+4D", ["9C", "4D"]), ("4♦+9♣", ["9C", "4D"]), ("ks", ["KS"]), ("3h+10d", ["TD", "3H"])],
)
def test_cards_are_named_in_any_order(token: str, cards: list[str]) -> None:
    """Cards of Pyramid are named in any order, and the higher one is written first."""
    move = NOTATION.read_move(token, NOTATION.read_position("QS"))
    assert move == Move("+", tuple(map(Card.read, cards)))
    assert NOTATION.write_move(move) == "+".join(cards)


@pytest.mark.parametrize("token", ["x5", "9C+", "+", "9C+4D+KS", "9C-4D", "12<"])
def test_a_bad_move_says_how_to_write_one(token: str) -> None:
    """A bad move of Pyramid is refused with a sentence that names every kind of move."""
    with pytest.raises(NotationError) as refusal:
        NOTATION.read_move(token, NOTATION.read_position("QS"))
    assert str(refusal.value) == (
        f"`{token}` is not a move: write two cards that total 13, such as 9C+4D, a king alone, such as KS, "
        "d to deal or r to turn the waste over."
    )

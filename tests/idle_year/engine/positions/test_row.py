"""How players may write positions and moves, and the messages for mistakes."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import NotationError
from idle_year.engine.games import ALL
from idle_year.engine.rules import Move

CARD_HELP = (
    "is not a card: write a rank (A 2 3 4 5 6 7 8 9 T J Q K, or 10 for T) and a suit (C D H S), such as 8S."
)


@pytest.mark.parametrize(
    ("game", "typed", "canonical"),
    [
        ("accordion", "  5s   10♦/3 k♥ ", "5S TD/3 KH"),
        ("accordion", "5S/1 6S", "5S 6S"),
        ("accordion", "5S 6S +0", "5S 6S"),
        ("tarbart", "5S 6S |", "5S 6S"),
        ("tarbart", "5s | 10d 4c", "5S | TD 4C"),
        ("goren", "5S 6S +48 !", "5S 6S +48 !"),
        ("goren", "5S 6S +47!", "5S 6S +47 !"),
        ("goren", "5S 6S 7S!", "5S 6S 7S !"),
        ("french", "5S 6S! ", "5S 6S !"),
        ("accordions-revenge", "5S 10d *10d", "5S TD *TD"),
    ],
)
def test_positions_have_one_canonical_form(game: str, typed: str, canonical: str) -> None:
    """Positions of rows have one canonical form, whatever the case, blanks and spelling of cards."""
    notation = ALL[game].notation
    assert notation.write_position(notation.read_position(typed)) == canonical


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (
            "accordion",
            "",
            "The position is empty: write the top cards from the left, such as 5S 6S TD 5H KC.",
        ),
        ("accordion", "5S 6X", f"Word 2 of the position: `6X` {CARD_HELP}"),
        ("tarbart", "5S | 4C 6X", f"Word 4 of the position: `6X` {CARD_HELP}"),
        ("tarbart", "5S | 4C/2", f"Word 3 of the position: `4C/2` {CARD_HELP}"),
        ("tarbart", "+48 5S", f"Word 1 of the position: `+48` {CARD_HELP}"),
        ("accordion", "5S/0", "Word 1, `5S/0`: the size of a pile is a whole number, such as 5H/3."),
        ("accordion", "5S/", "Word 1, `5S/`: the size of a pile is a whole number, such as 5H/3."),
        ("accordion", "6C 5S/-2", "Word 2, `5S/-2`: the size of a pile is a whole number, such as 5H/3."),
        ("accordion", "5S/40 6S/13", "The position holds 53 cards; Accordion is played with 52."),
        ("late-binding", "5S/19", "The position holds 19 cards; Late-Binding Solitaire is played with 18."),
        ("tarbart", "5S +52", "The position holds 53 cards; Tarbart is played with 52."),
        ("accordion", "5S 6S 5S", "5♠ stands twice (cards 1 and 3); the pack has it once."),
        ("tarbart", "5S 6S | 7S 6S", "6♠ stands twice (cards 2 and 4); the pack has it once."),
        ("accordion", "5S +48", "Accordion has no stock: all its cards lie in the row."),
        ("accordion", "5S | 6S", "Accordion has no stock: all its cards lie in the row."),
        ("tarbart", "5S +", "`+` is not a stock: write + and its number of cards, such as +48."),
        ("tarbart", "5S +4x", "`+4x` is not a stock: write + and its number of cards, such as +48."),
        ("tarbart", "5S +9999", "`+9999` is not a stock: write + and its number of cards, such as +48."),
        ("tarbart", "5S !", "`!` marks a grace or a redeal that was used; Tarbart has none."),
        ("accordion", "5S *5S", "`*5S` names a goal card; Accordion has none."),
        ("accordions-revenge", "5S 6S", "Accordion's Revenge needs its goal card at the end, such as *7D."),
        ("accordions-revenge", "5S 6S *7D", "The goal card 7♦ is not in the row."),
        ("accordions-revenge", "5S 6S *7X", f"Word 3 of the position: `7X` {CARD_HELP}"),
    ],
)
def test_a_bad_position_says_what_is_wrong_and_where(game: str, text: str, reason: str) -> None:
    """A bad position of a row says what is wrong in which word, with a sentence for each mistake."""
    with pytest.raises(NotationError) as refusal:
        ALL[game].notation.read_position(text)
    assert str(refusal.value) == reason


def test_a_goal_card_may_be_buried() -> None:
    """If piles hold more than their tops, the goal card need not be visible."""
    notation = ALL["accordions-revenge"].notation
    assert notation.write_position(notation.read_position("5S/2 6S *7D")) == "5S/2 6S *7D"


@pytest.mark.parametrize(
    ("token", "move"),
    [
        ("4<", Move("<", (3,))),
        ("4<<<", Move("<<<", (3,))),
        ("5h<<<", Move("<<<", (3,))),
        ("5♥<", Move("<", (3,))),
        ("10d>", Move(">", (2,))),
        ("d", Move("d")),
        ("D", Move("d")),
    ],
)
def test_moves_are_read_by_number_and_by_card(token: str, move: Move) -> None:
    """Moves of Accordion are a pile's number or its top card, and one arrow per place."""
    notation = ALL["accordion"].notation
    assert notation.read_move(token, notation.read_position("5S 6S TD 5H KC")) == move


@pytest.mark.parametrize(
    ("game", "token", "reason"),
    [
        (
            "accordion",
            "4",
            "`4` is not a move: write a pile and one arrow a place, such as 12< or 8S<<<.",
        ),
        (
            "tarbart",
            "x4",
            "`x4` is not a move: write a pile and one arrow a place, such as 12< or 8S<<<, or d to deal.",
        ),
        (
            "accordion",
            "4<>",
            "`4<>` is not a move: write a pile and one arrow a place, such as 12< or 8S<<<.",
        ),
        (
            "accordion",
            "<<<",
            "`<<<` is not a move: write a pile and one arrow a place, such as 12< or 8S<<<.",
        ),
        ("accordion", "4X<", "In `4X<`, `4X` is neither a pile's number nor a card such as 8S."),
        ("accordion", "-1<", "In `-1<`, `-1` is neither a pile's number nor a card such as 8S."),
        ("accordion", "٣<", "In `٣<`, `٣` is neither a pile's number nor a card such as 8S."),
        ("accordion", "8D<", "In `8D<`, 8♦ is not on top of any pile."),
    ],
)
def test_a_bad_move_says_what_is_wrong(game: str, token: str, reason: str) -> None:
    """A bad move of Accordion says what is wrong, with a sentence for each mistake."""
    notation = ALL[game].notation
    with pytest.raises(NotationError) as refusal:
        notation.read_move(token, notation.read_position("5S 6S TD 5H KC"))
    assert str(refusal.value) == reason


@pytest.mark.parametrize("digits", [10, 5000])
def test_absurd_numbers_are_refused_like_any_other_mistake(digits: int) -> None:
    """A number too long for Python to read is a bad pile, a bad size or a bad stock."""
    notation = ALL["tarbart"].notation
    number = "9" * digits
    row = notation.read_position("5S 6S")
    with pytest.raises(NotationError, match="neither a pile's number"):
        notation.read_move(f"{number}<", row)
    with pytest.raises(NotationError, match="size of a pile"):
        notation.read_position(f"5S/{number}")
    with pytest.raises(NotationError, match="is not a stock"):
        notation.read_position(f"5S +{number}")

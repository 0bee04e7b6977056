"""How positions and moves of Napoleon at St Helena are written, and the messages for mistakes in them."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import NotationError
from idle_year.engine.games import ALL
from idle_year.engine.rules import Move

NOTATION = ALL["napoleon"].notation
TABLE = "9C8S 9D 7S KC8S 6S KH - - 3C4C5D 2D w:3SQD f:AHAH2S | AS 2H"
EMPTY = " -" * 9


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        (TABLE.lower(), TABLE),
        (f"10♠9♠️{EMPTY} W:10d", f"TS9S{EMPTY} w:TD"),
        (f"3C{EMPTY} f:AH2SAS3H", f"3C{EMPTY} f:3HAH2SAS"),
        (f"3C{EMPTY} w: f: +0", f"3C{EMPTY}"),
        (f"3C{EMPTY} +64", f"3C{EMPTY} +64"),
    ],
)
def test_positions_have_one_canonical_form(typed: str, canonical: str) -> None:
    """Positions of Napoleon have one canonical form, whatever the case, spelling or order of foundations."""
    assert NOTATION.write_position(NOTATION.read_position(typed)) == canonical


def test_equal_foundations_are_equal() -> None:
    """Which of a suit's two foundations is ahead makes no difference."""
    assert NOTATION.read_position(f"3C{EMPTY} f:2SAS") == NOTATION.read_position(f"3C{EMPTY} f:AS2S")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "3C 4C",
            "The position has 2 columns; write ten, from the bottom card up, and - for an empty one; then w: "
            "and the waste, f: and the foundations, and the stock.",
        ),
        (f"3C4X{EMPTY}", "Word 1 of the position: `4X` is not a card: "),
        (f"3C4{EMPTY}", "Word 1 of the position: `4` is not a card: "),
        (f"3C{EMPTY} w:5", "Word 11 of the position: `5` is not a card: "),
        (f"3C{EMPTY} f:5S-", "Word 11 of the position: `-` is not a card: "),
        (f"3C{EMPTY} | 5S 6", "Word 13 of the position: `6` is not a card: "),
        (f"3C{EMPTY} f:5S5S5S", "A suit has two foundations: write at most two of its cards after f:."),
        (
            f"3C{EMPTY} w:3C f:5CAC",
            "3♣ stands 3 times, with those under the tops of the foundations; two packs have it twice.",
        ),
        (
            f"3C{EMPTY} f:KSKSKHKHKDKD +64",
            "The position holds 143 cards; Napoleon at St Helena is played with 104.",
        ),
    ],
)
def test_a_bad_position_says_what_is_wrong_and_where(text: str, reason: str) -> None:
    """A bad position of Napoleon says what is wrong, with a sentence for each mistake."""
    with pytest.raises(NotationError) as refusal:
        NOTATION.read_position(text)
    assert str(refusal.value).startswith(reason)


@pytest.mark.parametrize(
    ("token", "move"),
    [
        ("t3>t10", Move(">", (2, 9))),
        ("T3>F", Move(">", (2, 11))),
        ("w>t1", Move(">", (10, 0))),
        ("W>f", Move(">", (10, 11))),
        ("7s>T4", Move(">", (2, 3))),
        ("t4>7S", Move(">", (3, 2))),
        ("Q♦>f", Move(">", (10, 11))),
        ("D", Move("d")),
        ("r", Move("r")),
    ],
)
def test_moves_are_read_by_place_and_by_card(token: str, move: Move) -> None:
    """Moves of Napoleon are read by column, waste and foundation, and by the card on top."""
    assert NOTATION.read_move(token, NOTATION.read_position(TABLE)) == move


SYNTAX = "is not a move: write from where and to where, such as t3>t7, w>t4 or t3>f, or d to deal."


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("t3", f"`t3` {SYNTAX}"),
        ("t3>", f"`t3>` {SYNTAX}"),
        (">t3", f"`>t3` {SYNTAX}"),
        ("12<", f"`12<` {SYNTAX}"),
        ("t3>t11", "There is no column `t11`: they are t1 to t10."),
        ("t0>t1", "There is no column `t0`: they are t1 to t10."),
        ("t3>t1>t2", "In `t3>t1>t2`, `t1>t2` is neither a place (t1 to t10, w, f) nor a card such as 8S."),
        ("3>t4", "In `3>t4`, `3` is neither a place (t1 to t10, w, f) nor a card such as 8S."),
        ("t3>8S", "In `t3>8S`, 8♠ lies on t1 and t4: name one of them."),
        ("8S>t3", "In `8S>t3`, 8♠ lies on t1 and t4: name one of them."),
        ("9C>f", "In `9C>f`, 9♣ is covered in t1."),
        ("3S>f", "In `3S>f`, 3♠ is covered in w."),
        ("KD>f", "In `KD>f`, K♦ is not on the table."),
        ("AS>f", "In `AS>f`, A♠ is not on the table."),
        (f"t{'9' * 5000}>f", f"There is no column `t{'9' * 62}…`: they are t1 to t10."),
    ],
)
def test_a_bad_move_says_what_is_wrong(token: str, reason: str) -> None:
    """A bad move of Napoleon says what is wrong, with a sentence for each mistake."""
    with pytest.raises(NotationError) as refusal:
        NOTATION.read_move(token, NOTATION.read_position(TABLE))
    assert str(refusal.value) == reason

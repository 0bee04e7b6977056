"""How players may write cards that leave a row, and the messages for mistakes."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import NotationError
from idle_year.engine.games import ALL
from idle_year.engine.rules import Move

ROW = "2C 9D 7H 4C 9S"


@pytest.mark.parametrize(
    ("game", "token", "at"),
    [
        ("royal-marriage", "x2", (1,)),
        ("royal-marriage", "X9d", (1,)),
        ("royal-marriage", "x2-3", (1, 2)),
        ("royal-marriage", "x9D-7♥", (1, 2)),
        ("royal-marriage", "x9D-3", (1, 2)),
        ("royal-marriage", "x2-5", (1, 2, 3, 4)),
        ("royal-marriage", "x2,3", (1, 2)),
        ("concertina", "x1,4", (0, 3)),
        ("concertina", "x2c,4c", (0, 3)),
        ("concertina", "x1-4", (0, 1, 2, 3)),
        ("bayan", "x2-3", (1, 2)),
    ],
)
def test_removals_are_read_by_number_and_by_card(game: str, token: str, at: tuple[int, ...]) -> None:
    """Removals are written as an x with the first and last card of a block, or the two that leave."""
    notation = ALL[game].notation
    assert notation.read_move(token, notation.read_position(ROW)) == Move("x", at)


@pytest.mark.parametrize(
    ("game", "at", "text"),
    [
        ("royal-marriage", (1,), "x2"),
        ("royal-marriage", (1, 2), "x2-3"),
        ("queen-and-her-lad", (1, 2, 3, 4, 5, 6), "x2-7"),
        ("concertina", (0, 3), "x1,4"),
        ("bayan", (1, 2), "x2,3"),
    ],
)
def test_removals_have_one_canonical_form(game: str, at: tuple[int, ...], text: str) -> None:
    """A block is written by its ends, two cards of Concertina and Bayan with a comma, even neighbours."""
    assert ALL[game].notation.write_move(Move("x", at)) == text


@pytest.mark.parametrize(
    ("game", "token", "reason"),
    [
        (
            "push-pin",
            "5<",
            "`5<` is not a move: write x and what leaves, such as x5, x5-6 or x8S.",
        ),
        (
            "royal-marriage-dealt",
            "x",
            "`x` is not a move: write x and what leaves, such as x5, x5-6 or x8S, or d to deal.",
        ),
        (
            "french",
            "x2,3,4",
            "`x2,3,4` is not a move: write x and what leaves, such as x5, x5-6 or x8S, or r to redeal.",
        ),
        (
            "concertina",
            "1,4",
            "`1,4` is not a move: write x and the two cards that leave, such as x4,6 or x8S,KS.",
        ),
        ("push-pin", "x3-2", "`x3-2` names the right card first: write x2-3."),
        ("push-pin", "x7H-9D", "`x7H-9D` names the right card first: write x9D-7H."),
        ("bayan", "x4,1", "`x4,1` names the right card first: write x1,4."),
        ("push-pin", "x2-2", "`x2-2` names one card twice: write what leaves from the left, each once."),
        ("bayan", "x2,9D", "`x2,9D` names one card twice: write what leaves from the left, each once."),
        ("push-pin", "x6", "There is no pile 6: the row has 5."),
        ("push-pin", "x0-2", "There is no pile 0: the row has 5."),
        ("push-pin", "x2-999999999", "There is no pile 999999999: the row has 5."),
        (
            "push-pin",
            "x2-9999999999",
            "In `x2-9999999999`, `9999999999` is neither a pile's number nor a card such as 8S.",
        ),
        ("push-pin", "x2-8X", "In `x2-8X`, `8X` is neither a pile's number nor a card such as 8S."),
        ("push-pin", "x8S", "In `x8S`, 8♠ is not on top of any pile."),
    ],
)
def test_a_bad_removal_says_what_is_wrong(game: str, token: str, reason: str) -> None:
    """A bad removal says what is wrong, with a sentence for each mistake."""
    notation = ALL[game].notation
    with pytest.raises(NotationError) as refusal:
        notation.read_move(token, notation.read_position(ROW))
    assert str(refusal.value) == reason


def test_a_card_that_stands_twice_is_named_by_number() -> None:
    """A card that stands twice must be named by its number."""
    notation = ALL["push-pin"].notation
    row = notation.read_position("8D KS 8D KS")
    with pytest.raises(NotationError) as refusal:
        notation.read_move("xKS", row)
    assert str(refusal.value) == "In `xKS`, K♠ tops piles 2 and 4: name one by its number."


def test_cards_that_leave_one_by_one_form_no_piles() -> None:
    """A size after a card is refused in games without piles."""
    with pytest.raises(NotationError, match=r"^Push Pin has no piles: write 5S instead of 5S/3\.$"):
        ALL["push-pin"].notation.read_position("8D 5S/3 8D")


def test_an_empty_row_is_a_position_of_bayan_only() -> None:
    """If the last two cards may leave, `+0` is what is left; elsewhere an empty position is a mistake."""
    bayan = ALL["bayan"].notation
    assert bayan.write_position(bayan.read_position("+0")) == "+0"
    for game, text in (("concertina", "+0"), ("bayan", ""), ("bayan", " ")):
        with pytest.raises(NotationError, match="The position is empty"):
            ALL[game].notation.read_position(text)


def test_a_used_redeal_is_marked() -> None:
    """French writes `!` once its redeal is used; a game without a redeal has no such mark."""
    french = ALL["french"].notation
    assert french.write_position(french.read_position("4C 9H 4S !")) == "4C 9H 4S !"
    with pytest.raises(
        NotationError, match=r"^`!` marks a grace or a redeal that was used; Push Pin has none\.$"
    ):
        ALL["push-pin"].notation.read_position("4C 9H 4S !")

"""What a screen reader reads."""

from __future__ import annotations

import pytest

from bot.engine.cards import PACK
from bot.engine.games import find_game
from bot.engine.rules import Label, Pile, Table, TableRow
from bot.render.cards.words import cards_spoken, menus_in_words, spoken, table_in_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8♠ onto K♠ · pile 11→10", "eight of spades onto king of spades, pile 11 to 10"),
        ("10♦ A♣ leave between 7♠ and A♠ · x3-4", "ten of diamonds ace of clubs leave between "
         "seven of spades and ace of spades, x3-4"),
        ("Play 12<<< (8♠ onto K♠) — proven.",
         "Play 12 three left (eight of spades onto king of spades): proven."),
        ("move 3: `9>`", "move 3: `9 one right`"),
        ("2♣ onto A♣ · t3>f", "two of clubs onto ace of clubs, t3 to f"),
        ("A♦ onto A♠ · p@8-9:8>9", "ace of diamonds onto ace of spades, p@8-9:8 to 9"),
        ("🏆 **Won!** 1 pile", "**Won!** 1 pile"),
        ("⭐ **A minor win:** 2 piles", "**A minor win:** 2 piles"),
        ("<@157334> · 🏆 1 pile · clean", "<@157334>, won, 1 pile, clean"),
        ("` 2` <@157334> · ⭐ 4 piles", "` 2` <@157334>, minor win, 4 piles"),
        ("⚠ This deal cannot be won.", "This deal cannot be won."),
        ("` 1` 🥇 <@157334> · 1 pile · 🛟", "` 1` <@157334>, 1 pile, with help"),
        ("ends <t:1795305600:R> · <#157334>: 9>", "ends <t:1795305600:R>, <#157334>: 9 one right"),
    ],
)  # fmt: skip
def test_signs_become_words(text: str, words: str) -> None:
    """Cards, arrows, dots and dashes are all said."""
    assert spoken(text) == words


def test_every_card_is_said() -> None:
    """In the words of its rank and suit."""
    for card in PACK:
        assert spoken(card.symbol) == card.words


def test_what_is_to_be_typed_stays() -> None:
    """Instructions on what to type do not use words in which no move is written."""
    assert cards_spoken("8♠ stays: write 12<< or t3>f") == "eight of spades stays: write 12<< or t3>f"


def test_lines_are_led_by_words() -> None:
    """Numbered rows count their piles; a label is read out as it is."""
    eight, queen = (Pile(card) for card in PACK[6:8])
    rows = (
        TableRow((eight, queen, eight)),
        TableRow((None, queen), Label("2", "Row 2"), 3),
        TableRow((None,), Label("t10", "Column t10")),
    )
    first, second = eight.top.words, queen.top.words
    assert table_in_words(Table(rows), 2) == [
        f"Row 1: 1 {first}, 2 {second}",
        f"Row 2: 3 {first}",
        f"Row 2: empty, {second}",
        "Column t10: empty",
    ]


def test_the_moves_are_counted() -> None:
    """One sentence for each kind."""
    rules = find_game("accordion")
    menus = rules.menus(rules.notation.read_position("5S 6S TD 5H"))
    assert menus_in_words(menus) == "Slide one left: 1 move. Leap three left: 1 move."
    assert menus_in_words(()) == ""

"""How cards and tables of them are shown."""

from __future__ import annotations

import pytest

from bot.render.cards import (
    EMPTY,
    Style,
    cards_spoken,
    menus_in_words,
    picture_name,
    picture_style,
    spoken,
    table_in_words,
    table_lines,
)
from bot.render.language import read_in
from idle_year.engine.cards import PACK, Card
from idle_year.engine.games import find_game
from idle_year.engine.rules import Label, Pile, Table, TableRow
from idle_year.engine.wording import sentence
from tests.languages import marked

__all__ = ["marked"]

NAMES = {EMPTY} | {picture_name(card, two_colours=two) for card in PACK for two in (False, True)}
EMOJI = {name: f"<:{name}:1>" for name in NAMES}


def test_pictures_are_named_as_they_should_be_said() -> None:
    """Pictures are named as a screen reader should say them."""
    style = picture_style(EMOJI, 10, two_colours=False)
    assert style.face(Card.read("8S")) == "<:8_of_spades:1>"
    assert style.face(Card.read("QC")) == "<:queen_of_clubs:1>"
    assert style.face(None) == "<:empty_place:1>"


def test_in_two_colours_clubs_and_diamonds_are_other_pictures() -> None:
    """With two colours clubs and diamonds have other pictures; spades and hearts do not."""
    style = picture_style(EMOJI, 10, two_colours=True)
    faces = [style.face(Card.read(text)) for text in ("8S", "8H", "8D", "8C")]
    assert faces == [
        "<:8_of_spades:1>",
        "<:8_of_hearts:1>",
        "<:8_of_diamonds_red:1>",
        "<:8_of_clubs_black:1>",
    ]


def test_every_picture_has_a_name_that_discord_takes() -> None:
    """All 79 pictures have names that Discord takes."""
    assert len(EMOJI) == 79
    assert all(name.replace("_", "").isalnum() and 2 <= len(name) <= 32 for name in EMOJI)


def test_suits_are_text() -> None:
    """Suits are marked as text once, and not in code, from which people copy moves."""
    said = "8♠\ufe0e onto K♥\ufe0e: `8♠`"
    assert Style().say("8♠ onto K♥: `8♠`") == Style().explain(said) == said


def test_only_who_wants_words_is_spoken_to() -> None:
    """Only players who want words are spoken to, and explanations keep moves as they are typed."""
    for text in ("pile 11→10 · 12<", "nothing"):
        assert Style().say(text) == Style().explain(text) == text
    assert Style(spoken=True).say("8♠ · 12<") == "eight of spades, 12 one left"
    assert Style(spoken=True).explain("8♠ · 12<") == "eight of spades, 12<"


CARDS = tuple(Pile(card) for card in (*PACK, *PACK))


@pytest.mark.parametrize("a_line", [5, 8, 10, 13])
def test_a_line_holds_as_many_cards_as_the_player_wants(a_line: int) -> None:
    """A line holds as many cards as the player wants, and begins with the number of its first pile."""
    lines = table_lines(Table((TableRow(CARDS[:52]),)), Style(a_line=a_line))
    assert [len(line[5:].split()) for line in lines[:-1]] == [a_line] * (len(lines) - 1)
    assert [int(line[1:3]) for line in lines] == list(range(1, 53, a_line))


def test_the_numbers_of_two_packs_are_equally_wide() -> None:
    """From a hundred piles on all numbers have three digits, so that the cards stay in columns."""
    lines = table_lines(Table((TableRow(CARDS),)), Style())
    assert [line[:6] for line in lines[-2:]] == ["` 89` ", "` 97` "]
    assert lines[0].startswith("`  1` ")


def test_a_pyramid_is_a_pyramid() -> None:
    """Each row begins half a card further left than the one above, and cleared places stay."""
    rules = find_game("pyramid")
    start = rules.start("tuesday")
    *rows, waste = table_lines(rules.table(start), Style())
    widths = [len(line) - len(line.replace("\N{EN SPACE}", "")) for line in rows]
    assert widths == [6, 5, 4, 3, 2, 1, 0]
    assert waste == "`waste` —"


def test_a_label_leads_its_row() -> None:
    """A label comes before the first card, in monospace."""
    rows = (TableRow(CARDS[:1], Label(" 1", "Column 1")), TableRow((None,), Label("waste", "Waste")))
    assert table_lines(Table(rows), Style()) == [f"` 1` {PACK[0].symbol}", "`waste` —"]


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
        ("This counts as help 🛟: your result will", "This counts as help: your result will"),
        ("ends <t:1795305600:R> · <#157334>: 9>", "ends <t:1795305600:R>, <#157334>: 9 one right"),
        ("ドア11→10へ、12<<<を", "ドア11 to 10へ、12 three leftを"),
    ],
)  # fmt: skip
def test_signs_become_words(text: str, words: str) -> None:
    """Cards, arrows, dots and dashes are said in words."""
    assert spoken(text) == words


def test_every_card_is_said() -> None:
    """Every card is said by the words of its rank and suit."""
    for card in PACK:
        assert spoken(card.symbol) == card.words


def test_what_is_to_be_typed_stays() -> None:
    """Moves that are to be typed stay as they are when cards become words."""
    assert cards_spoken("8♠ stays: write 12<< or t3>f") == "eight of spades stays: write 12<< or t3>f"


def test_lines_are_led_by_words() -> None:
    """Numbered rows count their piles; a label is read out as it is."""
    eight, queen = (Pile(card) for card in PACK[6:8])
    rows = (
        TableRow((eight, queen, eight)),
        TableRow((None, queen), Label("2", "Row 2"), 3),
        TableRow((None,), Label("10", "Column 10")),
    )
    first, second = eight.top.words, queen.top.words
    assert table_in_words(Table(rows), 2) == [
        f"Row 1: 1 {first}, 2 {second}",
        f"Row 2: 3 {first}",
        f"Row 2: empty, {second}",
        "Column 10: empty",
    ]


def test_the_moves_are_counted() -> None:
    """Moves are counted in one sentence for each kind."""
    rules = find_game("accordion")
    menus = rules.menus(rules.notation.read_position("5S 6S TD 5H"))
    assert menus_in_words(menus) == "Slide one left: 1 move. Leap three left: 1 move."
    assert menus_in_words(()) == ""


@pytest.mark.usefixtures("marked")
def test_a_screen_reader_hears_the_readers_language() -> None:
    """Cards, moves, signs and labels are said in the reader's words, and what was noted in English is too."""
    aloud = Style(spoken=True)
    with read_in("de"):
        assert aloud.say("8♠ onto K♠") == "⟦eight of ⟦spades⟧⟧ onto ⟦king of ⟦spades⟧⟧"
        assert aloud.say("12<<< · ⭐ 🛟") == "12 ⟦⟦three⟧ left⟧⟦, ⟧⟦minor win⟧⟦, ⟧⟦with help⟧"
        assert aloud.say(sentence("Deal")) == Style().explain(sentence("Deal")) == "⟦Deal⟧"
        assert table_in_words(Table((TableRow((None,)),)), 5) == ["⟦⟦Row 1⟧: 1 ⟦empty⟧⟧"]

"""Boards as text."""

from __future__ import annotations

import pytest

from bot.engine.games import find_game
from bot.engine.session import Session
from bot.render.board import board_text
from bot.render.cards import Style, suits_as_text
from bot.render.rules import rules_page


def text_of(game: str, position: str, *, resigned: bool = False) -> str:
    """Return the board of a position."""
    rules = find_game(game)
    return board_text(
        Session(rules, "tuesday", rules.notation.read_position(position)), Style(), resigned=resigned
    )


def test_a_line_holds_ten_piles_and_names_its_first() -> None:
    """A line holds ten piles and begins with the number of the first, so that the cards form columns."""
    text = text_of("accordion", "5S 6S TD 5H KC AD 2C 3H 4S JC 7D")
    assert text.splitlines()[1:3] == [
        suits_as_text(line) for line in ("` 1` 5♠ 6♠ 10♦ 5♥ K♣ A♦ 2♣ 3♥ 4♠ J♣", "`11` 7♦")
    ]


def test_whoever_can_only_go_through_the_stock_is_told_so() -> None:
    """Whoever can only go through the stock of a Pyramid, for its kings, is told so under the board."""
    warning = "⚠ Only kings of the stock can still leave: no two cards that can come up make 13"
    assert warning in text_of("pyramid", "9C / 2D 3H | 5S KH =2")
    assert warning not in text_of("pyramid", "9C / 2D 3H | TC KH =2")


def test_the_stock_shows_its_size_and_nothing_else() -> None:
    """The stock shows its size only, even if its cards are known."""
    text = text_of("parlett", "JS 5D | 8C 9H")
    assert "2 cards left to deal" in text
    assert "8♣\ufe0e" not in text
    assert "9♥\ufe0e" not in text


def test_the_seed_stays_secret_while_it_would_tell_unseen_cards() -> None:
    """The seed is shown only when every card lies open or at the end, as it would tell unseen cards."""
    assert "accordion:tuesday" in text_of("accordion", "5S 6S")
    assert "tuesday" not in text_of("parlett", "JS 5D | 8C")
    assert "parlett:tuesday" in text_of("parlett", "JS 5D")
    assert "parlett:tuesday" in text_of("parlett", "JS 5D | 8C", resigned=True)
    assert "tuesday" not in text_of("french", "4C 9H 4S")
    assert "french:tuesday" in text_of("french", "4C 9H 4S !")


def test_goal_and_grace_are_named() -> None:
    """Goal card and used grace are named under the row."""
    assert "7♦\ufe0e must end on top" in text_of("accordions-revenge", "5S 6S 7D *7D")
    assert "You've dealt past a move: now you must make one." in text_of("goren", "JS 5D 8C 8S +48 !")


@pytest.mark.parametrize(
    ("game", "position", "line"),
    [
        ("accordion", "5S/52", "🏆 **You won in 0 moves!**"),
        ("accordion", "5S/26 6D/26", "⭐ **A minor win!** 2 piles remain after 0 moves."),
        (
            "late-binding",
            "5S/9 6D/9",
            "**No moves left.** 2 piles remain after 0 moves. No pile matches one that's one or three places "
            "to its left.",
        ),
    ],
)
def test_the_end_says_outcome_and_score(game: str, position: str, line: str) -> None:
    """The end of a game says its outcome and score in one line above the row."""
    assert text_of(game, position).splitlines()[1] == line


def test_a_resigned_game_says_so() -> None:
    """A resigned game says so, with the number of moves."""
    assert "**Resigned** after 0 moves." in text_of("accordion", "5S 5H", resigned=True)


def test_a_seed_is_not_taken_for_markdown() -> None:
    """Underscores of a seed are escaped, as they would underline the text between them."""
    text = board_text(Session.deal(find_game("late-binding"), "a__b__c"), Style())
    assert text.endswith(r"deal late-binding:a\_\_b\_\_c")


def test_rules_pages_name_other_names_and_the_source() -> None:
    """A page of rules names the game's other names and its source."""
    page = rules_page(find_game("accordion"))
    assert "also called Methuselah" in page
    assert "-# Source: " in page


def test_who_listens_hears_the_last_move_then_what_can_be_done_then_the_board() -> None:
    """In words, what just happened comes first, then the moves, and the cards only after those."""
    session = Session.deal(find_game("accordion"), "1883").play("8<")
    text = board_text(session, Style(spoken=True))
    happened = text.index("move 1: eight of hearts onto eight of spades")
    assert happened < text.index("Slide one left: 11 moves.") < text.index("Row 1: 1 seven of hearts")

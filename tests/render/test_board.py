"""Boards as text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render.board import board_text
from bot.render.cards import Style, suits_as_text
from bot.render.rules import rules_page
from idle_year.engine.cards import SUIT_SYMBOLS
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from tests.screens import walked

ACCORDION = find_game("accordion")


def text_of(game: str, position: str, *, resigned: bool = False) -> str:
    """Return the board of a position."""
    rules = find_game(game)
    return board_text(
        Session(rules, "tuesday", rules.notation.read_position(position)), Style(), resigned=resigned
    )


def test_a_line_holds_eight_piles_and_names_its_first() -> None:
    """A line holds eight piles, which a phone shows side by side, and begins with the number of the first."""
    text = text_of("accordion", "5S 6S TD 5H KC AD 2C 3H 4S JC 7D")
    assert text.splitlines()[1:3] == [
        suits_as_text(line) for line in ("` 1` 5♠ 6♠ 10♦ 5♥ K♣ A♦ 2♣ 3♥", "` 9` 4♠ J♣ 7♦")
    ]


def test_whoever_can_only_go_through_the_stock_is_told_so() -> None:
    """Whoever can only go through the stock of a Pyramid, for its kings, is told so under the board."""
    warning = "⚠ This can't be won: no two cards that can be uncovered at the same time make 13"
    assert warning in text_of("pyramid", "9C / 2D 3H | 5S KH =2")
    assert warning not in text_of("pyramid", "9C / 2D 3H | TC KH =2")


def test_the_stock_shows_its_size_and_nothing_else() -> None:
    """The stock shows its size only, even if its cards are known."""
    text = text_of("parlett", "JS 5D | 8C 9H")
    assert "2 cards left to deal" in text
    assert "8♣\ufe0e" not in text
    assert "9♥\ufe0e" not in text


def test_the_seed_is_told_at_the_end() -> None:
    """The seed is shown when a game is over: before, it would tell unseen cards, or take room."""
    assert "tuesday" not in text_of("parlett", "JS 5D | 8C 8S")
    assert "parlett:tuesday" in text_of("parlett", "JS 5D | 8C", resigned=True)


def test_an_ace_that_goes_up_by_itself_is_told() -> None:
    """In Napoleon the board says which ace the last move has uncovered, as it is gone from there."""
    session = next(
        each for each in walked("napoleon") if each.moves and each.state.up == 1 and each.before.up == 0
    )
    suit = next(number for number, heights in enumerate(session.state.foundations) if any(heights))
    assert f" · A{SUIT_SYMBOLS[suit]}\ufe0e to a foundation" in board_text(session, Style())


def test_an_ace_that_goes_up_as_cards_are_dealt_is_told() -> None:
    """Of cards dealt in a row, one that goes up by itself is told even if others came after it."""
    session = Session.deal(find_game("napoleon"), "a3").play("d9")
    assert session.state.up == 2
    assert "to a foundation" in board_text(session, Style())


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
    text = board_text(Session.deal(find_game("late-binding"), "a__b__c"), Style(), resigned=True)
    assert text.endswith(r"deal late-binding:a\_\_b\_\_c")


def test_rules_pages_name_other_names_and_the_source() -> None:
    """A page of rules names the game's other names and its source."""
    page = rules_page(find_game("accordion"))
    assert "also called Methuselah" in page
    assert "-# Source: " in page


def heard(game: str, *moves: str) -> list[str]:
    """Return the lines of a board in words, after some moves."""
    session = Session.deal(find_game(game), "tuesday")
    for move in moves:
        session = session.play(move)
    return board_text(session, Style(spoken=True), goal="Win.").splitlines()


def test_who_listens_hears_the_last_move_then_what_can_be_done_then_the_board() -> None:
    """In words, what just happened comes first, then the moves, and the game and its cards after those."""
    lines = heard("accordion", "3<")
    assert lines[:3] == [
        "Move 1: nine of spades onto four of spades. Slide one left: 18 moves. Leap three left: 13 moves.",
        "### Accordion",
        "Win.",
    ]
    assert lines[3].startswith("Row 1: 1 six of hearts, 2 nine of spades, ")


def test_who_listens_hears_what_was_dealt() -> None:
    """In words, cards that were dealt in a row are named; of many, the last one is."""
    assert heard("one-handed")[0] == "You can deal one card."
    assert heard("one-handed", "d")[0] == "Move 1: 1 card dealt, nine of diamonds. You can deal one card."
    three = "nine of diamonds, six of clubs and three of hearts"
    assert heard("one-handed", *"ddd")[0] == f"Moves 1 to 3: 3 cards dealt, {three}. You can deal one card."
    six = heard("one-handed", *"dddddd")[0]
    assert six == "Moves 1 to 6: 6 cards dealt, the last one ace of diamonds. You can deal one card."


def test_who_listens_hears_of_as_many_moves_as_there_are_buttons() -> None:
    """In words, a card that could go to any of several empty columns has one move, as on the buttons."""
    rules = find_game("napoleon")
    state = rules.notation.read_position("KS KS QS 4D 4C 5H 7H - - - w:2S f:AC +20")
    session = replace(Session.deal(rules, "1883"), state=state, marks=())
    first = board_text(session, Style(spoken=True)).splitlines()[0]
    assert first == "From the waste: 1 move. Between columns: 2 moves. Or deal one card."


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        (
            "royal-marriage",
            ["x3-4"],
            "Move 1: take out ten of diamonds and ten of clubs between seven of spades and ace of spades.",
        ),
        ("pyramid", ["TS+3C"], "Move 1: take out ten of spades and three of clubs. You can deal one card."),
        ("napoleon", ["t6>t4"], "Move 1: queen of clubs onto king of clubs."),
        (
            "cribbage",
            [*"ddddd", "v@5-6:6>5"],
            "Move 6: score 2 for fifteen with nine of diamonds and six of clubs, keeping six of clubs.",
        ),
    ],
)
def test_a_move_is_told_alike_in_all_families(game: str, moves: list[str], told: str) -> None:
    """The last move is told as hints tell theirs: what leaves, what goes onto what, what scores and stays."""
    assert heard(game, *moves)[0].startswith(told)


def test_who_listens_hears_how_a_game_ended_before_anything_else() -> None:
    """In words, the end of a game comes before its last move, its name and its cards."""
    session = Session(ACCORDION, "tuesday", ACCORDION.notation.read_position("5S/25 5H/26 5D")).play("2<")
    ended = board_text(session.play("2<"), Style(spoken=True)).splitlines()
    assert ended[:2] == [
        "**You won in 2 moves!** Move 2: five of diamonds onto five of hearts.",
        "### Accordion",
    ]

"""What only one family of games says or leaves unsaid."""

from __future__ import annotations

from dataclasses import replace

from bot.render.board import beginners_line, board_text
from bot.render.cards import Style
from bot.render.moves import does, named_move, told_move
from idle_year.engine.games import find_game
from idle_year.engine.rules import REDEAL
from idle_year.engine.session import Session


def test_the_waste_of_a_pyramid_is_turned_over_and_nothing_is_redealt() -> None:
    """In Pyramid, going through the cards again is called turning the waste over, in each form."""
    said = {}
    for name in ("pyramid", "french"):
        rules = find_game(name)
        start = rules.start("tuesday")
        said[name] = [say(rules, start, REDEAL) for say in (does, named_move, told_move)]
    assert said["pyramid"] == ["turn the waste over", "turning the waste over", "Turn the waste over."]
    assert said["french"] == ["redeal", "redealing", "Redeal."]


def test_signs_are_explained_where_there_are_any() -> None:
    """French, in which one card leaves at a time, has no + on its buttons, and explains none."""
    said = {name: beginners_line(find_game(name), Style()) for name in ("french", "royal-marriage")}
    assert "+K♦" in said["royal-marriage"]
    assert "+" not in said["french"]


def test_a_pyramid_that_cannot_be_won_claims_no_more_than_is_true() -> None:
    """A 2 and a jack that lie on the waste make 13, though not together: that no two do would be false."""
    rules = find_game("pyramid")
    position = (
        "JC / 3H 6C / 9D AD TH / TS 6S 2D KC / 4C 9C - 4H 3D / - 7D - - 7S - w: JD JS 8S 2H 2C 5C "
        "| AC QH QC 5D JH KH 8C 2S =3"
    )
    state = rules.notation.read_position(position)
    told = board_text(replace(Session.deal(rules, "1"), state=state, marks=()), Style())
    assert "no two cards that can be uncovered at the same time make 13" in told


def test_who_listens_is_not_told_twice_what_can_be_scored() -> None:
    """In Cribbage, the ways to score are under the board, so that the text above doesn't count them."""
    session = Session.deal(find_game("cribbage"), "tuesday").play("d d d d d")
    heard = board_text(session, Style(spoken=True))
    assert "You can score 2" in heard
    assert "2 moves" not in heard

"""What only one family of games says or leaves unsaid."""

from __future__ import annotations

from bot.engine.games import find_game
from bot.engine.rules import REDEAL
from bot.engine.session import Session
from bot.render.board import board_text
from bot.render.cards import Style
from bot.render.moves import does, named_move, told_move


def test_the_waste_of_a_pyramid_is_turned_over_and_nothing_is_redealt() -> None:
    """In Pyramid, going through the cards again is called turning the waste over, in each form."""
    said = {}
    for name in ("pyramid", "french"):
        rules = find_game(name)
        start = rules.start("tuesday")
        said[name] = [say(rules, start, REDEAL) for say in (does, named_move, told_move)]
    assert said["pyramid"] == ["turn the waste over", "turning the waste over", "Turn the waste over."]
    assert said["french"] == ["redeal", "redealing", "Redeal."]


def test_who_listens_is_not_told_twice_what_can_be_scored() -> None:
    """In Cribbage, the ways to score are under the board, so that the text above doesn't count them."""
    session = Session.deal(find_game("cribbage"), "tuesday").play("d d d d d")
    heard = board_text(session, Style(spoken=True))
    assert "You can score 2" in heard
    assert "2 moves" not in heard

"""Stepping through a game."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.news import lost_news
from bot.render.review import review_text, step_text
from bot.service.review import Light, Review
from bot.store import Status
from bot.ui.review import Step
from idle_year.solvers.protocols import Answer, Limit
from tests.screens import STYLES, components_of, read_aloud, reviewed
from tests.ui.room import play_out

if TYPE_CHECKING:
    from tests.ui.room import Room

DAILY = Occasion("daily of 20 November 2026 ★★★★☆", "Can be won · ends in 9 h", sealed=True)


async def test_buttons_lead_to_their_moves() -> None:
    """Buttons of a review lead to their moves, and those that lead nowhere else are disabled."""
    game, review = reviewed("accordion")
    turn, last = len(game.session.moves) // 2, len(game.session.moves)
    for number, dead in [(0, {"First", "◀"}), (turn, {"The move that lost"}), (last, {"▶", "Last"})]:
        buttons = [
            each
            for each in components_of(Step(game, review, game.session.at(number), STYLES[2], Occasion()))
            if "label" in each
        ]
        to = {
            each["label"]: each["custom_id"].split(":")[4]
            for each in buttons
            if ":step:" in each["custom_id"]
        }
        assert to == {
            "First": "0",
            "◀": str(number - 1),
            "▶": str(number + 1),
            "Last": str(last),
            "The move that lost": str(turn),
        }
        at_the_end = {"Practise from here"} if number == last else set()
        assert {each["label"] for each in buttons if each["disabled"]} == dead | at_the_end


async def test_hidden_cards_stay_hidden_in_a_step() -> None:
    """A step shows what its player saw then, and the deal of a daily is not revealed."""
    game, review = reviewed("parlett")
    said = "\n".join(read_aloud(Step(game, review, game.session.at(0), STYLES[2], DAILY)))
    assert sum(map(said.count, "♣♦♥♠")) == 1
    assert game.session.seed not in said


@pytest.mark.parametrize(
    ("name", "could", "lost"),
    [
        ("accordion", "", "It lost the win. Instead, "),
        ("parlett", "With every card known, ", "It lost the win. With every card known, "),
    ],
)
def test_nobody_is_blamed_for_not_seeing_hidden_cards(name: str, could: str, lost: str) -> None:
    """Nobody is blamed for not seeing hidden cards, at the end, in the review or at the move that lost."""
    game, review = reviewed(name)
    turn = len(game.session.moves) // 2
    news = lost_news(game, review)
    assert news is not None
    assert re.match(rf"Move {turn + 1} lost the win: [^.]*\. {could}", news.text)
    assert Style().say(news.text) in review_text(game, review, Style())
    told = step_text(game, review, game.session.at(turn), Style())
    assert told.splitlines()[1].startswith(lost)
    assert ("every card known" in told) == ("every card known" in lost)


def test_a_game_given_up_without_a_move_was_lost_by_none() -> None:
    """Of a game that was resigned without a move it is said that it could be won, and lost by no move."""
    game, _ = reviewed("accordion")
    game = replace(game, status=Status.RESIGNED, session=game.session.at(0))
    told = review_text(game, Review((), None, False, Answer.WON, kept=True), Style())
    assert told.endswith("It could still be won at the end (proven).")


def test_a_deal_that_nobody_could_win_has_a_sign_of_its_own() -> None:
    """A deal that nobody could win is no row of red squares, and no win is said to be lost in its steps."""
    game, _ = reviewed("accordion")
    review = Review((Light.NEVER,) * len(game.session.moves), None, won=False, opening=Answer.LOST)
    _heading, *told = review_text(game, review, Style()).splitlines()
    assert told == ["🚫 Nobody could have won this deal (proven)."]
    assert step_text(game, review, game.session.at(3), Style()).endswith(" · 🚫 could never be won")


def test_what_there_was_no_time_to_find_is_not_shown() -> None:
    """A review without time has no squares; one that settled some moves tells which ones it did not."""
    game, _ = reviewed("accordion")
    unknown = (Light.UNKNOWN,) * (len(game.session.moves) - 5)
    review = Review((*unknown, *[Light.UNKNOWN] * 5), None, won=False, opening=Answer.WON)
    assert not set("🟦🟨🔶🟥⬜") & set(review_text(game, review, Style()))
    some = replace(review, lights=(*[Light.SAFE] * 5, *unknown))
    assert review_text(game, some, Style()).splitlines()[1] == "🟦" + "⬜" * 10


async def test_a_player_has_it_looked_at_longer(room: Room) -> None:
    """A review that lacked time has a button to look longer, which finds the move that lost and goes."""
    room.services.reviews._limit = Limit(nodes=0, seconds=0)
    review = await room.ada.press(await play_out(room.ada), "Review")
    assert "There wasn't time to find out whether this deal could be won." in review.text
    longer = await room.ada.press(review, "Look longer")
    assert longer.id == review.id
    assert " lost the win: " in longer.text
    assert "Look longer" not in longer.buttons
    assert "The move that lost" in longer.buttons

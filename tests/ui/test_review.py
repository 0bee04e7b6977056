"""Stepping through a game fits Discord at every move."""

from __future__ import annotations

import re

import pytest

from bot.engine.games import ALL, find_game
from bot.engine.rules import AnyRules
from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.news import lost_news
from bot.render.review import review_text, step_text
from bot.service.analysis import LosingMove, positions
from bot.service.game import Game
from bot.service.review import Light, Review
from bot.solvers.protocols import Answer
from bot.store import Status
from bot.ui.review import Step
from tests.games import played_out
from tests.ui.test_board import SIGNS, STYLES, check_fits, components_of, game_of, read_aloud

DAILY = Occasion("daily of 20 November 2026 ★★★★☆", "Can be won · ends in 9 h", sealed=True)


def _game(rules: AnyRules) -> tuple[Game, Review]:
    """Return a game whose middle move is blamed, as if the moves played after it would have won."""
    session = played_out(rules.id)
    count = len(session.moves)
    lost = count // 2
    turn = LosingMove(lost, positions(session)[lost], session.moves[lost], session.moves[lost:])
    lights = (*[Light.ONLY] * lost, *[Light.LOST] * (count - lost))
    return game_of(session, Status.FINISHED), Review(lights, turn, False, Answer.WON)


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
async def test_every_step_fits_discord(rules: AnyRules) -> None:
    """Every step of a review fits Discord, and in words no sign is left."""
    game, review = _game(rules)
    count = len(game.session.moves)
    for number in (0, count // 2, count):
        check_fits(Step(game, review, game.session.at(number), STYLES[0], DAILY))
        step = Step(game, review, game.session.at(number), STYLES[-1], DAILY)
        check_fits(step)
        assert not (SIGNS - set("★·")) & set("\n".join(read_aloud(step)))


async def test_buttons_lead_to_their_moves() -> None:
    """Buttons of a review lead to their moves, and those that lead nowhere else are disabled."""
    game, review = _game(find_game("accordion"))
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
    game, review = _game(find_game("parlett"))
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
    game, review = _game(find_game(name))
    turn = len(game.session.moves) // 2
    news = lost_news(game, review)
    assert news is not None
    assert re.match(rf"Move {turn + 1} lost the win: [^.]*\. {could}", news.text)
    assert Style().say(news.text) in review_text(game, review, Style())
    told = step_text(game, review, game.session.at(turn), Style())
    assert told.splitlines()[1].startswith(lost)
    assert ("every card known" in told) == ("every card known" in lost)

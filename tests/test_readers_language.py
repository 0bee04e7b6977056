"""What players read of a game is in their language: no word of it stays in English."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from bot.engine.games import ALL
from bot.engine.rules import AnyRules
from bot.render.board import goal_line
from bot.render.cards import Style
from bot.render.hint import Level, turn_text
from bot.render.language import read_in, worded
from bot.render.news import check_news, hint_news, lost_news, won_text
from bot.render.review import review_text, step_text
from bot.render.rules import game_line
from bot.render.settings import settings_texts
from bot.render.stats import game_text, overview_text
from bot.service.analysis import Analysis, LosingMove
from bot.service.hint import Check, Hint
from bot.service.review import Light, Review
from bot.service.stats import Overview, Puzzles, Streak
from bot.solvers.protocols import Answer, Best, Verdict
from bot.store import PlayerRating, PlayerSettings, Tally, WinRuns
from bot.ui.board import Board
from tests.languages import marked, unmarked
from tests.test_plain_words import game_of, played, texts_of

__all__ = ["marked"]

pytestmark = pytest.mark.usefixtures("marked")
EVERY = pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
SHOWN_OR_SPOKEN = pytest.mark.parametrize("style", [Style(), Style(spoken=True)], ids=["shown", "spoken"])


def check_worded(rules: AnyRules, texts: Iterable[str]) -> None:
    """Assert that no word but the game's English name and code stands in no marks."""
    names = re.compile(rf"{re.escape(rules.name)}|{rules.id}:\w+|UTC")
    left = {text: unmarked(names.sub("", text)) for text in texts}
    assert {text: rest for text, rest in left.items() if re.search("[a-z]{2}", rest)} == {}


@EVERY
@SHOWN_OR_SPOKEN
async def test_boards(rules: AnyRules, style: Style) -> None:
    """A board and its buttons are in the language of whoever sees them, from the first move to the last."""
    games = list(played(rules))
    with read_in("de"):
        for session in (*games[:-1:9], games[-1]):
            check_worded(rules, texts_of(Board(game_of(session), style, goal=goal_line(rules))))


@EVERY
@SHOWN_OR_SPOKEN
def test_advice(rules: AnyRules, style: Style) -> None:
    """Hints of every level and checks are in the language of whoever asks, however sure they are."""
    for session in [session for session in played(rules) if session.outcome is None][::9]:
        view, move = session.state, session.legal[-1]
        best = Best((move,), rules.score(view), exact=True)
        for verdict in (Verdict(Answer.WON, (move,)), Verdict(Answer.LOST), Verdict(Answer.UNKNOWN)):
            found = Analysis(verdict, best=best)
            with read_in("de"):
                told = [hint_news(Hint(rules, view, move, found), level, None) for level in Level]
                told.append(check_news(Check(rules, view, found, None), None))
                check_worded(rules, [news.written(style) for news in told])


@EVERY
@SHOWN_OR_SPOKEN
def test_looking_back(rules: AnyRules, style: Style) -> None:
    """The end of a game and its review are in the language of whoever looks back."""
    games = list(played(rules))
    choice = next((session for session in games if len(session.legal) > 1), games[0])
    turn = LosingMove(len(choice.moves), choice.state, choice.legal[0], (choice.legal[-1],))
    review = Review((Light.LOST,) * len(games[-1].moves), turn, won=False, opening=Answer.WON)
    game = game_of(games[-1])
    with read_in("de"):
        news = lost_news(game, review)
        assert news is not None
        told = [
            news.written(style),
            style.say(won_text(rules, WinRuns(2, 2, 2, 2))),
            style.say(turn_text(rules, turn)),
            review_text(game, review, style),
            step_text(game, review, choice, style),
        ]
    check_worded(rules, told)


@EVERY
@SHOWN_OR_SPOKEN
def test_results_and_lists(rules: AnyRules, style: Style) -> None:
    """Lists of games, a player's results and settings are in the player's language."""
    tally = Tally(rules.id, played=5, won=2, minor=1, clean=4, explained=3, blundered=2)
    puzzles = Puzzles(WinRuns(2, 1, 2, 3), PlayerRating(1534, known=False))
    with read_in("de"):
        told = [
            game_line(rules),
            game_text(rules, tally, WinRuns(2, 1, 2, 3), style),
            overview_text(None, Overview([tally], Streak(2, 7), set(), puzzles), style),
            *map(worded, settings_texts(PlayerSettings(), style, None, hidden=False)),
        ]
    check_worded(rules, told)

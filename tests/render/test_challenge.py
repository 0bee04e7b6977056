"""Challenges in words: what tells a result from the one that it is to beat."""

from __future__ import annotations

from bot.render.challenge import answered_text, outcome_text
from bot.service.challenge import Answered, Rival, Try
from bot.store import Result
from idle_year.engine.games import find_game
from idle_year.engine.rules import Outcome

RULES = find_game("cribbage")
LOST = Result("daily", Outcome.STUCK, 0, -40, 67, 50, None)
WON = Result("daily", Outcome.WON, 0, -61, 80, 184, None)


def test_results_that_are_alike_are_told_with_what_tells_them_apart() -> None:
    """Equal scores and wins are told with their moves, or else their time, on boards and on posts."""
    faster, shorter = LOST._replace(seconds=20), LOST._replace(moves=60)
    told = outcome_text(Rival(1, LOST), faster, RULES)
    assert told == "You've beaten <@1>: 40 points, 0:20 against 40 points, 0:50."
    told = outcome_text(Rival(1, shorter), LOST, RULES)
    assert told == "<@1> stays ahead: 40 points, 60 moves against your 40 points, 67 moves."
    told = outcome_text(Rival(1, WON), WON._replace(moves=79, seconds=200), RULES)
    assert told == "You've beaten <@1>: won in 3:20, 79 moves against won in 3:04, 80 moves."
    answered = Answered([Try(2, faster, beats=True), Try(3, WON, beats=True)], 0, LOST)
    assert answered_text(answered, RULES) == (
        "Tried by 2: <@2> beat it: 40 points, 0:20 · <@3> beat it: won in 3:04"
    )


def test_results_that_differ_are_told_in_short() -> None:
    """What a score, or help, tells apart by itself is not told with moves and time."""
    told = outcome_text(Rival(1, LOST), LOST._replace(left=-59), RULES)
    assert told == "You've beaten <@1>: 59 points against 40 points."
    told = outcome_text(Rival(1, LOST._replace(assisted=1)), LOST, RULES)
    assert told == "You've beaten <@1>: 40 points against 40 points, assisted."

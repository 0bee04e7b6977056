"""What players read without asking for it is plain: no notation, and no words of those who study games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import discord
import pytest

from bot.engine.games import ALL, find_game
from bot.engine.rules import AnyRules
from bot.engine.session import Session
from bot.render.board import goal_line
from bot.render.cards import Style
from bot.render.hint import Level, turn_text
from bot.render.news import check_news, hint_news, lost_news, won_text
from bot.render.ranks import HOW_RANKED
from bot.render.review import review_text, step_text
from bot.render.rules import game_line
from bot.render.settings import settings_texts
from bot.render.stats import game_text, overview_text
from bot.service.analysis import LosingMove
from bot.service.game import Game, Seat
from bot.service.hint import advise, check
from bot.service.review import Light, Review
from bot.service.stats import Overview, Puzzles, Streak
from bot.solvers.protocols import Answer, Limit
from bot.store import PlayerRating, PlayerSettings, Status, Tally, WinRuns
from bot.ui.board import Board

ASKED_FOR = re.compile(r"All moves: \|\|.*?\|\||deal [a-z-]+:\w+")
"""What stands behind a tap, and the code of a deal that anybody may play."""
NOTATION = re.compile(
    r"(?<![\w<@#:])(?:\d+|(?:10|[A2-9TJQK])[SHDC♠♥♦♣]\ufe0e?)(?:<+|>+)(?![\w@#:/])"
    r"|\bx\d+\b|\bd[*\d]|\([dr]\)|\b(?:t\d+|w)>|\b[ptfrsv]@\d"
)
STUDIED = re.compile(r"\b(penalty|pass(?:es)?|stock|claims?|lines?|open|clean)\b", re.IGNORECASE)
MAY_STAND = {
    "Only kings of the stock": "the number of cards left to deal stands beside it",
    "the pyramid, the stock and the waste": "the goal of Pyramid with all cards, beside its board",
    "three passes": "the name of two games",
    "On a line:": "the setting for how many cards a line of the board has",
    "fewer cards on a line": "the same setting",
    "Boards you have open": "as of a door",
}
"""Sentences in which a word of theirs has its everyday meaning beside it, with the reason."""
FEW = Limit(nodes=2000, seconds=0.2)
ROUNDS = 400
"""Moves after which a game that goes on is left."""


def strangers(text: str) -> list[str]:
    """Return all notation and all studied words in a text."""
    text = ASKED_FOR.sub("", text)
    for sentence in MAY_STAND:
        text = text.replace(sentence, "")
    return [found.group() for kind in (NOTATION, STUDIED) for found in kind.finditer(text)]


def check_plain(texts: Iterable[str]) -> None:
    """Assert that all texts are plain; what is not is named with its text."""
    assert {text: found for text in texts if (found := strangers(text))} == {}


def played(rules: AnyRules) -> Iterator[Session[Any]]:
    """Yield a game at its start, and after each of some random moves, to its end."""
    random, session = Random(1883), Session.deal(rules, "tuesday")  # noqa: S311  the same games every time
    for _ in range(ROUNDS):
        yield session
        if session.outcome is not None:
            return
        session = session.play(rules.notation.write_move(random.choice(session.legal)))


def game_of(session: Session[Any]) -> Game:
    """Return a session as somebody's game."""
    status = Status.PLAYING if session.outcome is None else Status.FINISHED
    return Game(1, Seat(1, 2, 3), False, 4, status, session)


def texts_of(view: discord.ui.LayoutView) -> Iterator[str]:
    """Yield what is written on a message: texts, labels, placeholders and options."""
    waiting: list[Any] = [view.to_components()]  # type: ignore[no-untyped-call]  # discord.py left it so
    while waiting:
        match waiting.pop():
            case list() as several:
                waiting += several
            case dict() as part:
                yield from (
                    each
                    for key, each in part.items()
                    if key in ("content", "label", "placeholder", "description") and isinstance(each, str)
                )
                waiting += [each for each in part.values() if isinstance(each, dict | list)]


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
@pytest.mark.parametrize("style", [Style(), Style(spoken=True)], ids=["shown", "spoken"])
async def test_boards_are_plain(rules: AnyRules, style: Style) -> None:
    """A board says in plain words how it stands, what it wants, what its buttons do and how it ended."""
    games = list(played(rules))
    for session in (*games[:-1:9], games[-1]):
        board = Board(game_of(session), style, goal=goal_line(rules))
        check_plain(texts_of(board))


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize(
    "name", ["accordion", "goren", "royal-marriage", "one-handed", "cribbage", "napoleon", "pyramid"]
)
def test_advice_is_plain(name: str) -> None:
    """Hints of every level and checks name cards, not places, and say what is proven in plain words."""
    games = [session for session in played(find_game(name)) if session.outcome is None]
    for session in (games[0], games[len(games) // 2], games[-1]):
        hint = advise(session.rules, session.state, FEW)
        told = [hint_news(hint, level, None).text for level in Level]
        told.append(check_news(check(session, FEW), None).text)
        check_plain(told)


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_looking_back_is_plain(rules: AnyRules) -> None:
    """What is told at the end and in a review names moves by their cards; notation stands behind a tap."""
    games = list(played(rules))
    choice = next((session for session in games if len(session.legal) > 1), games[0])
    turn = LosingMove(len(choice.moves), choice.state, choice.legal[0], (choice.legal[-1],))
    review = Review((Light.LOST,) * len(games[-1].moves), turn, won=False, opening=Answer.WON)
    game = game_of(games[-1])
    news = lost_news(game, review)
    assert news is not None
    told = [
        news.text,
        won_text(rules, WinRuns(2, 2, 2, 2)),
        turn_text(rules, turn),
        review_text(game, review, Style()),
        step_text(game, review, choice, Style()),
    ]
    check_plain(told)


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_results_and_lists_are_plain(rules: AnyRules) -> None:
    """Lists of games and a player's results are plain."""
    tally = Tally(rules.id, played=5, won=2, minor=1, clean=4, explained=3, blundered=2)
    found = Overview(
        [tally], Streak(2, 7), set(), Puzzles(WinRuns(2, 1, 2, 3), PlayerRating(1534, known=False))
    )
    told = [
        game_line(rules),
        game_text(rules, tally, WinRuns(2, 1, 2, 3), Style()),
        overview_text(None, found, Style()),
        HOW_RANKED,
        *settings_texts(PlayerSettings(), Style(), None, hidden=False),
    ]
    check_plain(told)


@pytest.mark.parametrize(
    "text",
    [
        "🏆 **Won!** 1 pile, penalty 0 after 51 moves.",
        "9♣ onto K♣ (22<<<) lost it",
        "J♠ leaves between 7♠ and 7♥ (x7)",
        "Deal one card (d).",
        "Play `2< 4<<< 5<`",
        "open: three of one suit",
        "A claim is waiting",
        "8♠ onto 9♠ · t3>t7",
    ],
)
def test_what_is_not_plain_is_found(text: str) -> None:
    """Notation and studied words are found where they stand."""
    assert strangers(text)


def test_mentions_and_moments_are_plain() -> None:
    """A mention, a moment or a card is no notation."""
    assert not strangers("<@12> ends <t:1795176000:R> in <#34>: 9♣ onto K♣, 10 of 12 moves")

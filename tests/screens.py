"""All that people see of a game: positions of fixed walks, and what is shown of them.

A screen is made once for all that is asked of it; what holds on each of them stands in `test_screens.py`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from itertools import chain, count, islice, product
from pathlib import Path
from typing import Any, NamedTuple

import discord

from bot.render.board import Occasion, beginners_line, goal_line
from bot.render.cards import EMPTY, Style, picture_name, picture_style
from bot.render.challenge import answered_text, outcome_text, rival_text
from bot.render.film import film_in_words, film_line
from bot.render.hint import Level, turn_text
from bot.render.language import read_in, worded
from bot.render.news import News, check_news, hint_news, lost_news, newcomers_news, refused_news, won_text
from bot.render.notes import BRING_BACK, more_text
from bot.render.odds import odds_text
from bot.render.parlour import moved_text
from bot.render.ranks import HOW_RANKED
from bot.render.review import review_text
from bot.render.rules import chapters, game_line
from bot.render.settings import settings_texts
from bot.render.share import Shared, share_text
from bot.render.stats import game_text, overview_text
from bot.service.challenge import Answered, Rival, Try
from bot.service.game import Game, Seat
from bot.service.parlour import GAMES, Played
from bot.service.review import Light, Review
from bot.service.stats import Overview, Puzzles, Streak
from bot.store import (
    Kind,
    Parlour,
    ParlourMove,
    PlayerRating,
    PlayerSettings,
    Result,
    Status,
    Tally,
    WinRuns,
)
from bot.ui.answers import strangers_note
from bot.ui.board import Board, Panel
from bot.ui.components import Note
from bot.ui.more import resign_note
from bot.ui.moves import MovesModal
from bot.ui.options import move_choices
from bot.ui.pages import rules_note
from bot.ui.parlour import ParlourBoard
from bot.ui.post import Dare, Post
from bot.ui.presses import LONGEST_LINE
from bot.ui.review import Step
from bot.ui.tools import panel_rows
from idle_year.advice import Check, Hint
from idle_year.analysis import Analysis, LosingMove, Surety
from idle_year.engine.cards import PACK
from idle_year.engine.games import find_game
from idle_year.engine.line import Line
from idle_year.engine.records import read_record
from idle_year.engine.rules import AnyRules, Outcome
from idle_year.engine.session import Session
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.protocols import Answer, Best, Judged, Verdict
from small_discord.limits.kinds import walk as walk_components
from tests.idle_year.engine.walks import is_first_of_its_kind

LONGEST = 2**63 - 1
"""The highest number that a message, a game or a person can have."""
_KINDS = [(two, free) for two in (False, True) for free in (False, True)]
_NAMES = [EMPTY, *(picture_name(card, two_colours=two, free=free) for card in PACK for two, free in _KINDS)]
FACES = {name: f"<:{name}:{LONGEST}>" for name in _NAMES}
PLAIN = Style(a_line=13)
SPOKEN = Style(spoken=True, a_line=5)
STYLES = [
    picture_style(FACES, 10, two_colours=True),
    picture_style(FACES, 5, two_colours=False),
    PLAIN,
    replace(picture_style(FACES, 5, two_colours=False), large=True),
    SPOKEN,
]
SIGNS = set("♣♦♥♠←→<>◀▶▲▼◆★✕⚠🏆⭐✅❌🎲❔🟦🟥⬜🔶🟨🚫·—–")
FOOT = f"-# Gone after a reload? Use </board:{LONGEST}>."
NOTE = "1883. " * 53
"""A long note that is the same in every language."""
GOLDEN = Path(__file__).parent / "golden"
_MOST = 200


class Screen(NamedTuple):
    """What somebody sees at once, as Discord is told of it."""

    name: str
    parts: list[dict[str, Any]]
    """Every component as JSON, nested ones too."""
    asked: bool = False
    """Whether it is for people who asked how moves are written, or what others say of the game."""

    @property
    def texts(self) -> Iterator[str]:
        """What is written on it: texts, labels, placeholders and options."""
        for part in chain(self.parts, *(part.get("options", ()) for part in self.parts)):
            said = map(part.get, ("title", "content", "label", "placeholder", "description"))
            yield from (each for each in said if isinstance(each, str))


@cache
def walked(game: str) -> tuple[Session[Any], ...]:
    """Return every position of games of random moves: of a game like another one, of fewer."""
    rules = find_game(game)
    many = 2 * _MOST if is_first_of_its_kind(rules) else _MOST
    return tuple(islice(chain.from_iterable(_walk(rules, number) for number in count()), many))


def _walk(rules: AnyRules, number: int) -> Iterator[Session[Any]]:
    session, chance = Session.deal(rules, f"walk-{number}"), random.Random(number)  # noqa: S311  no secret
    yield session
    while session.legal and len(session.moves) < _MOST:
        line = Line(rules, session.state, None, len(session.moves))
        line.play(chance.choice(session.legal))
        session = session.after(line)
        yield session


@cache
def positions(game: str) -> tuple[Session[Any], ...]:
    """Return those that look unlike: each end and set of menus, the longest, the fullest, and some more."""
    won = golden(game)
    every = (*walked(game), won, won.at(len(won.moves) // 2))
    of_a_kind: dict[Any, Session[Any]] = {}
    for each in every:
        of_a_kind.setdefault((each.outcome, each.hopeless is None, len(each.menus)), each)
    written = won.rules.notation.write_position
    most = [
        max(every, key=lambda each: len(each.moves)),
        max(every, key=lambda each: len(each.legal)),
        max(every, key=lambda each: len(written(each.state))),
        *every[1 :: _MOST // 8],
    ]
    picked = {id(each): each for each in (*of_a_kind.values(), *most)}
    return tuple(picked.values())


@cache
def golden(game: str) -> Session[Any]:
    """Return the recorded game of its kind, which is won where that could be."""
    return read_record((GOLDEN / f"{game}.game").read_text(encoding="utf-8"))


def game_of(session: Session[Any], status: Status | None = None) -> Game:
    """Return a game with the longest possible ids."""
    status = status or (Status.PLAYING if session.outcome is None else Status.FINISHED)
    return Game(LONGEST, Seat(LONGEST, LONGEST, LONGEST), True, LONGEST, status, session)


def components_of(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    """Return every component of a message as Discord's JSON, nested ones too."""
    return list(walk_components(view.to_components()))  # type: ignore[no-untyped-call]  # discord.py left it so


def board_text_of(board: discord.ui.LayoutView) -> str:
    """Return the first text of a board, without its notes."""
    return next(str(each["content"]) for each in components_of(board) if "content" in each)


def read_aloud(view: discord.ui.LayoutView) -> Iterator[str]:
    """Yield everything on a message that a screen reader reads: texts, placeholders, options, buttons."""
    return Screen("", components_of(view)).texts


@lru_cache(maxsize=16)
def screens(game: str, style: Style, code: str) -> tuple[Screen, ...]:
    """Return all screens of a game for whoever plays in this style and language."""
    return make_screens(game, style, code)


def make_screens(game: str, style: Style, code: str) -> tuple[Screen, ...]:
    """Make them anew, as a test that changes what is said must."""
    rules = find_game(game)
    with read_in(code):
        return (
            *_boards(rules, style),
            *_advice(rules, style),
            *_ends(rules, style),
            *_posts(rules, code),
            *([] if style.spoken or game not in GAMES else _together(rules, style)),
            *_pages(rules, style),
        )


def _boards(rules: AnyRules, style: Style) -> Iterator[Screen]:
    foot = worded(BRING_BACK).replace("/board", f"</board:{LONGEST}>")
    for number, session in enumerate(positions(rules.id)):
        game, move = game_of(session), next(iter(session.legal), None)
        goal = "" if session.moves else beginners_line(rules, style)
        board = Board(game, style, News(NOTE, Surety.WON, play=move), foot=foot, goal=goal)
        yield _seen(f"board {number}", board)
        if not session.moves:
            yield _seen("a newcomer's board", Board(game, style, newcomers_news(game), foot=foot))
        if move is not None:
            refused = refused_news(NOTE, "x" * LONGEST_LINE)
            yield _seen(f"board {number}, refused", Board(game, style, refused, foot=foot))


def _advice(rules: AnyRules, style: Style) -> Iterator[Screen]:
    for number, session in enumerate(_in_play(rules)[::3]):
        view, move = session.state, session.legal[-1]
        for found in _analyses(session):
            told = [hint_news(Hint(rules, view, move, found), level, None) for level in Level]
            told.append(check_news(Check(rules, view, found, None), None))
            for news in told:
                yield _said(f"advice {number}", news.written(style))


def _in_play(rules: AnyRules) -> list[Session[Any]]:
    return [each for each in positions(rules.id) if each.outcome is None]


def _analyses(session: Session[Any]) -> Iterator[Analysis]:
    """Yield all kinds of things that solvers may find."""
    move, score = session.legal[-1], session.rules.score(session.state)
    won, unknown = Verdict(Answer.WON, (move,)), Verdict(Answer.UNKNOWN)
    yield Analysis(won)
    for kept in (1, 2, len(session.legal)):
        answers = (Answer.WON if number < kept else Answer.LOST for number in count())
        yield Analysis(won, judged=tuple(map(Judged, session.legal, answers)))
    for found, exact in product((Verdict(Answer.LOST), unknown), (True, False)):
        yield Analysis(found, best=Best((move,), score, exact=exact))
    for wins in (0, 300, 998):
        chances = (Chance.counted(move, wins, 1000),)
        yield Analysis(replace(unknown, hidden=True), chances=chances)


def _ends(rules: AnyRules, style: Style) -> Iterator[Screen]:
    game, review = reviewed(rules.id)
    last, turn = len(game.session.moves), review.turn
    news = lost_news(game, review)
    assert turn is not None
    assert news is not None
    told = [
        news.written(style),
        style.say(won_text(rules, WinRuns(2, 2, 2, 2))),
        style.say(turn_text(rules, turn)),
        review_text(game, review, style),
        film_in_words(game.session),
        film_line(game.session),
    ]
    for text in told:
        yield _said("the end", text)
    for number in {0, turn.number, last}:
        for occasion in (Occasion(), Occasion("1883 ★★★★☆" * 4, "1883. " * 8, sealed=True)):
            yield _seen(f"step {number}", Step(game, review, game.session.at(number), style, occasion))


def _posts(rules: AnyRules, code: str) -> Iterator[Screen]:
    game, review = reviewed(rules.id)
    won = Result(Kind.DAILY, Outcome.WON, 1, 0, len(game.session.moves), 10**6, None)
    tries = [Try(LONGEST - number, won if number % 3 else None, number % 2 == 0) for number in range(50)]
    answered = answered_text(Answered(tries, 10**6, won._replace(moves=1)), rules)
    for seen in (None, review):
        shared = Shared(game, won, seen, Occasion("1883 ★★★★☆" * 4), streak=10**4)
        text = share_text(shared, PLAIN)
        post = Post(text, game.seen, Dare.of(game), game.session.at(0), code, LONGEST, None)
        yield _seen("a post", post.view(answered))._replace(asked=True)
    rival = Rival(LONGEST, won)
    for told in (rival_text(rival, rules), outcome_text(rival, won, rules)):
        yield _said("a challenge", told)


def reviewed(game: str) -> tuple[Game, Review]:
    """Return a game whose middle move is blamed, as if the moves played after it would have won."""
    session = golden(game)
    last = len(session.moves)
    lost = last // 2
    turn = LosingMove(lost, session.state_at(lost), session.moves[lost], session.moves[lost:])
    lights = (*[Light.ONLY] * lost, *[Light.LOST] * (last - lost))
    return game_of(session), Review(lights, turn, False, Answer.WON)


def _pages(rules: AnyRules, style: Style) -> Iterator[Screen]:
    game = game_of(Session.deal(rules, "tuesday"))
    tally = Tally(rules.id, played=10**6, won=2, minor=1, clean=4, explained=3, blundered=2)
    puzzles = Puzzles(WinRuns(2, 1, 2, 3), PlayerRating(1534, known=False), best_run=6)
    for text in (
        game_line(rules),
        game_text(rules, tally, WinRuns(2, 1, 2, 3), style),
        overview_text(None, Overview([tally], Streak(2, 7), set(), puzzles), style),
        HOW_RANKED,
        *settings_texts(PlayerSettings(), style, None, hidden=False),
    ):
        yield _said("lists", text)
    more = Panel(
        more_text(game, goal_line(rules), sealed=False, unaided=True), panel_rows(game, style, private=True)
    )
    yield _seen("more", Board(game, style, panel=more))
    yield _seen("resigning", resign_note(game, sealed=True, stands=False))
    yield _seen("a stranger's game", strangers_note(game))
    yield _seen("odds", Note(odds_text(rules, style, played=10**6, won=10**6)))._replace(asked=True)
    for chapter in chapters(rules):
        yield Screen(chapter, components_of(rules_note(rules, style, chapter)), asked=True)
    modal = MovesModal(game).to_dict()
    yield Screen("typing", [{"title": modal["title"]}, *walk_components(modal["components"])], asked=True)
    for session in _in_play(rules)[::6]:
        begun = [rules.notation.write_move(move) for move in session.legal[:1]]
        for typed in ("", "1", "♠", "x" * 300, *begun):
            choices = move_choices(session, typed, style)
            offered = [{"label": each.name, "value": each.value} for each in choices]
            yield Screen(f"typed: {typed[:9]}", [{"options": offered}], asked=True)


def _together(rules: AnyRules, style: Style) -> Iterator[Screen]:
    """Yield the boards of a game that a whole server plays, which are read and not heard."""
    made = [ParlourMove(player, date(2026, 11, 20), "") for player in (None, *range(LONGEST - 99, LONGEST))]
    told = *("accordion", 1, "tuesday", datetime(2026, 1, 1, tzinfo=UTC)), False
    _game, review = reviewed(rules.id)
    for session in positions(rules.id):
        game = game_of(session)
        parlour = Parlour(LONGEST, LONGEST, LONGEST, LONGEST, LONGEST, *told)
        for last in (LONGEST, None):
            played = Played(parlour, made if session.moves else (), game, last if session.moves else None)
            yield _seen("together", ParlourBoard(played, style))
        for found in (review, replace(review, turn=None, kept=True), None):
            ended = played._replace(game=replace(game, status=Status.FINISHED))
            yield _seen("together, over", ParlourBoard(ended, style, found))
        yield _said("left behind", moved_text(played))


def _seen(name: str, view: discord.ui.LayoutView) -> Screen:
    return Screen(name, components_of(view))


def _said(name: str, text: str) -> Screen:
    return _seen(name, Note(text))


def check_fits(view: discord.ui.LayoutView) -> None:
    """Assert Discord's limits on a message and each part of it."""
    check_parts(components_of(view))


def check_parts(components: Iterable[dict[str, Any]]) -> None:
    """Assert Discord's limits on the parts of a message, a form or a list that is offered."""
    components = list(components)
    assert len(components) <= 40
    texts = [each["content"] for each in components if "content" in each]
    assert sum(map(len, texts)) <= 4000
    # Or Discord answers 500, and says no more.
    assert sum(len(text.encode()) + 12 for text in texts) <= 10_170
    ids = [each["custom_id"] for each in components if "custom_id" in each]
    assert len(set(ids)) == len(ids)
    assert max(map(len, ids), default=0) <= 100
    pictures = [item for each in components for item in each.get("items", [])]
    assert len(pictures) <= 10
    assert all(1 <= len(picture["description"]) <= 1024 for picture in pictures)
    for each in components:
        assert 1 <= len(each.get("title", "…")) <= 45
        assert len(each.get("label") or "") <= (45 if "component" in each else 80)
        assert 1 <= len(each.get("placeholder", "…")) <= (150 if "options" in each else 100)
        options = each.get("options", [])
        assert len({option["value"] for option in options}) == len(options) <= 25
        assert all(1 <= len(option[key]) <= 100 for option in options for key in ("label", "value"))
        assert all(len(option.get("description") or "") <= 100 for option in options)

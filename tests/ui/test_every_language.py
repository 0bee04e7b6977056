"""Everything fits Discord's limits in every language: what is short in English may be long in another.

How much a message or a list holds is decided by the same code in all of them, so a few positions are enough.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import cycle, islice, product
from typing import TYPE_CHECKING, Any

import pytest

from bot.client.commands import Translator
from bot.engine.daily import FAMILIES
from bot.engine.games import ALL, find_game
from bot.engine.line import MOST_MOVES
from bot.engine.session import Session
from bot.engine.wording import Sentence
from bot.render import labels
from bot.render.board import Occasion, goal_line
from bot.render.cards import Style
from bot.render.language import ENGLISH, LANGUAGES, read_in, worded
from bot.render.news import News, read_typed, refused_news
from bot.render.odds import odds_text
from bot.render.race import race_occasion, result_text, running_text
from bot.render.ranks import MONTHS, PERIODS
from bot.render.refusals import SENTENCES
from bot.render.review import review_text
from bot.render.rules import chapters
from bot.render.settings import (
    CARDS_LABELS,
    COLOURS_LABELS,
    DEALS_LABELS,
    FORCED_LABELS,
    HIDE_ME,
    SHOW_ME,
)
from bot.render.share import Shared, share_text
from bot.render.stats import overview_text
from bot.service.analysis import Surety
from bot.service.race import Standing
from bot.service.stats import Achievement, Overview, Puzzles, Streak
from bot.store import Kind, PlayerRating, Race, Result, Status, Tally, WinRuns
from bot.ui.answers import strangers_note
from bot.ui.board import Board
from bot.ui.components import Note
from bot.ui.front_door import about_note, deal_picker, help_note
from bot.ui.more import more_note, resign_note
from bot.ui.moves import MovesModal
from bot.ui.options import move_choices, variant_choices
from bot.ui.pages import rules_note
from bot.ui.presses import LONGEST_LINE
from small_discord.limits.commands import check_commands
from tests.engine.walks import EVERY_GAME, EVERY_KIND
from tests.messages import with_commands
from tests.ui.test_board import FOOT, LONGEST, STYLES, check_fits, components_of, game_of, many, walks
from tests.ui.test_long_games import FULL, review_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.app_commands import Choice

    from bot.engine.rules import AnyRules

TRANSLATED = pytest.mark.parametrize("code", [code for code in LANGUAGES if code != ENGLISH])
EACH = 9
"""Which positions of a walk are looked at: the first, the tenth and so on."""
SOON = datetime(2026, 9, 26, 12, tzinfo=UTC)


@EVERY_KIND
@TRANSLATED
async def test_boards(rules: AnyRules, code: str) -> None:
    """A board fits, as does what is offered to whoever types moves."""
    for session, style in zip(islice(walks(rules), 0, many(rules), EACH), cycle(STYLES), strict=False):
        over = rules.outcome(session.state) is not None
        game = game_of(session, Status.FINISHED if over else Status.PLAYING)
        move = next(iter(rules.moves(session.state)), None)
        with read_in(code):
            news = News("A note. " * 40, Surety.WON, play=move)
            check_fits(Board(game, style, news, goal=goal_line(rules), foot=FOOT))


@pytest.mark.parametrize("code", LANGUAGES)
async def test_a_refused_line_fits_under_the_longest_board(code: str) -> None:
    """The longest line fits under the longest board in words, of a late racer; if cut, none is to correct."""
    rules, typed = find_game("push-pin"), "x" * LONGEST_LINE
    race = Race(1, LONGEST, LONGEST, 1, LONGEST, rules.id, "x" * 32, SOON, SOON, over=False, first_end=SOON)
    game = replace(game_of(Session.deal(rules, "tuesday")), kind=Kind.LATE)
    with read_in(code):
        news = refused_news("A reason. " * 30, typed)
        occasion = race_occasion(race, late=True)
        board = Board(game, STYLES[-1], news, occasion, FOOT * 2, goal=goal_line(rules))
        correct = worded(labels.CORRECT)
    check_fits(board)
    parts = components_of(board)
    text = "\n".join(each.get("content", "") for each in parts)
    assert typed[:500] in text
    whole = typed in text
    assert read_typed(text) == (typed if whole else "")
    assert (correct in {each.get("label") for each in parts}) is whole


@EVERY_GAME
@TRANSLATED
async def test_what_is_told_about_a_game(rules: AnyRules, code: str) -> None:
    """What is told and asked about a game fits: rules, odds, more that can be done, moves to type."""
    game = game_of(Session.deal(rules, "tuesday"))
    with read_in(code):
        for chapter in chapters(rules):
            check_fits(rules_note(rules, STYLES[0], chapter))
        check_fits(Note(odds_text(rules, Style(), played=10**6, won=10**6)))
        check_fits(more_note(game, sealed=False, private=True, unaided=True))
        check_fits(resign_note(game, sealed=True, stands=False))
        check_fits(strangers_note(game))
        check_modal(MovesModal(game).to_dict())
        check_choices(move_choices(game.session, "", Style(spoken=True)))


def check_modal(modal: dict[str, Any]) -> None:
    """Assert Discord's limits on a modal with a field."""
    assert 1 <= len(modal["title"]) <= 45
    (label,) = modal["components"]
    assert 1 <= len(label["label"]) <= 45
    assert 1 <= len(label["component"]["placeholder"]) <= 100


def check_choices(choices: Sequence[Choice[str]]) -> None:
    """Assert Discord's limits on what is offered to whoever types."""
    assert len(choices) <= 25
    assert all(1 <= len(each.name) <= 100 for each in choices)


@TRANSLATED
async def test_lists_of_games_and_help(code: str) -> None:
    """Pickers of games fit, and what the bot says of itself."""
    with read_in(code):
        for family in FAMILIES:
            check_fits(deal_picker(family))
        for note in (help_note(), about_note()):
            check_fits(note)
        check_choices(variant_choices(ALL.values(), ""))


@TRANSLATED
def test_labels(code: str) -> None:
    """Every label fits on a button."""
    noted = [each for each in (*vars(labels).values(), *labels._MORE.values()) if isinstance(each, Sentence)]
    for several in (CARDS_LABELS, COLOURS_LABELS, DEALS_LABELS, FORCED_LABELS, PERIODS, MONTHS):
        noted += several.values()
    with read_in(code):
        assert [text for text in map(worded, [*noted, SHOW_ME, HIDE_ME]) if len(text) > 80] == []


@TRANSLATED
def test_refusals(code: str) -> None:
    """Whatever is refused is told in one message."""
    with read_in(code):
        told = [worded(each) for each in SENTENCES.values() if isinstance(each, str)]
    assert [text for text in told if len(text) > 2000] == []


@TRANSLATED
def test_the_overview(code: str) -> None:
    """All games that there are fit into the overview of somebody who has played and achieved everything."""
    tallies = [Tally(game, *[10**6] * 6) for game in ALL]
    puzzles = Puzzles(WinRuns(*[10**4] * 4), PlayerRating(1534, known=False))
    found = Overview(tallies, Streak(10**4, 10**4), set(Achievement), puzzles)
    with read_in(code):
        check_fits(Note(overview_text(None, found, Style())))


async def test_commands() -> None:
    """Discord takes the commands with all that it is told of them: each description, choice and sum."""
    async with with_commands() as bot:
        told = [
            await command.get_translated_payload(bot.tree, Translator())
            for command in bot.tree.get_commands()
        ]
    check_commands(told)


@TRANSLATED
def test_the_longest_race(code: str) -> None:
    """The longest list of those who race fits, while it is on and once it is over."""
    for status, game in product((Status.FINISHED, Status.PLAYING), ALL):
        race = Race(1, LONGEST, LONGEST, 1, LONGEST, game, "x" * 32, SOON, SOON, over=False, first_end=SOON)
        runner = Standing(LONGEST, status, True, True, 10**3, 52, 2000, 10**6, late=True)
        runners = [runner._replace(player=LONGEST - each, hidden=each > 50) for each in range(60)]
        with read_in(code):
            check_fits(Note(running_text(race, runners)))
            check_fits(Note(result_text(race, runners)))


@TRANSLATED
@pytest.mark.parametrize("style", STYLES)
def test_the_longest_review(style: Style, code: str) -> None:
    """The review and the share of the longest game fit."""
    game, looked_back = game_of(FULL, Status.FINISHED), review_of(MOST_MOVES)
    shared = Shared(game, Result("free", "stuck", 0, 5, MOST_MOVES, 540, None), looked_back, Occasion())
    with read_in(code):
        check_fits(Note(review_text(game, looked_back, style)))
        check_fits(Note(share_text(shared, style)))

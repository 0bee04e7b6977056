"""What belongs to no game fits Discord in every language: what is short in English may be long in another."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from typing import TYPE_CHECKING

import pytest

from bot.client.commands import Translator
from bot.render import labels
from bot.render.board import goal_line
from bot.render.cards import Style
from bot.render.language import ENGLISH, LANGUAGES, read_in, worded
from bot.render.news import read_typed, refused_news
from bot.render.race import race_occasion, result_text, running_text
from bot.render.ranks import MONTHS, PERIODS
from bot.render.refusals import SENTENCES
from bot.render.settings import (
    CARDS_LABELS,
    COLOURS_LABELS,
    DEALS_LABELS,
    FORCED_LABELS,
    HIDE_ME,
    SHOW_ME,
)
from bot.render.stats import overview_text
from bot.service.race import Standing
from bot.service.stats import Achievement, Overview, Puzzles, Streak
from bot.store import Kind, PlayerRating, Race, Status, Tally, WinRuns
from bot.ui.board import Board
from bot.ui.components import Note
from bot.ui.front_door import about_note, deal_picker, help_note
from bot.ui.options import variant_choices
from bot.ui.presses import LONGEST_LINE
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import ALL, find_game
from idle_year.engine.session import Session
from idle_year.engine.wording import Sentence
from small_discord.limits.commands import check_commands
from tests.messages import with_commands
from tests.screens import FOOT, LONGEST, STYLES, check_fits, components_of, game_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.app_commands import Choice

TRANSLATED = pytest.mark.parametrize("code", [code for code in LANGUAGES if code != ENGLISH])
SOON = datetime(2026, 9, 26, 12, tzinfo=UTC)


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
    puzzles = Puzzles(WinRuns(*[10**4] * 4), PlayerRating(1534, known=False), best_run=100)
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

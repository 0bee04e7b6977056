"""Pages of rules as sent to Discord."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.render.cards import EMPTY, Style, picture_style, pictures, suits_as_text
from bot.render.families import family_of
from bot.render.rules import Chapter, chapters, game_line, rules_page
from idle_year.engine.cards import PACK
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import ALL, find_game, games_of
from idle_year.engine.games.accordion_deals import OPEN
from idle_year.engine.rules import AnyRules, Example
from tests.idle_year.engine.walks import EVERY_GAME

# Ids have at most 19 digits.
EMOJI = {name: f"<:{name}:9223372036854775807>" for name in pictures()}
PICTURES = picture_style(EMOJI, 10, two_colours=True)
SPOKEN = Style(spoken=True)


@EVERY_GAME
@pytest.mark.parametrize("style", [Style(), PICTURES, SPOKEN], ids=["text", "pictures", "words"])
def test_a_page_fits_in_a_message(rules: AnyRules, style: Style) -> None:
    """A page of rules fits in a message, however cards are shown."""
    for chapter in chapters(rules):
        assert len(rules_page(rules, style, chapter)) <= 3900


@EVERY_GAME
def test_an_example_shows_pictures_before_and_after(rules: AnyRules) -> None:
    """An example shows pictures before and after its move, and the text around them stays."""
    example = rules.page.example
    assert example is not None
    before, after = rules_page(rules, PICTURES).split(f"`{example.move}` leads to")
    assert "<:" in before
    assert "<:" in after
    assert suits_as_text(example.shows) in before


def test_an_example_too_long_for_pictures_is_text() -> None:
    """An example that is too long for pictures is text, so that the page stays whole."""
    example = Example(" ".join(map(str, PACK)), "2<", "A whole pack.")
    page = rules_page(replace(OPEN, page=replace(OPEN.page, example=example)), PICTURES)
    assert len(page) <= 3900
    assert "<:" not in page
    assert suits_as_text("` 1` A♣ 2♣ 3♣") in page


def test_an_empty_place_has_a_picture() -> None:
    """An empty place in a pyramid has a picture."""
    before, after = rules_page(find_game("pyramid"), PICTURES).split(" leads to")
    assert EMOJI[EMPTY] not in before
    assert after.count(EMOJI[EMPTY]) == 2


@EVERY_GAME
def test_a_page_in_words_has_no_card_symbols(rules: AnyRules) -> None:
    """A page in words has no card symbols, and moves in it stay as they are typed."""
    page = rules_page(rules, SPOKEN)
    assert not re.search("[♣♦♥♠]", page + "".join(rules_page(rules, SPOKEN, each) for each in Chapter))
    assert rules.page.example is not None
    assert f"`{rules.page.example.move}` leads to" in page


@EVERY_GAME
def test_who_wants_to_play_reads_one_page(rules: AnyRules) -> None:
    """Who wants to play reads one page, and everything else known is in other chapters."""
    first, *others = chapters(rules)
    assert first is Chapter.PLAY
    page, told = rules.page, "".join(rules_page(rules, chapter=chapter) for chapter in others)
    for text in (page.strategy, page.history, page.chance, *page.misprints):
        assert suits_as_text(text) in told
        assert not text or suits_as_text(text) not in rules_page(rules)
    assert "Misprints" not in told or page.misprints


@EVERY_GAME
def test_prose_is_not_taken_for_markdown(rules: AnyRules) -> None:
    """Prose of a page has no signs that Discord could take for Markdown, except in backticks."""
    page = rules.page
    shows = page.example.shows if page.example else ""
    printed = (page.strategy, page.history, page.chance, *page.misprints, page.source)
    for text in (page.goal, page.deal, page.play, shows, *printed):
        prose = re.sub("`[^`\n]+`", "", text)
        assert not re.search(r"[`*_~|<>#@\[\]\\\n]", prose), prose


def test_every_game_has_a_line_that_fits() -> None:
    """Every game has a line about it that fits, and there is none for a game that is gone."""
    families = [family_of(games_of(family)[0]) for family in FAMILIES]
    assert [game for family in families for game in family.about] == list(ALL)
    assert {len(game_line(rules)) for rules in ALL.values()} <= set(range(20, 101))

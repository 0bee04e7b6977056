"""Names and pages of games, in the reader's language."""

from __future__ import annotations

import re

import pytest

from bot.engine.games import find_game
from bot.engine.rules import AnyRules
from bot.render.cards import Style
from bot.render.language import read_in
from bot.render.names import game_name, page_sentences, sentences
from bot.render.odds import odds_text
from bot.render.rules import chapters, list_text, rules_page
from tests.engine.walks import EVERY_GAME
from tests.languages import marked, unmarked

__all__ = ["marked"]


def test_a_page_is_worded_by_the_sentence() -> None:
    """A text of a page ends its sentences where a person would, not behind an initial."""
    assert sentences("William B. Dick, 1883. The program PySolFC. 24 are in the stock.") == [
        "William B. Dick, 1883.",
        "The program PySolFC.",
        "24 are in the stock.",
    ]
    assert sentences("") == []


def test_no_sentence_of_a_page_is_a_fragment() -> None:
    """What translators are given is whole: it begins as a sentence does, and its backticks are closed."""
    for text in page_sentences():
        assert text == text.strip()
        assert text[0].isupper() or text[0].isdigit(), text
        assert text.count("`") % 2 == 0, text
        assert text.count('"') % 2 == 0, text
        assert text.count("(") == text.count(")"), text


@pytest.mark.usefixtures("marked")
def test_a_local_name_stands_beside_the_english_one() -> None:
    """Who reads another language still knows what commands call the game; English needs one name only."""
    assert game_name(find_game("french")) == "French"
    with read_in("de"):
        assert game_name(find_game("french")) == "⟦French (⟦French⟧)⟧"


@EVERY_GAME
@pytest.mark.usefixtures("marked")
def test_every_word_about_a_game_is_in_the_readers_language(rules: AnyRules) -> None:
    """Rules, odds and the head of a list leave no word in English, whatever the game."""
    with read_in("de"):
        pages = [rules_page(rules, chapter=chapter) for chapter in chapters(rules)]
        pages += [odds_text(rules, Style(), played=8, won=2), list_text(rules.family, 1, 2)]
    for page in pages:
        assert not re.search("[a-z]{2}", unmarked(page)), page

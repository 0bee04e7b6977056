"""Names and pages of games, in the reader's language."""

from __future__ import annotations

import re
import unicodedata

import pytest

from bot.render.cards import Style
from bot.render.language import LANGUAGES, looked_up, read_in
from bot.render.names import game_name, page_sentences, read_game, sentences
from bot.render.odds import odds_text
from bot.render.rules import chapters, list_text, rules_page
from idle_year.engine.errors import GameError
from idle_year.engine.games import ALL, find_game
from idle_year.engine.rules import AnyRules
from tests.idle_year.engine.walks import EVERY_GAME
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


def as_typed(name: str) -> set[str]:
    """Return how people type a name: with its accents, apart from their letters or left out; in capitals."""
    apart = unicodedata.normalize("NFD", name)
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return {name, apart, plain, plain.upper(), name.upper(), f" {plain.lower().replace(' ', '-')}. "}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_name_that_is_shown_is_understood(code: str) -> None:
    """A name that a language shows is understood as people type it, in this language and in every other."""
    for rules in ALL.values():
        with read_in(code):
            shown = {looked_up(rules.name), game_name(rules), rules.name, rules.id}
        for typed in set().union(*map(as_typed, shown)):
            for reader in {code, "en", "pt_BR"}:
                with read_in(reader):
                    assert read_game(typed).id == rules.id, (typed, reader)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_translation_hides_another_name(code: str) -> None:
    """What a game is also called leads where it does in English, whatever games are called elsewhere."""
    with read_in(code):
        for alias in (alias for rules in ALL.values() for alias in rules.aliases):
            assert read_game(alias) == find_game(alias)


def test_a_japanese_name_is_understood_in_narrow_letters() -> None:
    """Japanese may be typed in letters of half the width."""
    with read_in("ja"):
        assert read_game("ﾋﾟﾗﾐｯﾄﾞ").id == "pyramid"


@pytest.mark.parametrize(
    ("code", "typed", "game"),
    [
        ("de", "Koenigliche Hochzeit", "royal-marriage"),
        ("de", "Hochzeit", "royal-marriage"),
        ("fr", "mariage", "royal-marriage"),
        ("ja", "ナポレオン", "napoleon"),
        ("ja", "ぴらみっど", "pyramid"),
        ("ja", "40人の盗賊", "napoleon"),
        ("de", "Vierzig Räuber", "napoleon"),
        ("de", "vierzig raeuber", "napoleon"),
        ("es", "Cuarenta ladrones", "napoleon"),
        ("fr", "40 voleurs", "napoleon"),
        ("pt_BR", "Sanfona", "accordion"),
    ],
)
def test_a_name_is_understood_as_people_of_a_language_write_it(code: str, typed: str, game: str) -> None:
    """Other spellings and names are understood, and one word of a name that no other game has."""
    with read_in(code):
        assert read_game(typed).id == game


@pytest.mark.parametrize(
    ("code", "typed", "near"),
    [
        ("de", "akkordion", "Accordion (Akkordeon)"),
        ("de", "turm von babel", "Tower of Babel (Turm zu Babel)"),
        ("en", "gorem", "Goren"),
    ],
)
def test_a_misspelt_name_brings_the_nearest_of_ones_language(code: str, typed: str, near: str) -> None:
    """A misspelt name brings the nearest one as the reader's language shows it."""
    with read_in(code), pytest.raises(GameError, match=re.escape(f"did you mean {near}")):
        read_game(typed)


@pytest.mark.parametrize("typed", ["", "pyr", "marriage", "yramid", "Goren" * 21])
def test_what_is_no_whole_word_of_one_game_is_refused(typed: str) -> None:
    """What several names hold, or holds too little or too much, is taken for no game."""
    with pytest.raises(GameError, match="There is no game called"):
        read_game(typed)

"""The catalogues of all languages: whole, and fit to be filled in."""

from __future__ import annotations

import ast
import re
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from bot.render import language
from bot.render.language import (
    ENGLISH,
    LANGUAGES,
    _,
    _language,
    commas,
    day_and_month,
    joined,
    listed,
    nearest,
    percent,
    read_in,
)
from tests.messages import KEYWORDS, ROOT, extracted, forms, places, read, translated, untranslated

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from babel.messages.catalog import Message

_KEPT = re.compile(
    r"`[^`]*`|(?<![\w/])/[a-z]+|<[^<>\s]+>|\*\*|(?:10|[A2-9JQK])[♣♦♥♠]|[🏆⭐🎉🛟👑🔥✅❌🎲❔🥇🥈🥉]", re.ASCII
)
"""What means the same in all languages: code, commands, links, bold type, cards and signs."""
_MECHANISM = ("language.py", "wording.py")
"""Where the functions themselves are, which hand on what they are given."""


def test_every_sentence_of_the_code_is_extracted() -> None:
    """Every sentence that is worded or noted is extracted: within an f-string, it would be overlooked."""
    there = {message.id for message in extracted()}
    noted = {message for path in _code() for message in _noted(path)}
    assert noted - there == set()


def _code() -> Iterator[Path]:
    for place in ("idle-year/idle_year", "bot"):
        yield from (ROOT / place).rglob("*.py")


def _noted(path: Path) -> Iterator[Any]:
    """Yield the sentences of a file, as Python itself reads them."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
            wanted = KEYWORDS[node.func.id] or (1,)
            texts = tuple(each.value for each in node.args[: len(wanted)] if isinstance(each, ast.Constant))
            if path.name not in _MECHANISM:
                assert len(texts) == len(wanted), f"{path}:{node.lineno} words what is no literal"
                yield texts[0] if len(texts) == 1 else texts


@pytest.mark.parametrize("code", translated())
def test_a_catalogue_has_every_sentence(code: str) -> None:
    """A catalogue has every sentence of the code, and no other; `make messages` sees to that."""
    wanted, there = extracted(), read(code)
    assert [message.id for message in there] == [message.id for message in wanted]
    assert untranslated(code) == []
    assert not there.fuzzy


@pytest.mark.parametrize("code", translated())
def test_a_translation_keeps_what_is_no_language(code: str) -> None:
    """A translation has the places of its sentence, and the code, commands, cards and signs in it."""
    wrong = [(english, text) for message in read(code) if message.id for english, text in _changed(message)]
    assert wrong == []


def _changed(message: Message) -> list[tuple[str, str]]:
    plural = isinstance(message.id, tuple)
    return [
        (english, text)
        for english, text in forms(message)
        if (places(text) - places(english) if plural else places(text) != places(english))
        or Counter(_KEPT.findall(english)) != Counter(_KEPT.findall(text))
    ]


def test_no_line_breaks_before_a_sign_in_french() -> None:
    """French writes a space before some signs, at which no line may break: a sign would begin the next."""
    told = [text for message in read("fr") if message.id for _english, text in forms(message)]
    assert [text for text in told if re.search(" [:;!?%»]|« ", text)] == []


def test_every_language_has_a_catalogue() -> None:
    """Everybody can choose each language that has a catalogue, and no other."""
    assert sorted(LANGUAGES) == sorted([ENGLISH, *translated()])


@pytest.mark.parametrize(
    ("locale", "code"),
    [
        (None, "en"),
        ("", "en"),
        ("en-GB", "en"),
        ("xx-YY", "en"),
        ("x" * 9000, "en"),
        ("es-419", "es"),
        ("pt-BR", "pt_BR"),
    ],
)
def test_whoever_speaks_what_we_lack_reads_what_is_nearest(locale: str | None, code: str) -> None:
    """Whoever speaks a language that we lack reads the nearest, or English."""
    assert nearest(locale) == code


@pytest.mark.logs("The catalogue")
def test_a_broken_catalogue_is_english_and_one_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A catalogue that is missing or broken is English, and one line in the log."""
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    monkeypatch.setitem(LANGUAGES, "xx", "Nothing")
    monkeypatch.setitem(LANGUAGES, "yy", "Rubbish")
    (tmp_path / "yy.mo").write_bytes(b"\xde\x12\x04\x95rubbish")
    _language.cache_clear()
    for code in ("xx", "yy"):
        caplog.clear()
        for _time in range(2):
            with read_in(code):
                assert _("Deal") == "Deal"
        assert len(caplog.records) == 1
    _language.cache_clear()


@pytest.mark.parametrize(
    ("code", "days", "cards", "share"),
    [
        ("en", "1 November, 20 November", "7♠ or 8♠", "66.8 %"),
        ("de", "1. November, 20. November", "7♠ oder 8♠", "66,8\xa0%"),
        ("es", "1 de noviembre, 20 de noviembre", "7♠ u 8♠", "66,8\xa0%"),
        ("fr", "1er novembre, 20 novembre", "7♠ ou 8♠", "66,8\xa0%"),
        ("ja", "11月1日、11月20日", "7♠か8♠", "66.8%"),
        ("pt_BR", "1 de novembro, 20 de novembro", "7♠ ou 8♠", "66,8%"),
    ],
)
def test_days_lists_and_shares_are_said_as_people_do(code: str, days: str, cards: str, share: str) -> None:
    """Days, lists and shares are written as each language does, also where Babel would not."""
    with read_in(code):
        assert commas(day_and_month(date(2026, 11, day)) for day in (1, 20)) == days
        assert listed(["7♠", "8♠"], "or") == cards
        assert percent(0.668, 1) == share


def test_sentences_follow_each_other_as_in_each_language() -> None:
    """A space parts two sentences; in Japanese a wide one does behind a sign that has no room of its own."""
    assert joined("Won!", "", "One pile.") == "Won! One pile."
    with read_in("ja"):
        assert (
            joined("**クリア！**", "51手。", "1山？", "はい。") == "**クリア！**\u300051手。1山？\u3000はい。"
        )

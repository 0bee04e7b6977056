"""Two languages that everybody can read: German marks every sentence ⟦so⟧, and French ⟪so⟫."""

from __future__ import annotations

import re
from gettext import NullTranslations
from typing import TYPE_CHECKING

import pytest

from bot.render import language

if TYPE_CHECKING:
    from collections.abc import Callable

MARKS = {"de": ("⟦", "⟧"), "fr": ("⟪", "⟫")}
NAMES = {"de": "Deutsch", "fr": "Français"}


class _Marked(NullTranslations):
    def __init__(self, begin: str, end: str) -> None:
        super().__init__()
        self._begin, self._end = begin, end

    def gettext(self, message: str) -> str:
        return f"{self._begin}{message}{self._end}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak these two languages, whatever others there are."""
    for code, name in NAMES.items():
        monkeypatch.setitem(language.LANGUAGES, code, name)
    read: Callable[[str], language.Language] = language._language

    def marked_or_read(code: str) -> language.Language:
        return language.Language(code, _Marked(*MARKS[code])) if code in MARKS else read(code)

    monkeypatch.setattr(language, "_language", marked_or_read)


def unmarked(text: str) -> str:
    """Return what stands in no German marks, and in no code.

    One pair of marks may hold another, and where a text was cut with an ellipsis, the second mark is missing.
    """
    text = re.sub("`[^`]*`|<[^<>]*>", "", text)
    while (less := re.sub("⟦[^⟦⟧]*⟧|⟦[^⟦⟧…]*(?=…)", "", text)) != text:
        text = less
    return text

"""Names of games, which people spell in more than one way."""

from __future__ import annotations

import re

_APOSTROPHES = re.compile("['’]")
_WORD = re.compile(r"[^\W_]+")
_SET_ASIDE = ("solitaire", "patience")


def spelling(name: str) -> str:
    """Return a name without case or punctuation: `accordions-revenge`."""
    return "-".join(_words(name))


def short_spelling(name: str) -> str:
    """Return a name also stripped of what books and programs add to it: The, Solitaire, Patience."""
    words = _words(name)
    return "-".join(word for word in words[words[:1] == ["the"] :] if word not in _SET_ASIDE)


def unfinished_spelling(name: str) -> str:
    """Return the short spelling of a name that is still being typed, its last word incomplete.

    `french soli` becomes `french`, because Solitaire will be dropped.
    """
    *words, last = _words(name) or [""]
    begun = any(word.startswith(last) for word in ("the", *_SET_ASIDE))
    return short_spelling(" ".join(words) if begun else name)


def _words(name: str) -> list[str]:
    return _WORD.findall(_APOSTROPHES.sub("", name.lower()))

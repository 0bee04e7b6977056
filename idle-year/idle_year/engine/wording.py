"""Sentences for players, which remember how they were made, and what a person typed, quoted.

The rules write English and do not ask who is reading. `bot/render/language.py` words the same sentence in the
reader's language, from its template and from what fills it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

_LONGEST_QUOTE = 64
"""Characters: as many as the longest name that a command accepts."""
_ACCENTS = re.compile("[\N{COMBINING GRAVE ACCENT}-\N{COMBINING LATIN SMALL LETTER X}\u3099\u309a]+")
"""What is left of accents once they are parted from their letters, and of the marks that voice kana."""
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
_KATAKANA = {hiragana: hiragana + 0x60 for hiragana in range(ord("ぁ"), ord("ゖ") + 1)}
_WITH_E = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
WORD_JOINER = "\N{WORD JOINER}"
"""Stands for a space within a phrase that is to be read as one word; quoted, it is a space again."""


ListStyle: TypeAlias = Literal["standard", "or"]
"""What joins the last two texts of a list: "and" is "standard"."""


class Sentence(str):
    """A sentence in English, filled in, that remembers its template and what filled it.

    A place may be filled with another sentence, such as a reason or a list.
    """

    __slots__ = ("many", "number", "places", "template")

    template: str
    """The sentence with places in braces: `No pile matches one that's {places} places to its left.`."""
    many: str | None
    """The template for every number but one, if the sentence counts something."""
    number: int
    places: Mapping[str, object]

    def __new__(cls, template: str, many: str | None, number: int, places: Mapping[str, object]) -> Sentence:
        """Fill in a template: the one for many if there is one and `number` is not 1."""
        chosen = template if many is None or number == 1 else many
        made = super().__new__(cls, chosen.format_map(places) if places else chosen)
        made.template, made.many, made.number, made.places = template, many, number, places
        return made

    def __reduce__(self) -> tuple[type[Sentence], tuple[object, ...]]:
        """Let it be sent to another process as it is."""
        return Sentence, (self.template, self.many, self.number, self.places)


class Listed(str):
    """Several texts as a list in an English sentence, which remembers the texts."""

    __slots__ = ("style", "texts")

    texts: tuple[str, ...]
    style: ListStyle

    def __new__(cls, texts: Sequence[str], style: ListStyle) -> Listed:
        """Join the texts, of which there must be one at least."""
        *others, final = texts
        last = "or" if style == "or" else "and"
        made = super().__new__(cls, f"{', '.join(others)} {last} {final}" if others else final)
        made.texts, made.style = tuple(texts), style
        return made

    def __reduce__(self) -> tuple[type[Listed], tuple[object, ...]]:
        """Let it be sent to another process as it is."""
        return Listed, (self.texts, self.style)


def sentence(template: str, /, **places: object) -> Sentence:
    """Note a sentence, with places in braces that are filled by name."""
    return Sentence(template, None, 1, places)


def plural(one: str, many: str, n: int, /, **places: object) -> Sentence:
    """Note a sentence that counts something: `{n}` is the number, and `one` is the template for 1."""
    return Sentence(one, many, n, {"n": n, **places})


def counted(number: int, noun: str) -> str:
    """Return `1 move`, `2 moves`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def spelt(number: int) -> str:
    """Return a non-negative number as a word up to ten, `no` for 0, and in digits beyond."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def listed(texts: Sequence[str], style: ListStyle = "standard") -> Listed:
    """Note several texts as a list in a sentence: `8♠, 7♦ and Q♥`; with "or" as style, `8♠ or 7♦`."""
    return Listed(texts, style)


_NUMBERS = (
    # Translators: how many, within a sentence; write digits where the word would have to agree
    sentence("no"),
    sentence("one"),
    sentence("two"),
    sentence("three"),
    sentence("four"),
    sentence("five"),
    sentence("six"),
    sentence("seven"),
    sentence("eight"),
    sentence("nine"),
    sentence("ten"),
)


def quoted(text: str) -> str:
    """Return typed text in backticks: on one line, shortened, without invisible or bidirectional controls.

    Within backticks Discord ignores mentions and markup.
    """
    short = text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"
    return f"`{visible(short)}`"


def visible(text: str) -> str:
    """Return typed text on one line, without backticks and invisible or bidirectional controls."""
    return "".join(map(_shown, text))


def folded(text: str) -> str:
    """Return typed text as it is compared: without case and accents, in the usual width of its letters."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return _ACCENTS.sub("", apart).translate(_LIGATURES)


def folded_name(name: str) -> str:
    """Return a name as it is compared: folded, and in katakana if it is typed in hiragana."""
    return folded(name).translate(_KATAKANA)


def both_spellings(name: str) -> tuple[str, str]:
    """Return a name as it is, and with its ä, ö and ü as ae, oe and ue, which many keyboards need."""
    return name, name.translate(_WITH_E)


def _shown(letter: str) -> str:
    if letter == "`":
        return "'"
    if letter == WORD_JOINER:
        return " "
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else "�"

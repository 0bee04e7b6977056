"""The language of whoever reads: sentences are written in English, and found in the catalogue of a language.

`_` and `n_` word a sentence at once, for the reader of the moment. A constant, and the engine, only note one
(`sentence`, `plural`), which `worded` words when it is shown. Catalogues are gettext's: `languages/de.po`.
"""

from __future__ import annotations

import logging
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import NamedTuple, TypeVar

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from idle_year.engine.wording import Listed, ListStyle, Sentence

log = logging.getLogger(__name__)

T = TypeVar("T")

ENGLISH = "en"
LANGUAGES = {
    ENGLISH: "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "ja": "日本語",
    "pt_BR": "Português do Brasil",
}
"""What each language is called in itself, by the name of its catalogue."""
FOLDER = Path(__file__).parent / "languages"
_BABEL = {ENGLISH: "en_GB"}
"""What Babel calls a language, if not as we do: here, dates and lists are British."""
_NOTED = {Sentence, Listed}
UNPARTED = {"ja"}
"""Languages that write no space between two sentences."""
_ENDS_IN_A_SIGN = re.compile(r"[！？](?:\*\*)?$")
_SOUNDS_LIKE_O = re.compile(r"h?o|8|11(?!\d)", re.IGNORECASE)
"""How a Spanish text begins before which "o" becomes "u": `7♠ u 8♠`."""
PLAIN, SHORT, WITH_WEEKDAY, WITH_YEAR, WEEKDAY = "MMMMd", "MMMd", "MMMMEd", "yMMMMd", "E"
"""How a day is written, for Unicode: `20 November`, `20 Nov`, `Fri 20 November`, `20 November 2026`, `Fri`.
"""


class Language(NamedTuple):
    """A language and its sentences."""

    code: str
    """The name of its catalogue: `pt_BR`."""
    catalogue: NullTranslations

    @property
    def babel(self) -> Locale:
        """How it writes dates, numbers and lists."""
        return _locale(_BABEL.get(self.code, self.code))


_AS_WRITTEN = Language(ENGLISH, NullTranslations())
_reader: ContextVar[Language] = ContextVar("reader", default=_AS_WRITTEN)


def load_languages() -> None:
    """Load all that is known of each language, which takes a tenth of a second: nobody waits for it later."""
    for code in LANGUAGES:
        # Babel loads a language when it is first asked about it.
        _language(code).babel.decimal_formats  # noqa: B018  it is for what happens with it


def nearest(locale: object) -> str:
    """Return our language that is nearest to one of Discord's, such as `es-419`; English if none is near.

    Discord's word for it may be anything, also none.
    """
    asked = locale.replace("-", "_") if isinstance(locale, str) else ""
    near = (code for code in LANGUAGES if code.partition("_")[0] == asked.partition("_")[0])
    return asked if asked in LANGUAGES else next(near, ENGLISH)


def language_read(chosen: str, locale: str | None) -> str:
    """Return the chosen language if we have it, else ours that is nearest to Discord's."""
    return chosen if chosen in LANGUAGES else nearest(locale)


def read_by(code: str) -> None:
    """Word everything that follows in this task in a language, by the name of its catalogue."""
    _reader.set(_language(code))


@contextmanager
def read_in(code: str) -> Iterator[None]:
    """Word everything within in a language: what a whole server sees, say."""
    token = _reader.set(_language(code))
    try:
        yield
    finally:
        _reader.reset(token)


def in_each_language(say: Callable[[], T]) -> list[T]:
    """Return what is said in the reader's language, in English and in the others, in this order."""
    said = []
    for code in dict.fromkeys([spoken_here(), *LANGUAGES]):
        with read_in(code):
            said.append(say())
    return said


def spoken_here() -> str:
    """Return the language of the moment, by the name of its catalogue."""
    return _reader.get().code


def read_here() -> Language:
    """Return the language of the moment, by which what is said often can be kept."""
    return _reader.get()


def _(text: str, /, **places: object) -> str:
    """Word a sentence for its reader; its places are in braces, and filled by name."""
    return _filled(_reader.get().catalogue.gettext(text), text, places)


def n_(one: str, many: str, n: int, /, **places: object) -> str:
    """Word a sentence that counts something: `{n}` is the number, and `one` is English for 1."""
    english = one if n == 1 else many
    return _filled(_reader.get().catalogue.ngettext(one, many, n), english, {"n": n, **places})


def looked_up(text: str) -> str:
    """Find a text that is data in the reader's catalogue: a game's name, or a sentence about it."""
    return _reader.get().catalogue.gettext(text) if text else ""


def worded(text: str) -> str:
    """Word a sentence that was noted; any other text is returned as it is."""
    if isinstance(text, Sentence):
        one, many, places, catalogue = text.template, text.many, text.places, _reader.get().catalogue
        if many is not None:
            template = catalogue.ngettext(one, many, text.number)
            return _filled(template, one if text.number == 1 else many, places)
        template = catalogue.gettext(one)
        return _filled(template, one, places) if places else template
    return listed(text.texts, text.style) if isinstance(text, Listed) else text


def drawable(*texts: str) -> list[str]:
    """Word texts for a picture, if its font has the letters for all; else they stay English.

    Pillow's own font has neither accents nor characters of Japanese.
    """
    told = [worded(text) for text in texts]
    return told if all(map(str.isascii, told)) else list(texts)


def joined(*sentences: str) -> str:
    """Return whole sentences one after the other; empty ones are left out."""
    said = list(filter(None, map(worded, sentences)))
    if spoken_here() not in UNPARTED:
        return " ".join(said)
    # A Japanese full stop has room behind it; other signs at the end of a sentence have a wide space there.
    return "".join(_ENDS_IN_A_SIGN.sub("\\g<0>\u3000", each) for each in said[:-1]) + "".join(said[-1:])


def capital(text: str) -> str:
    """Return a text as a sentence begins."""
    return text[:1].upper() + text[1:]


def listed(texts: Sequence[str], style: ListStyle = "standard") -> str:
    """Return several texts as a list in a sentence: `8♠, 7♦ and Q♥`; with "or" as style, `8♠ or 7♦`."""
    said = [worded(text) for text in texts]
    between = _before_last(style, said[-1])
    if between and len(said) > 1:
        return commas(said[:-1]) + between + said[-1]
    return format_list(said, style, locale=_reader.get().babel)


def _before_last(style: str, last: str) -> str | None:
    """Return what stands before the last of several texts, where Babel does not say it as people do."""
    match spoken_here(), style:
        case "ja", "standard":
            return "と"
        case "ja", "or":
            return "か"
        case "es", "or" if _SOUNDS_LIKE_O.match(last):
            return " u "
    return None


def commas(texts: Iterable[str]) -> str:
    """Return several texts parted by commas, without "and": `8♠, 7♦, Q♥`."""
    # Translators: what parts texts where no "and" comes before the last, with its space if there is one
    return _(", ").join(map(worded, texts))


def number(value: float, digits: int | None = None) -> str:
    """Return a number as it is written: `1,234` or `3.5`; with so many digits behind the point, if given."""
    if digits is None:
        return format_decimal(value, locale=_reader.get().babel)
    return format_decimal(round(value, digits), _pattern(digits), locale=_reader.get().babel)


def percent(share: float, digits: int) -> str:
    """Return a share, 0 to 1, as a percentage with so many digits behind the point: `66.82 %`."""
    rounded = round(100 * share, digits) / 100  # as Python rounds a half, not as Babel does
    locale = _reader.get().babel
    written = "#,##0 %" if spoken_here() == ENGLISH else locale.percent_formats[None].pattern
    return format_percent(rounded, written.replace("#,##0", _pattern(digits)), locale=locale)


def day_and_month(day: date, how: str = PLAIN) -> str:
    """Return a day: `20 November`."""
    if how == SHORT and spoken_here() == ENGLISH:
        return format_date(day, "d MMM", "en")  # the British "Sept" is longer than any other month
    said = format_skeleton(how, day, locale=_reader.get().babel)
    # French has an ordinal for the first of a month alone, which Babel's patterns do not know.
    return re.sub(r"\b1 ", "1er ", said, count=1) if spoken_here() == "fr" and day.day == 1 else said


def month_name(day: date) -> str:
    """Return the name of a day's month: `November`."""
    return format_date(day, "LLLL", _reader.get().babel)


def _pattern(digits: int) -> str:
    return "#,##0" + ("." + "0" * digits if digits else "")


def _filled(template: str, english: str, places: Mapping[str, object]) -> str:
    if not places:
        return template
    for value in places.values():
        if value.__class__ in _NOTED:
            places = {name: worded(each) if isinstance(each, str) else each for name, each in places.items()}
            break
    try:
        return template.format_map(places)
    except (LookupError, ValueError):
        _complain(template)
        return english.format_map(places)


@cache
def _complain(template: str) -> None:
    """Log a sentence of a catalogue that cannot be filled, once."""
    log.error("A translation cannot be filled in, so that English stands in for it: %s", template)


@cache
def _locale(name: str) -> Locale:
    return Locale.parse(name)


@cache
def _language(code: str) -> Language:
    """Read a catalogue; one that is missing or broken is told in the log once, and is English then."""
    if code == ENGLISH or code not in LANGUAGES:
        return _AS_WRITTEN
    try:
        with (FOLDER / f"{code}.mo").open("rb") as compiled:
            return Language(code, GNUTranslations(compiled))
    except (OSError, ValueError, LookupError, struct.error) as error:
        log.error("The catalogue %s.mo cannot be read, so that English stands in for it: %s", code, error)
        return _AS_WRITTEN

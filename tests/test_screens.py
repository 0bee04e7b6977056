"""What holds on each screen of each game: it fits, it is plain, and it speaks its reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle, product
from typing import TYPE_CHECKING

import pytest

from bot.render.cards import Style
from bot.render.discord_limits import BUTTON_CHARACTERS, OPTION_CHARACTERS
from bot.render.language import LANGUAGES
from idle_year.engine.games import ALL, find_game
from tests.idle_year.engine.walks import is_first_of_its_kind
from tests.languages import marked, unmarked
from tests.screens import PLAIN, SIGNS, SPOKEN, STYLES, check_parts, make_screens, screens

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

__all__ = ["marked"]

SHOWN_OR_SPOKEN = pytest.mark.parametrize("style", [PLAIN, SPOKEN], ids=["shown", "spoken"])
MENTION = re.compile(r"<[@/][^<>]*>")
ASKED_FOR = re.compile(r"All moves: \|\|.*?\|\||deal [a-z-]+:\w+|`x+`?")
"""What stands behind a tap, the code of a deal that anybody may play, and what was typed."""
NOTATION = re.compile(
    r"(?<![\w<@#:])(?:\d+|(?:10|[A2-9TJQK])[SHDC♠♥♦♣]\ufe0e?)(?:<+|>+)(?![\w@#:/])"
    r"|\bx\d+\b|\bd[*\d]|\([dr]\)|\b(?:t\d+|w)>|\b[ptfrsv]@\d"
)
STUDIED = re.compile(r"\b(penalty|pass(?:es)?|stock|claims?|lines?|open|clean)\b", re.IGNORECASE)
MAY_STAND = {
    "Only kings of the stock": "the number of cards left to deal stands beside it",
    "the pyramid, the stock and the waste": "the goal of Pyramid with all cards, beside its board",
    "three passes": "the name of two games",
    "On a line:": "the setting for how many cards a line of the board has",
    "fewer cards on a line": "the same setting",
    "Boards you have open": "as of a door",
}
"""Sentences in which a word of theirs has its everyday meaning beside it, with the reason."""


FIRST = [name for name, rules in ALL.items() if is_first_of_its_kind(rules)]


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=() if name in FIRST else pytest.mark.slow) for name in ALL],
)
def kind(request: pytest.FixtureRequest) -> str:
    """Return each game in turn, with all tests of its screens: all but the first of a kind are slow."""
    return str(request.param)


def strangers(text: str) -> list[str]:
    """Return all notation and all studied words in a text."""
    text = ASKED_FOR.sub("", text)
    for sentence in MAY_STAND:
        text = text.replace(sentence, "")
    return [found.group() for each in (NOTATION, STUDIED) for found in each.finditer(text)]


def in_turn() -> Iterator[ParameterSet]:
    """Yield each game in each language: all but English and one other for the first of a kind are slow."""
    english, *others = LANGUAGES
    quick = {
        (game, code) for game, other in zip(FIRST, cycle(others), strict=False) for code in (english, other)
    }
    for pair in product(ALL, LANGUAGES):
        yield pytest.param(*pair, marks=() if pair in quick else pytest.mark.slow)


def in_styles(code: str) -> Iterator[Style]:
    """Yield all styles for English, else the one with the longest texts and another one."""
    number = list(LANGUAGES).index(code)
    yield from STYLES if number == 0 else (SPOKEN, STYLES[number % len(STYLES)])


@pytest.mark.parametrize(("kind", "code"), list(in_turn()), indirect=["kind"])
async def test_everything_fits(kind: str, code: str) -> None:
    """Everything that is shown of a game fits Discord's limits of components, characters, options and ids."""
    for style in in_styles(code):
        for screen in screens(kind, style, code):
            check_parts(screen.parts)


@SHOWN_OR_SPOKEN
async def test_what_nobody_asked_for_is_plain(kind: str, style: Style) -> None:
    """What players read without asking for it has no notation, and no words of those who study games."""
    texts = [text for screen in screens(kind, style, "en") if not screen.asked for text in screen.texts]
    assert {text: found for text in texts if (found := strangers(text))} == {}


async def test_words_have_no_signs(kind: str) -> None:
    """Nothing in words is a picture of a card or an arrow, and no board has an empty line."""
    for screen in screens(kind, SPOKEN, "en"):
        said = MENTION.sub("", "\n".join(screen.texts)).replace("\n> ", "\n")
        assert screen.asked or not set(said.removeprefix("> ")) & (SIGNS - set("★·")), screen.name
        assert "\n\n" not in said or not screen.name.startswith("board")


@SHOWN_OR_SPOKEN
@pytest.mark.usefixtures("marked")
async def test_no_word_stays_in_english(kind: str, style: Style) -> None:
    """Whatever is said of a game is in its reader's language: only its English name and code are not."""
    names = re.compile(rf"{re.escape(find_game(kind).name)}|{kind}:\w+|UTC|x{{9,}}")
    texts = {text for each in make_screens(kind, style, "de") if not each.asked for text in each.texts}
    # A label that is as long as may be was cut: a mark may be gone.
    whole = (text for text in texts if len(text) not in (BUTTON_CHARACTERS, OPTION_CHARACTERS))
    left = {text: unmarked(names.sub("", text)) for text in whole}
    assert {text: rest for text, rest in left.items() if re.search("[a-z]{2}", rest)} == {}


@pytest.mark.parametrize(
    "text",
    [
        "🏆 **Won!** 1 pile, penalty 0 after 51 moves.",
        "9♣ onto K♣ (22<<<) lost it",
        "J♠ leaves between 7♠ and 7♥ (x7)",
        "Deal one card (d).",
        "Play `2< 4<<< 5<`",
        "open: three of one suit",
        "A claim is waiting",
        "8♠ onto 9♠ · t3>t7",
    ],
)
def test_what_is_not_plain_is_found(text: str) -> None:
    """Notation and studied words are found where they stand."""
    assert strangers(text)


def test_mentions_and_moments_are_plain() -> None:
    """A mention, a moment or a card is no notation."""
    assert not strangers("<@12> ends <t:1795176000:R> in <#34>: 9♣ onto K♣, 10 of 12 moves")

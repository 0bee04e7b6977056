"""Numbers in sentences, and what a person typed, quoted."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable

import pytest

from bot.render.language import worded
from idle_year.engine.cards import Card, read_seed
from idle_year.engine.daily import read_day
from idle_year.engine.errors import GameError
from idle_year.engine.games import ALL, find_game
from idle_year.engine.line import play_line
from idle_year.engine.records import read_code, read_record
from idle_year.engine.rules import AnyRules
from idle_year.engine.wording import Listed, counted, folded, listed, quoted, sentence, spelt
from tests.idle_year.engine.walks import EVERY_GAME


def test_a_noun_agrees_with_its_number() -> None:
    """A noun is singular after one, and plural after zero."""
    assert [counted(number, "move") for number in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]


def test_small_numbers_are_words() -> None:
    """Numbers up to ten are words; larger ones stay in digits."""
    assert [spelt(number) for number in (0, 1, 10, 11)] == ["no", "one", "ten", "11"]


def test_a_list_in_a_sentence_is_worded_for_its_reader() -> None:
    """A noted list reads as one in English, and keeps its texts, in another process too."""
    noted = listed([spelt(2), "8♠", "K♠"], "or")
    assert noted == "two, 8♠ or K♠" == worded(noted)
    sent: Listed = pickle.loads(pickle.dumps(noted))  # noqa: S301  our own bytes
    assert (sent.texts, sent.style) == (("two", "8♠", "K♠"), "or")
    assert worded(sentence("{cards} leave.", cards=listed(["8♠"]))) == "8♠ leave."


NASTY = "`evil`@everyone\u202e\u2066<@123>**evil**\ud800\x1b[31m" + "x" * 900
TUESDAY = '[Game "tarbart"]\n[Seed "tuesday"]\n'


def check_harmless(sentence: str) -> None:
    """Assert that nothing of NASTY is left outside backticks, and nothing is hidden inside them."""
    outside = re.sub("`[^`]*`", "", sentence)
    assert not [mark for mark in ("evil", "@everyone", "<@") if mark in outside]
    assert sentence.count("`") % 2 == 0
    assert sentence.isprintable()
    assert len(sentence) < 400


def test_what_is_typed_stays_on_one_line_in_backticks() -> None:
    """Backticks, line breaks and bidirectional controls are removed; harmless text is unchanged."""
    assert quoted("8S<<<") == "`8S<<<`"
    assert quoted("a`b\nc\u202e\x00\u2028d\ud800") == "`a'b c�� d�`"
    assert quoted("x" * 64) == f"`{'x' * 64}`"
    assert quoted("x" * 65) == f"`{'x' * 63}…`"


@pytest.mark.parametrize("read", [Card.read, read_seed, read_code, read_day, find_game])
@pytest.mark.parametrize("text", [NASTY, f"goren:{NASTY}", f"{NASTY}:tuesday", NASTY[::-1]])
def test_names_and_codes_are_repeated_harmlessly(read: Callable[[str], object], text: str) -> None:
    """Names and codes that are wrong are repeated in a way that can do no harm."""
    with pytest.raises(ValueError, match=r".") as refusal:
        read(text)
    check_harmless(str(refusal.value))


@EVERY_GAME
def test_moves_and_positions_are_repeated_harmlessly(rules: AnyRules) -> None:
    """Moves and positions that are wrong are repeated harmlessly, even if only a part of a word is wrong."""
    state = rules.start("tuesday")
    word = "".join(NASTY.split())
    words = [word, f"{word}<<<", f"x{word}", f"x1-{word}", f"r@2-{word}:4>2", f"{word}>t4", f"t3>{word}"]
    for typed in [*words, f"t{'9' * 900}>f", f"9C+{word}", f"{word} {word}", f"d {word}"]:
        with pytest.raises(GameError) as refusal:
            play_line(rules, state, typed)
        check_harmless(str(refusal.value))
    for position in (
        NASTY,
        f"5S {word}",
        f"5S/{word}",
        f"5S +{word}",
        f"5S *{word}",
        f"5S ={word}",
        "- " * 9 + word,
    ):
        with pytest.raises(GameError) as refusal:
            rules.notation.read_position(position)
        check_harmless(str(refusal.value))


@pytest.mark.parametrize(
    "record",
    [
        f'[Game "{NASTY}"]\n[Seed "tuesday"]\n',
        f'[Game "tarbart"]\n[Seed "{NASTY}"]\n',
        f'{TUESDAY}[Revision "{NASTY}"]\n',
        f'{TUESDAY}[Result "{NASTY}"]\nd',
        f"{TUESDAY}d {NASTY}",
        f"{TUESDAY}[{NASTY}",
    ],
)
def test_records_are_repeated_harmlessly(record: str) -> None:
    """Each line of a record is quoted harmlessly."""
    with pytest.raises(GameError) as refusal:
        read_record(record)
    check_harmless(str(refusal.value))


def test_a_name_of_a_game_is_found_however_it_is_written() -> None:
    """A name of a game is found even if it is written with needless blanks."""
    assert find_game("Royal  Marriage") is ALL["royal-marriage"]


def test_ligatures_are_compared_as_two_letters() -> None:
    """Letters that are joined in print are the same as those that people type apart."""
    assert folded("Cœur Æ") == folded("COEUR ae")

"""Games in writing: deal codes and recorded games."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import GameError
from idle_year.engine.games import ALL, find_game
from idle_year.engine.records import (
    BadCode,
    BadRecord,
    read_code,
    read_deal,
    read_record,
    write_code,
    write_record,
)
from idle_year.engine.rules import AnyRules
from idle_year.engine.session import Session
from tests.idle_year.engine.walks import EVERY_KIND, FEW, RANDOM_PLAY, walk


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_a_code_reads_back(rules: AnyRules) -> None:
    """Game and seed read back however the code was typed; generated codes are short."""
    code = write_code(rules.id, "7f3kq9mt")
    assert read_code(code) == read_code(f" {code.upper()} ") == (rules, "7f3kq9mt")
    assert len(code) <= 40


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("tuesday", "is not a deal code: write game, colon and seed"),
        ("goren:", "`goren:` is not a deal code: write game, colon and seed"),
        (":tuesday", "`:tuesday` is not a deal code: write game, colon and seed"),
        ("gorem:tuesday", "did you mean goren"),
        ("goren:a b", "cannot be a seed"),
        ("goren:parlett:x", "cannot be a seed"),
    ],
)
def test_a_bad_code_is_refused(code: str, sentence: str) -> None:
    """A bad code is refused with a sentence that says which part is wrong."""
    with pytest.raises(GameError, match=sentence):
        read_code(code)


def test_a_seed_or_a_code_is_a_deal() -> None:
    """A seed is for the requested game; a code names its own."""
    goren, parlett = find_game("goren"), find_game("parlett")
    assert read_deal(goren, "Tuesday") == (goren, "tuesday")
    assert read_deal(goren, "parlett:tuesday") == (parlett, "tuesday")
    with pytest.raises(BadCode, match="cannot be a seed"):
        read_deal(goren, "tues day")


DEALT = '[Game "tarbart"]\n[Seed "tuesday"]\n'


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_records_read_back_as_written(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """A game, over or not, is restored from its record with the same moves and state."""
    session = Session.replay(rules, seed, walk(rules, seed, choices).moves)
    assert read_record(write_record(session)) == session


def test_a_record_names_its_game_its_rules_and_its_result() -> None:
    """A record names its game, rules and result in a form that programs can read."""
    session = Session.read(find_game("parlett"), "tuesday", "d d")
    assert write_record(session) == (
        '[Game "parlett"]\n[Seed "tuesday"]\n[Revision "1"]\n[Result "52"]\n\nd d\n'
    )


def test_a_record_may_be_written_by_hand() -> None:
    """Revision and result may be omitted; moves may span several lines and be typed freely."""
    session = read_record('\n [Game "Tarbart"] \n[Seed "Tuesday"]\n\nd\n\nd5 d*\n')
    assert (session.rules.id, session.seed, len(session.moves)) == ("tarbart", "tuesday", 51)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", 'This is no recorded game: it has no [Game "…"] line.'),
        ('[Game "tarbart"]\nd d', 'This is no recorded game: it has no [Seed "…"] line.'),
        (
            '[Game "tarbart"]\n[Seed tuesday]\n',
            'Line 2 is not a tag: write it as [Game "parlett"], above the moves.',
        ),
        (
            'd\n[Game "tarbart"]\n[Seed "tuesday"]',
            'Line 2 is not a tag: write it as [Game "parlett"], above the moves.',
        ),
        (
            DEALT + '[Revision "7"]\n',
            "The record plays tarbart by revision `7` of its rules; this program knows revision 1.",
        ),
        (DEALT + '[Result "3"]\nd', "The record says `3` piles; its moves lead to 52."),
        (
            DEALT + "d 9<",
            "The record does not replay. Move 2 of 2, `9<`: There is no pile 9: the row has 2.",
        ),
        (
            f"{DEALT}{'d ' * 2001}",
            "The record does not replay. A game may have 2000 moves, each dealt card counted: leave out what "
            "leads nowhere.",
        ),
        (
            '[Game "tarbart"]\n[Seed "a b"]',
            "The record does not replay. `a b` cannot be a seed: write 1 to 32 letters, digits, dots, dashes "
            "or underscores.",
        ),
    ],
)
def test_a_bad_record_says_what_does_not_hold(text: str, reason: str) -> None:
    """A bad record says what does not hold, with a sentence for each mistake."""
    with pytest.raises(BadRecord) as refusal:
        read_record(text)
    assert str(refusal.value) == reason


def test_a_record_of_an_unknown_game_is_refused() -> None:
    """A record of an unknown game is refused like any other unknown name."""
    with pytest.raises(BadRecord, match=r"^There is no game called `bridge!!`"):
        read_record('[Game "bridge!!"]\n[Seed "tuesday"]')


def test_comments_numbers_and_an_unfinished_end_are_read_over() -> None:
    """A record may have comments, numbered moves and a last star, as records of chess have."""
    plain = read_record(f"{DEALT}d d")
    written = """{a game
[Site "somewhere"]
of mine}
[Game "tarbart"]
[Note "a; b {c}"]
[Seed "tuesday"]
[Result "*"]

1. d ; the second card
{the
third} 2...d *
"""
    assert read_record(written) == plain
    with pytest.raises(BadRecord, match="Line 5 is not a tag"):
        read_record(f"{DEALT}d {{two\nlines}} d\n[Result]")


def test_a_layout_of_ones_own_is_read_by_programs_only() -> None:
    """A layout of one's own has a position in place of a seed; who deals by seeds does not take it."""
    text = '[Game "accordion"]\n[Position "5S 6S TD 5H KC"]\n\n2<'
    session = read_record(text, layouts=True)
    assert read_record(write_record(session), layouts=True) == session
    with pytest.raises(BadRecord, match="Seed"):
        read_record(text)
    with pytest.raises(BadRecord, match="does not replay"):
        read_record(text.replace("TD", "XD"), layouts=True)

"""Deal codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine.codes import BadCode, read_code, read_deal, write_code
from bot.engine.errors import GameError
from bot.engine.games import ALL, find_game

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


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
    """The sentence says which part is wrong."""
    with pytest.raises(GameError, match=sentence):
        read_code(code)


def test_a_seed_or_a_code_is_a_deal() -> None:
    """A seed is for the requested game; a code names its own."""
    goren, parlett = find_game("goren"), find_game("parlett")
    assert read_deal(goren, "Tuesday") == (goren, "tuesday")
    assert read_deal(goren, "parlett:tuesday") == (parlett, "tuesday")
    with pytest.raises(BadCode, match="cannot be a seed"):
        read_deal(goren, "tues day")

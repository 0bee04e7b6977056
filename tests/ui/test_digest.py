"""Digests as messages: whatever there is to tell, Discord takes them."""

from __future__ import annotations

import random
from datetime import date
from typing import NamedTuple

import pytest

from bot.render.language import LANGUAGES, read_in
from bot.service.digest import AT_A_TABLE, Digest, Table
from bot.service.turning_point import TurningPoint
from bot.store import Daily, DailyPlace, MonthPlace
from bot.ui.digest import digest_view
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import games_of
from tests.screens import LONGEST, board_text_of, check_fits, game_of, golden

DAY, COMING = date(2026, 11, 30), date(2026, 12, 2)
_EACH = len(FAMILIES)


class _Most(NamedTuple):
    """How much there is to tell."""

    finished: tuple[int, ...]
    """How many have finished each family's daily of the day that goes on."""
    before: tuple[int, ...] = (0,) * _EACH
    """Of the day that is over, how many places each has."""
    winners: int = 0
    streak: int = 0
    over: bool = False
    lost: bool = False
    """Whether the day that is over has a turning point."""


FULLEST = _Most((15,) * _EACH, (3,) * _EACH, 3, 10_000, over=False, lost=True)


def _place(number: int, players: int) -> DailyPlace:
    return DailyPlace(number, players, LONGEST - number, "minor_win", 1, 99, 99, 9999, 86_399)


def _daily(family: str) -> Daily:
    return Daily(DAY, family, games_of(family)[0].id, 1, "seed", "key", 0, 5, None)


def _table(family: str, finished: int) -> Table:
    places = [_place(number, finished) for number in range(1, min(finished, AT_A_TABLE) + 1)]
    game = game_of(golden(games_of(family)[0].id))
    return Table(_daily(family), places, {place.player: game for place in places})


def _digest(most: _Most) -> Digest:
    return Digest(
        DAY,
        [
            (_daily(family), [_place(number, 10**6) for number in range(1, players + 1)])
            for family, players in zip(FAMILIES, most.before, strict=True)
            if players
        ],
        most.streak,
        [MonthPlace(1, number, 10**6, LONGEST - number, 50, 10) for number in range(most.winners)],
        [_table(family, finished) for family, finished in zip(FAMILIES, most.finished, strict=True)],
        most.over,
        COMING,
        "f" * 64,
    )


def _point() -> TurningPoint:
    game = game_of(golden("napoleon"))
    return TurningPoint(_daily("napoleon"), game, 9, 29, 30, frozenset(range(30)))


def _lines(most: _Most) -> list[str]:
    """Return what a digest says, which Discord takes."""
    view = digest_view(_digest(most), _point() if most.lost else None)
    check_fits(view)
    return board_text_of(view).splitlines()


@pytest.mark.parametrize("code", LANGUAGES)
def test_fifteen_in_five_families_fit(code: str) -> None:
    """Of fifteen who have finished each daily, those are named for whom there is room; others are counted."""
    with read_in(code):
        tables = _lines(FULLEST)[-_EACH:]
        (named,) = {table.count("<@") for table in tables}
        assert 5 <= named < AT_A_TABLE
        assert all(f"{AT_A_TABLE - named}" in table.rpartition(" · ")[2] for table in tables)
        three = _lines(FULLEST._replace(finished=(3,) * _EACH))[-_EACH:]
        assert [table.count("<@") for table in three] == [3] * _EACH


def test_more_than_fifteen_are_counted() -> None:
    """Of a daily that very many have finished, fifteen are named, and the rest is counted."""
    _heading, table, _open = _lines(_Most((400, 0, 0, 0, 0)))
    assert table.count("<@") == AT_A_TABLE
    assert table.endswith(" · … and 385 more")


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_thousand_digests_fit(code: str) -> None:
    """However many have finished, won and lost, Discord takes a digest in every language."""
    chance = random.Random(code)  # noqa: S311  no secret
    with read_in(code):
        for _ in range(170):
            most = _Most(
                tuple(chance.choice((0, 1, 4, 9, 15, 400, 10**6)) for _ in FAMILIES),
                tuple(chance.randrange(4) for _ in FAMILIES),
                chance.randrange(4),
                chance.choice((0, 10_000)),
                over=chance.random() < 0.5,
                lost=chance.random() < 0.5,
            )
            assert _lines(most)

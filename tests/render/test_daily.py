"""Dailies as text."""

from __future__ import annotations

from datetime import date

from bot.render.cards import Style
from bot.render.daily import commitments_text, keys_text, results_text
from bot.render.language import read_in
from bot.render.ranks import HOW_RANKED
from bot.service.ranks import Hidden
from bot.store import Daily, DailyPlace

ADA, BEN, CLEO = 1, 2, 3
DAILY = Daily(date(2026, 11, 20), "accordion", "accordion", 1, "a-seed", "a-key", 0, 4, None)
PLACES = [
    DailyPlace(1, 7, ADA, "won", 0, 1, 0, 51, 83),
    DailyPlace(2, 7, CLEO, "minor_win", 0, 4, 30, 48, 89),
    DailyPlace(7, 7, BEN, "stuck", 1, 9, 40, 43, 600),
]


def test_results_read_well() -> None:
    """Wins and minor wins have a sign, as does help, and the asker is marked."""
    assert results_text(DAILY, PLACES, BEN, Style(), hidden=None).splitlines() == [
        "### Accordion · Daily, 20 November · ★★★★☆",
        "` 1` <@1> · 🏆 1 pile · 51 moves · 83 s",
        "` 2` <@3> · ⭐ 4 piles · 48 moves · 89 s",
        "⋯",
        "` 7` <@2> · 9 piles · 43 moves · 10 min · 🛟 · **you**",
        f"-# 7 players. {HOW_RANKED}",
    ]


def test_commitments_have_each_languages_colon() -> None:
    """A commitment follows its family by the colon of the language that it is read in."""
    for language, colon in (("en", ": "), ("fr", "\N{NO-BREAK SPACE}: "), ("ja", "："), ("de", ": ")):
        with read_in(language):
            *_, line, _in_one = commitments_text([(DAILY.day, [("cribbage", "c0ffee")])]).splitlines()
        assert line == f"Cribbage Solitaire{colon}`c0ffee`"


def test_a_penalty_is_shown_where_it_decides() -> None:
    """The penalty is shown between unaided results with as many piles, where it decides."""
    first, tied, helped = (PLACES[1]._replace(number=number, assisted=number == 3) for number in (1, 2, 3))
    places = [first, tied._replace(tiebreak=31), helped._replace(tiebreak=9)]
    lines = results_text(DAILY, places, BEN, Style(), hidden=None).splitlines()[1:4]
    assert [line.split(" · ")[1] for line in lines] == [
        "⭐ 4 piles, 30 cards outside the largest pile",
        "⭐ 4 piles, 31 cards outside the largest pile",
        "⭐ 4 piles",
    ]


def test_who_hides_is_told_so() -> None:
    """Who hides is told so, and nothing about results is explained if there are none."""
    told = results_text(DAILY, [], BEN, Style(), hidden=Hidden.BY_CHOICE)
    assert "You've chosen to be hidden" in told
    assert "unaided results" not in told


def test_a_day_without_dailies_is_not_proven() -> None:
    """A day without dailies is named with its year when it cannot be proven."""
    assert keys_text(date(2020, 1, 1), []) == "There is no daily of 1 January 2020."

"""Dailies and digests as text."""

from __future__ import annotations

from datetime import date

from bot.engine.daily import FAMILIES
from bot.engine.games import games_of
from bot.render.cards import Style
from bot.render.daily import digest_proof, digest_text, keys_text, results_text
from bot.render.leaderboard import HOW_RANKED
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
    assert results_text(DAILY, PLACES, BEN, Style(), hidden=False).splitlines() == [
        "### Accordion · Daily, 20 November · ★★★★☆",
        "` 1` <@1> · 🏆 1 pile · 51 moves · 83 s",
        "` 2` <@3> · ⭐ 4 piles · 48 moves · 89 s",
        "⋯",
        "` 7` <@2> · 9 piles · 43 moves · 10 min · 🛟 · **you**",
        f"-# 7 players. {HOW_RANKED}",
    ]


def test_a_penalty_is_shown_where_it_decides() -> None:
    """The penalty is shown between unaided results with as many piles, where it decides."""
    first, tied, helped = (PLACES[1]._replace(number=number, assisted=number == 3) for number in (1, 2, 3))
    places = [first, tied._replace(tiebreak=31), helped._replace(tiebreak=9)]
    lines = results_text(DAILY, places, BEN, Style(), hidden=False).splitlines()[1:4]
    assert [line.split(" · ")[1] for line in lines] == [
        "⭐ 4 piles, 30 cards outside the largest pile",
        "⭐ 4 piles, 31 cards outside the largest pile",
        "⭐ 4 piles",
    ]


def test_who_hides_is_told_so() -> None:
    """Who hides is told so, and nothing about results is explained if there are none."""
    told = results_text(DAILY, [], BEN, Style(), hidden=True)
    assert "You've chosen to be hidden" in told
    assert "unaided results" not in told


def test_a_day_without_dailies_is_not_proven() -> None:
    """A day without dailies is named with its year when it cannot be proven."""
    assert keys_text(date(2020, 1, 1), []) == "There is no daily of 1 January 2020."


DAY, COMING = date(2026, 11, 20), date(2026, 11, 22)
MOST_CHARACTERS = 4000
LONGEST_ID = 2**63 - 1


def _daily(family: str, stars: int | None = 4) -> Daily:
    return Daily(DAY, family, games_of(family)[0].id, 1, "a-seed", "a-key", 0, stars, None)


def _place(number: int, player: int, *, outcome: str = "stuck", assisted: int = 0) -> DailyPlace:
    return DailyPlace(number, 7, player, outcome, assisted, number + 1, 30 + number, 40, 500)


def test_a_digest_reads_well() -> None:
    """The best is crowned, wins and help are marked, and scores are in the game's own terms."""
    places = [_place(1, 11, outcome="won"), _place(2, 12), _place(3, 13, outcome="minor_win", assisted=1)]
    assert digest_text(DAY, 5, [(_daily("accordion"), places)]) == (
        "## Dailies of 20 November\n"
        "🔥 Somebody here has finished a daily 5 days in a row\n"
        "**Accordion** ★★★★☆ · 7 players\n"
        "👑 <@11> · 🏆 2 piles · 8 min\n"
        "`2` <@12> · 3 piles · 8 min\n"
        "`3` <@13> · ⭐ 4 piles · 8 min · 🛟"
    )


def test_the_first_day_is_no_streak() -> None:
    """The first day is no streak, and an ungraded deal has no stars."""
    text = digest_text(DAY, 1, [(_daily("accordion", None), [_place(1, 11)])])
    assert "in a row" not in text
    assert "**Accordion** · 7 players" in text


def test_the_proof_leads_to_the_keys_and_binds_what_comes() -> None:
    """The proof in a digest leads to the keys of its day and binds those that come."""
    text = digest_proof(DAY, COMING, [("accordion", "c0ffee")])
    assert "`/daily proof` with 2026-11-20" in text
    assert "The fingerprints (SHA-256) of the keys of 22 November:\n-# Accordion `c0ffee`" in text


def test_the_longest_digest_fits() -> None:
    """The longest digest fits, with all families, three places each and the longest ids."""
    places = [_place(number, LONGEST_ID, outcome="won", assisted=1)._replace(left=99) for number in (1, 2, 3)]
    text = digest_text(DAY, 10_000, [(_daily(family), places) for family in FAMILIES])
    proof = digest_proof(DAY, COMING, [(family, "f" * 64) for family in FAMILIES])
    assert len(text) + len(proof) <= MOST_CHARACTERS

"""Digests as text."""

from __future__ import annotations

from datetime import date

import pytest

from bot.engine.daily import FAMILIES
from bot.engine.games import games_of
from bot.render.digest import digest_proof, digest_text, today_text
from bot.render.language import LANGUAGES, read_in
from bot.service.digest import Digest, Today
from bot.store import Daily, DailyPlace

DAY, COMING = date(2026, 11, 20), date(2026, 11, 22)
MOST_CHARACTERS, MOST_BYTES = 4000, 10_170
LONGEST_ID = 2**63 - 1


def _daily(family: str, stars: int | None = 4) -> Daily:
    return Daily(DAY, family, games_of(family)[0].id, 1, "a-seed", "a-key", 0, stars, None)


def _place(number: int, player: int, *, outcome: str = "stuck", assisted: int = 0) -> DailyPlace:
    return DailyPlace(number, 7, player, outcome, assisted, number + 1, 30 + number, 40, 500)


def _digest(streak: int, *results: tuple[str, list[DailyPlace]], stars: int | None = 4) -> Digest:
    told = [(_daily(family, stars), places) for family, places in results]
    return Digest(DAY, told, streak, COMING, [], None)


def test_a_digest_reads_well() -> None:
    """The best is crowned, wins and help are marked, and scores are in the game's own terms."""
    places = [_place(1, 11, outcome="won"), _place(2, 12), _place(3, 13, outcome="minor_win", assisted=1)]
    assert digest_text(_digest(5, ("accordion", places))) == (
        "## Dailies of 20 November\n"
        "🔥 Together, you've finished a daily 5 days in a row\n"
        "**Accordion** ★★★★☆ · 7 players\n"
        "👑 <@11> · 🏆 2 piles · 8 min\n"
        "`2` <@12> · 3 piles · 8 min\n"
        "`3` <@13> · ⭐ 4 piles · 8 min · 🛟"
    )


def test_the_first_day_is_no_streak() -> None:
    """The first day is no streak, and an ungraded deal has no stars."""
    text = digest_text(_digest(1, ("accordion", [_place(1, 11)]), stars=None))
    assert "in a row" not in text
    assert "**Accordion** · 7 players" in text


def test_a_table_that_nobody_has_come_to() -> None:
    """After a day on which nobody played, a digest is about the one that goes on."""
    today = Today(_daily("accordion"), [], {}, over=False)
    assert digest_text(_digest(0)) == "## Dailies of 21 November"
    assert today_text(today) == "**Accordion, 20 November** ★★★★☆ · nobody so far"
    assert today_text(today._replace(places=[_place(1, 11)], over=True)) == (
        "**Accordion, 20 November** ★★★★☆ · 7 players\n<@11> · 2 piles · 8 min"
    )


def test_the_proof_leads_to_the_keys_and_binds_what_comes() -> None:
    """The proof in a digest leads to the keys of its day and binds those that come."""
    text = digest_proof(DAY, COMING, [("accordion", "c0ffee")])
    assert "`/daily proof` with 2026-11-20" in text
    assert "The fingerprints (SHA-256) of the keys of 22 November:\n-# Accordion `c0ffee`" in text


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_longest_digest_fits(code: str) -> None:
    """The longest digest fits in every language: all families, three places each and the longest ids."""
    places = [_place(number, LONGEST_ID, outcome="won", assisted=1)._replace(left=99) for number in (1, 2, 3)]
    with read_in(code):
        text = digest_text(_digest(10_000, *((family, places) for family in FAMILIES)))
        proof = digest_proof(DAY, COMING, [(family, "f" * 64) for family in FAMILIES])
    assert len(text) + len(proof) <= MOST_CHARACTERS
    assert len((text + proof).encode()) + 2 * 12 <= MOST_BYTES

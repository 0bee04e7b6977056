"""Digests as text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from bot.render.digest import digest_proof, digest_text
from bot.service.digest import Digest, Table
from bot.store import Daily, DailyPlace, MonthPlace
from idle_year.engine.games import games_of
from tests.screens import game_of, golden

DAY, COMING = date(2026, 11, 20), date(2026, 11, 22)
ENDS = int(datetime(2026, 11, 22, 1, tzinfo=UTC).timestamp())
PYRAMID = game_of(golden("pyramid"))


def _daily(family: str, stars: int | None = 4) -> Daily:
    return Daily(DAY, family, games_of(family)[0].id, 1, "a-seed", "a-key", 0, stars, None)


def _place(number: int, player: int, *, outcome: str = "stuck", assisted: int = 0) -> DailyPlace:
    return DailyPlace(number, 7, player, outcome, assisted, number + 1, 30 + number, 40, 500)


def _digest(
    streak: int = 0,
    *results: tuple[str, list[DailyPlace]],
    stars: int | None = 4,
    tables: Sequence[Table] = (),
    over: bool = False,
) -> Digest:
    told = [(_daily(family, stars), places) for family, places in results]
    return Digest(DAY, told, streak, [], list(tables), over, COMING, "c0ffee")


def test_a_digest_reads_well() -> None:
    """The best is crowned, wins and help are marked, and scores are in the game's own terms."""
    places = [_place(1, 11, outcome="won"), _place(2, 12), _place(3, 13, outcome="minor_win", assisted=1)]
    assert digest_text(_digest(5, ("accordion", places))) == (
        "## Dailies of 20 November\n"
        "🔥 Together, you've finished a daily 5 days in a row\n"
        "**Accordion** ★★★★☆ · 7 players\n"
        "👑 <@11> · 🏆 2 piles · 8 min\n"
        "`2` <@12> · 3 piles · 8 min\n"
        "`3` <@13> · ⭐ 4 piles · 8 min · 🛟\n"
        f"### Dailies of 21 November, open until <t:{ENDS}:t>\n"
        "Nobody so far"
    )


def test_what_decides_is_told() -> None:
    """Of results that are alike, the moves are told if they decided, and else the seconds."""
    first = _place(1, 11, outcome="won")
    slower = first._replace(number=2, player=12, seconds=505)
    longer = first._replace(number=3, player=13, moves=44, seconds=300)
    lines = digest_text(_digest(0, ("accordion", [first, slower, longer]))).splitlines()
    assert lines[2:5] == [
        "👑 <@11> · 🏆 2 piles · 40 moves · 8:20",
        "`2` <@12> · 🏆 2 piles · 40 moves · 8:25",
        "`3` <@13> · 🏆 2 piles · 44 moves · 5:00",
    ]
    lines = digest_text(_digest(0, ("accordion", [first, slower]))).splitlines()
    assert lines[2:4] == ["👑 <@11> · 🏆 2 piles · 8:20", "`2` <@12> · 🏆 2 piles · 8:25"]
    lines = digest_text(_digest(0, ("accordion", [first, longer]))).splitlines()
    assert lines[2:4] == [
        "👑 <@11> · 🏆 2 piles · 40 moves · 8 min",
        "`3` <@13> · 🏆 2 piles · 44 moves · 5 min",
    ]


def test_the_first_day_is_no_streak() -> None:
    """The first day is no streak, and an ungraded deal has no stars."""
    text = digest_text(_digest(1, ("accordion", [_place(1, 11)]), stars=None))
    assert "in a row" not in text
    assert "**Accordion** · 7 players" in text


def test_the_day_that_goes_on() -> None:
    """Everybody who has finished any daily of the day is named with a strip, and what else is open."""
    tables = [
        Table(_daily("accordion"), [], {}),
        Table(_daily("marriage", None), [], {}),
        Table(_daily("pyramid"), [_place(1, 11, outcome="won"), _place(2, 12, assisted=1)], {11: PYRAMID}),
    ]
    lines = [
        f"## Dailies of 21 November, open until <t:{ENDS}:t>",
        "**Pyramid** ★★★★☆ <@11>_`█▇▅▄▄▃▂▂▁▁`_🏆 2 cards · <@12>_3 cards_🛟 · … and 5 more".replace(
            "_", "\N{NO-BREAK SPACE}"
        ),
        "Also open: Accordion ★★★★☆ · Royal Marriage",
    ]
    assert digest_text(_digest(tables=tables)).splitlines() == lines
    with_results = digest_text(_digest(0, ("accordion", [_place(1, 11)]), tables=tables)).splitlines()
    assert with_results[0] == "## Dailies of 20 November"
    assert with_results[3:] == [f"#{lines[0]}", *lines[1:]]
    over = digest_text(_digest(tables=tables, over=True)).splitlines()
    assert over == ["## How 21 November went", lines[1]]


def test_a_day_on_which_nobody_has_come() -> None:
    """Before anybody has finished, all dailies are told as nobody's; without any, that there is nobody."""
    tables = [Table(_daily("accordion"), [], {}), Table(_daily("pyramid"), [], {})]
    heading = f"## Dailies of 21 November, open until <t:{ENDS}:t>\n"
    assert digest_text(_digest(tables=tables)) == (f"{heading}Nobody so far: Accordion ★★★★☆ · Pyramid ★★★★☆")
    assert digest_text(_digest()) == f"{heading}Nobody so far"
    assert digest_text(_digest(tables=tables, over=True)) == (
        "## How 21 November went\nNobody finished a daily."
    )


def test_two_digests_in_a_row_have_different_headings() -> None:
    """The first digest is headed by the day that goes on, and never like the next, about the same day."""
    first = _digest(tables=[Table(_daily("accordion"), [_place(1, 11)], {})])
    following = _digest(0, ("accordion", [_place(1, 11)]))._replace(day=DAY + timedelta(1))
    headings = [digest_text(each).splitlines()[0] for each in (first, first._replace(over=True), following)]
    assert headings == [
        f"## Dailies of 21 November, open until <t:{ENDS}:t>",
        "## How 21 November went",
        "## Dailies of 21 November",
    ]


def test_who_won_the_month_comes_first() -> None:
    """The winner of a month is told before all else, and several who tie together."""
    winners = [MonthPlace(1, number, 3, 10 + number, 23, 9) for number in (1, 2)]
    digest = _digest(2)._replace(day=date(2026, 11, 30), winners=winners)
    assert digest_text(digest).splitlines()[:2] == [
        "👑 **<@11> and <@12> won November** · 23 points in the dailies",
        f"## Dailies of 1 December, open until <t:{int(datetime(2026, 12, 2, 1, tzinfo=UTC).timestamp())}:t>",
    ]
    assert digest_text(digest._replace(winners=winners[:1])).startswith(
        "👑 **<@11> won November** · 23 points in the dailies\n"
    )


def test_one_line_of_proof_binds_what_comes() -> None:
    """The proof in a digest is one line."""
    text = digest_proof(_digest())
    assert text == "-# The fingerprint (SHA-256) of the keys of 22 November: `c0ffee`"

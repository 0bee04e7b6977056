"""A daily that is over: its home, its results, and practice once the day has passed."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.flow.conftest import HERE
from tests.flow.dailies import DAY, a_day_later, ask, noon, play, play_out, resign
from tests.forged import press

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour

__all__ = ["noon"]


async def test_a_finished_daily_has_a_home(parlour: Parlour) -> None:
    """A finished daily shows result, rank, streak and the time of the next one, even after a restart."""
    for person in (parlour.ben, parlour.ada):
        await play(person)
        end = await play_out(parlour, person)
    await parlour.restart()
    home = await play(parlour.ada)
    piles = re.search(r"\d+ piles?", end.text)
    assert piles is not None
    title, result, rank, streak, following, *_ = home.text.splitlines()
    assert title == end.text.splitlines()[0]
    assert re.fullmatch(rf"\*\*Your result\.\*\* (⭐ )?{piles[0]} · unaided · \d+ s", result)
    assert re.fullmatch(r"\*\*Rank in this server\.\*\* [12] of 2 so far", rank)
    assert streak == "**Dailies.** Streak 1, best 1 (one missed day a month is forgiven)"
    assert following == f"**Next daily** <t:{int(datetime(2026, 11, 21, tzinfo=UTC).timestamp())}:R>"
    assert home.ephemeral
    assert home.buttons == ["Share", "Results", "Show the board"]
    results = await (await parlour.ada.press(home, "Results")).final()
    assert "**you**" in results.text
    assert "unaided" in (await (await parlour.ada.press(home, "Share")).final()).text
    board = await (await parlour.ada.press(home, "Show the board")).final()
    assert end.text.startswith(board.text), "all but what is told once, such as a first win"


async def test_a_home_without_a_server_or_a_place_in_it(parlour: Parlour) -> None:
    """A finished daily shows no rank in direct messages, and none to players who hide."""
    await parlour.ada.slash(HERE, "settings", leaderboards="hide me")
    await play(parlour.ada)
    end = await play_out(parlour, parlour.ada)
    assert "You've chosen to be hidden" in (await play(parlour.ada)).text
    direct = await play(parlour.ada, "dm")
    assert "Rank" not in direct.text
    assert "hidden" not in direct.text
    assert direct.buttons == ["Share", "Show the board"]
    board = await (await parlour.ada.press(direct, "Show the board")).final()
    assert end.text.startswith(board.text), "all but what is told once, such as a first win"
    await play(parlour.ben)
    await resign(parlour.ben)
    home = await play(parlour.ben)
    assert "**Your result.** resigned before the first move" in home.text
    assert "Streak 0, best 0" in home.text
    assert home.buttons == ["Results", "Show the board"]


async def test_practice_waits_for_the_next_day(parlour: Parlour) -> None:
    """On its day a finished daily only shows how it went; the day after, it can be dealt as practice."""
    await play(parlour.ada)
    end = await play_out(parlour, parlour.ada)
    again = await play(parlour.ada)
    assert "Practise this deal" not in again.buttons
    assert "Review" not in again.buttons
    game = await parlour.bot.services.lookup.attempt(int(parlour.ada.user.id), DAY, "accordion")
    assert game is not None
    same = await press(parlour.local, parlour.ada, end, f"iy:{game.id}:{game.version}:same")
    assert same.text == again.text
    a_day_later(parlour)
    later = await press(parlour.local, parlour.ada, end, f"iy:{game.id}:{game.version}:same")
    assert "Its day is over." in later.text
    assert "<t:" not in later.text
    assert "1 of 1\n" in later.text
    practice = await (await parlour.ada.press(later, "Practise this deal")).final()
    assert "· practice" in practice.text.splitlines()[0]
    assert "Practice: this game doesn't count." in practice.text
    assert "### Review · Accordion" in (await (await parlour.ada.press(later, "Review")).final()).text


async def test_whoever_missed_a_daily_is_dealt_it_as_practice(parlour: Parlour) -> None:
    """Whoever missed a daily is dealt it as practice by Same deal under somebody else's game of it."""
    await play(parlour.ada)
    game = await parlour.bot.services.lookup.attempt(int(parlour.ada.user.id), DAY, "accordion")
    assert game is not None
    a_day_later(parlour)
    board = await (await parlour.ben.slash(HERE, "deal accordion")).final()
    practice = await press(parlour.local, parlour.ben, board, f"iy:{game.id}:1:same")
    assert "· practice" in practice.text.splitlines()[0]
    assert "only your first game of a daily counts" in practice.text


async def test_results_are_for_those_who_have_played(parlour: Parlour) -> None:
    """Results are for those who have played the daily, with their own marked, or for all the day after."""
    asked = await (await parlour.ada.slash(HERE, "daily results")).final()
    assert "Finish this daily to see its results" in asked.text
    await (await parlour.ada.press(asked, "Play today's daily")).final()
    end = await play_out(parlour, parlour.ada)
    piles = re.search(r"\d+ piles?", end.text)
    assert piles is not None
    told = await ask(parlour.ada, "results")
    assert re.search(rf"` 1` <@{parlour.ada.user.id}> · (⭐ )?{piles[0]}", told)
    assert "**you**" in told
    await play(parlour.ben)
    assert "Finish this daily to see its results" in await ask(parlour.ben, "results")
    a_day_later(parlour)
    assert f"<@{parlour.ada.user.id}>" in await ask(parlour.ben, "results", day="2026-11-20")
    assert "You're not ranked yet." in await ask(parlour.ben, "results", day="2026-11-20")
    assert "There's no daily of 1 May 1883" in await ask(parlour.ben, "results", day="1883-05-01")
    assert "is not a day" in await ask(parlour.ben, "results", day="yesterday")


async def test_who_has_left_is_in_no_results(parlour: Parlour) -> None:
    """Who has left the server is not listed in the results of a daily there, as on leaderboards."""
    for person in (parlour.ben, parlour.ada):
        await play(person)
        await play_out(parlour, person)
    parlour.ben.leave("The Parlour")
    told = await ask(parlour.ada, "results")
    assert f"<@{parlour.ada.user.id}>" in told
    assert f"<@{parlour.ben.user.id}>" not in told
    assert "Not listed: 1 player who left this server." in told


async def test_the_end_of_a_daily_is_told_at_once(parlour: Parlour) -> None:
    """A daily that has just ended tells rank, streak and the next one; Share is its blue button."""
    await play(parlour.ada)
    end = await play_out(parlour, parlour.ada)
    assert "> **Rank in this server.** 1 of 1 so far" in end.text
    assert "> **Dailies.** Streak 1, best 1" in end.text
    assert f"> **Next daily** <t:{int(datetime(2026, 11, 21, tzinfo=UTC).timestamp())}:R>" in end.text
    assert end.buttons == ["Undo", "Deal again", "Share", "Results"]
    assert end.find("Share")["style"] == 1

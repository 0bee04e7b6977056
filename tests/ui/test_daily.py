"""The daily as it is played: one attempt, the same deal for everybody, and how it went."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from bot.store import Kind
from idle_year.engine.daily import FAMILIES
from tests.controls import HERE
from tests.ui.dailies import DAY, ask, attempt, play, play_out, press_end, secrets
from tests.ui.room import give_up, play_on

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor

_PAGE = Path(__file__).parents[2] / "docs/daily.md"
SEALED = "Others still play this deal: you can {} it once the daily, race or puzzle is over."
NEXT = f"**Next daily** <t:{int(datetime(2026, 11, 21, tzinfo=UTC).timestamp())}:R>"
SQUARES = set("🟦🟨🔶🟥⬜")


async def test_two_people_play_the_same_deal(room: Room) -> None:
    """Two people play the same deal privately, under a title that says which daily it is and when it ends."""
    boards = [await play(person) for person in (room.ada, room.ben)]
    ends = int(datetime(2026, 11, 21, 1, tzinfo=UTC).timestamp())
    for board in boards:
        title, facts, *_ = board.text.splitlines()
        assert board.ephemeral
        assert title.startswith("### Accordion · Daily, 20 November")
        assert facts == f"-# Can be won · counts until <t:{ends}:t>, <t:{ends}:R>"
    assert boards[0].text == boards[1].text


async def test_resigning_a_daily_asks_plainly(room: Room) -> None:
    """Resigning a daily that counts warns of the loss; resigning another game, or an old daily, does not."""
    loss = "This daily counts: resigning it is a loss. Resign Accordion after 0 moves?"
    await play(room.ada)
    asked = await room.ada.slash(HERE, "resign")
    assert asked.text.startswith(loss)
    await room.ada.press(asked, "Resign")
    await room.ada.slash(HERE, "deal accordion")
    assert (await room.ada.slash(HERE, "resign")).text.startswith("Resign Accordion after 0 moves?")
    await play(room.ben)
    room.clock.wait(24 * 60)
    assert (await room.ben.slash(HERE, "resign")).text.startswith("Resign Accordion after 0 moves?")


async def test_a_daily_that_is_still_to_come_has_no_results(room: Room) -> None:
    """Whoever asks for results of a day to come is told so, and offered nothing that today's could change."""
    told = await room.ada.slash(HERE, "daily results", day="2026-11-21")
    assert (told.text, told.buttons) == ("That daily hasn't come yet: play today's.", [])


async def test_a_finished_daily_has_a_home(room: Room) -> None:
    """A finished daily shows result, rank, streak and the time of the next one, at its end and ever after."""
    for person in (room.ben, room.ada):
        end = await play_out(person)
    assert f"> {NEXT}" in end.text
    assert end.buttons == ["Undo", "Deal again", "Share", "Results", "Remind me tomorrow"]
    await room.restart()
    home = await play(room.ada)
    piles = re.search(r"\d+ piles?", end.text)
    assert piles is not None
    title, result, rank, streak, following, *_ = home.text.splitlines()
    assert title == end.text.splitlines()[0]
    assert re.fullmatch(rf"\*\*Your result\.\*\* (⭐ )?{piles[0]} · unaided · \d+ s", result)
    assert re.fullmatch(r"\*\*Rank in this server\.\*\* [12] of 2 so far", rank)
    assert streak == "**Dailies.** Streak 1, best 1 (one missed day a month is forgiven)"
    assert following == NEXT
    assert home.buttons == ["Share", "Results", "Show the board", "Remind me tomorrow"]
    assert "**you**" in (await room.ada.press(home, "Results")).text
    board = await room.ada.press(home, "Show the board")
    assert end.text.startswith(board.text), "all but what is told once, such as a first win"


async def test_a_home_without_a_server_or_a_place_in_it(room: Room) -> None:
    """A finished daily shows no rank in direct messages, and none to players who hide."""
    await room.ada.slash(HERE, "settings", leaderboards="hide me")
    await play_out(room.ada)
    assert "You've chosen to be hidden" in (await play(room.ada)).text
    direct = await play(room.ada, "dm")
    assert "Rank" not in direct.text
    assert "hidden" not in direct.text
    assert direct.buttons == ["Share", "Show the board", "Remind me tomorrow"]
    await play(room.ben)
    await give_up(room.ben)
    home = await play(room.ben)
    assert "**Your result.** resigned before the first move" in home.text
    assert "Streak 0, best 0" in home.text
    assert home.buttons == ["Results", "Show the board", "Remind me tomorrow"]


async def test_practice_and_review_wait_for_the_next_day(room: Room) -> None:
    """On its day a finished daily only shows how it went; the day after, it is reviewed and practised."""
    end = await play_out(room.ada)
    again = await play(room.ada)
    assert {"Practise this deal", "Review"}.isdisjoint(again.buttons)
    assert (await press_end(room.ada, end, "same")).text == again.text
    assert (await press_end(room.ada, end, "review")).text == SEALED.format("review")
    assert not SQUARES & set((await room.ada.press(end, "Share")).text)
    room.clock.wait(24 * 60)
    assert SQUARES & set((await press_end(room.ada, end, "share")).text)
    later = await press_end(room.ada, end, "same")
    assert "Its day is over." in later.text
    assert "<t:" not in later.text
    assert "1 of 1\n" in later.text
    practice = await room.ada.press(later, "Practise this deal")
    assert "· practice" in practice.text.splitlines()[0]
    assert "Practice: this game doesn't count." in practice.text
    assert f"accordion:{(await secrets(room))[0]}" in (await room.ada.press(practice, "More")).text
    assert "### Review · Accordion" in (await room.ada.press(later, "Review")).text


async def test_whoever_missed_a_daily_is_dealt_it_as_practice(room: Room) -> None:
    """Whoever missed a daily is dealt it as practice by Same deal under somebody else's game of it."""
    await play(room.ada)
    game = await attempt(room.ada)
    room.clock.wait(24 * 60)
    board = await room.ben.slash(HERE, "deal accordion")
    practice = await room.ben.use(board, f"iy:{game.id}:1:same")
    assert "· practice" in practice.text.splitlines()[0]
    assert "only your first game of a daily counts" in practice.text


async def test_results_are_for_those_who_have_played(room: Room) -> None:
    """Results are for those who have played the daily, with their own marked, or for all the day after."""
    asked = await room.ada.slash(HERE, "daily results")
    assert "Finish this daily to see its results" in asked.text
    await room.ada.press(asked, "Play today's daily")
    piles = re.search(r"\d+ piles?", (await play_on(room.ada)).text)
    assert piles is not None
    told = await ask(room.ada, "results")
    assert re.search(rf"` 1` <@{room.ada.id}> · (⭐ )?{piles[0]}", told)
    assert "**you**" in told
    await play(room.ben)
    assert "Finish this daily to see its results" in await ask(room.ben, "results")
    room.clock.wait(24 * 60)
    assert f"<@{room.ada.id}>" in await ask(room.ben, "results", day="2026-11-20")
    assert "You're not ranked yet." in await ask(room.ben, "results", day="2026-11-20")
    assert "There's no daily of 1 May 1883" in await ask(room.ben, "results", day="1883-05-01")
    assert "is not a day" in await ask(room.ben, "results", day="yesterday")


async def test_results_are_of_the_daily_that_one_has_finished(room: Room) -> None:
    """Without a family, results are of the one that the asker finished last that day, at first Accordion."""
    assert "Play today's daily" in (await room.ada.slash(HERE, "daily results")).buttons
    await play_out(room.ada)
    assert "### Accordion · Daily" in await ask(room.ada, "results")
    room.clock.wait(1)
    await room.ada.slash(HERE, "daily play", family="pyramid")
    await play_on(room.ada)
    assert "### Pyramid · Daily" in await ask(room.ada, "results")
    assert "### Accordion · Daily" in await ask(room.ada, "results", family="accordion")
    room.clock.wait(24 * 60)
    assert "### Pyramid · Daily, 20 November" in await ask(room.ada, "results", day="2026-11-20")
    assert "### Accordion · Daily, 20 November" in await ask(room.ben, "results", day="2026-11-20")


async def test_a_shared_daily_is_played_by_others(room: Room) -> None:
    """A shared daily is played by others for its result, not in the hour after it, then as practice."""
    end = await play_out(room.ada)
    await room.ada.press(await room.ada.press(end, "Share"), "Post it here")
    (seen,) = room.ben.sees()
    assert "tenth by tenth" in seen.text
    assert seen.buttons == ["Beat it", "Copy"]
    assert not any(secret in repr(seen.components) for secret in await secrets(room))
    asked = await _beat(room.ben, seen)
    assert "Daily, 20 November" in (await room.ben.press(asked, "Deal it")).text
    assert (await room.game_of(room.ben)).kind is Kind.DAILY
    cleo = room.person("Cleo")
    room.clock.turn_to(DAY.replace(day=21), 0, 59)
    assert (await _beat(cleo, seen)).text == SEALED.format("practise")
    assert "Finish this daily" in await ask(cleo, "results", day="2026-11-20")
    room.clock.turn_to(DAY.replace(day=21), 1)
    assert " · practice" in (await _beat(cleo, seen)).text


async def _beat(person: Visitor, post: Message) -> Message:
    """Press on a post; return what the person sees then."""
    await person.press(post, "Beat it")
    return person.sees()[-1]


async def test_nothing_tells_the_deal_before_the_day_is_over(room: Room) -> None:
    """No board, panel, note or button id tells the deal of a daily on its day."""
    begun = await play(room.ada)
    shown = [begun, await room.ada.press(begun, "More"), await play_on(room.ada), await play(room.ada)]
    for secret in await secrets(room):
        assert not any(secret in repr(message.components) for message in shown)
        for command in ("results", "proof"):
            assert secret not in await ask(room.ada, command)


async def test_anybody_can_check_a_daily(room: Room, capsys: pytest.CaptureFixture[str]) -> None:
    """Anybody can check a daily: what was published agrees, and the given command finds the deal."""
    await play(room.ada)
    (seed, key) = await secrets(room)
    before = await ask(room.ada, "proof")
    assert "2026-11-20" in before
    assert "2026-11-21" in before
    assert before.count("Accordion: `") == 2
    room.clock.wait(24 * 60)
    after = await ask(room.ben, "proof", day="2026-11-20")
    assert f"accordion:{seed}" in after
    command = re.search(r"`idleyear (verify-daily .* accordion .*)`", after)
    assert command is not None
    arguments = command[1].split()
    assert arguments[-1] in before
    assert key in arguments
    assert main(arguments) == 0
    assert capsys.readouterr().out.endswith(f"The daily of 2026-11-20 is accordion:{seed}.\n")


async def test_anybody_can_check_the_line_of_a_digest(room: Room) -> None:
    """The one line of a digest binds the fingerprints behind *Proof*, by the command that the page gives."""
    proof = "iy:0:0:proof:2026-11-21"
    before = await room.ada.use(await play(room.ada), proof)
    assert before.ephemeral
    fingerprints = re.findall(r": `([0-9a-f]{64})`$", before.text, re.MULTILINE)
    assert len(fingerprints) == len(FAMILIES) + 1
    (command,) = re.findall(r"^printf .* sha256sum$", _PAGE.read_text(), re.MULTILINE)
    for word in ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH"):
        command = command.replace(word, fingerprints.pop(0))
    shell = await asyncio.create_subprocess_shell(command, stdout=asyncio.subprocess.PIPE)
    shown, _ = await shell.communicate()
    assert shown.decode().split()[0] == fingerprints[0]
    for family in FAMILIES:
        await room.services.dailies.of(DAY.replace(day=21), family)
    room.clock.wait(48 * 60)
    after = await room.ada.use(before, proof)
    assert "### Dailies of 21 November, proven" in after.text
    assert f"as the digest shows it: `{fingerprints[0]}`" in after.text
    assert (await room.ada.use(before, "iy:0:0:proof:never")).text.startswith("This button ")
    assert "is published the day before it" in (await room.ada.use(before, "iy:0:0:proof:2999-01-01")).text

"""The daily as players see it: one attempt, practice, results, proof; and nothing revealed too early."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from bot.cli.controls import first, make, offered
from bot.cli.forged import press
from bot.engine.record import write_moves
from bot.local import Refused
from tests.clock import Clock
from tests.flow.boards import legal
from tests.flow.conftest import HERE
from tests.flow.reading import above_foot

if TYPE_CHECKING:
    from bot.local import Message, Person
    from tests.flow.conftest import Parlour

DAY = date(2026, 11, 20)
ELSEWHERE = "The Parlour/#lounge"


@pytest.fixture(autouse=True)
def noon(parlour: Parlour) -> None:
    """Begin at noon of the same day."""
    parlour.now = Clock()


def _a_day_later(parlour: Parlour) -> None:
    parlour.now = clock = Clock()
    clock.wait(24 * 60)


async def _play(person: Person, where: str = HERE) -> Message:
    return await (await person.slash(where, "daily play")).final()


async def _ask(person: Person, command: str, **options: str) -> str:
    return (await (await person.slash(HERE, f"daily {command}", **options)).final()).text


async def _play_out(parlour: Parlour, person: Person) -> Message:
    """Play the person's game here to its end, first move first."""
    game = await parlour.bot.games.lookup.attempt(int(person.user.id), DAY, "accordion")
    assert game is not None
    session = game.session
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    line = write_moves(session.rules, session.moves)
    return await (await person.slash(HERE, "move", moves=line)).final()


async def _secrets(parlour: Parlour) -> list[str]:
    daily = await parlour.bot.dailies.of(DAY, "accordion")
    return [daily.seed, daily.key]


async def test_two_people_play_the_same_deal(parlour: Parlour) -> None:
    """Privately, under a title that says which daily it is and when it ends."""
    boards = [await _play(person) for person in (parlour.ada, parlour.ben)]
    ends = int(datetime(2026, 11, 21, tzinfo=UTC).timestamp())
    for board in boards:
        title, facts, *_ = board.text.splitlines()
        assert board.ephemeral
        assert title.startswith("### Accordion · Daily, 20 November")
        assert facts == f"-# Winnable · ends <t:{ends}:R>"
    assert boards[0].text == boards[1].text


async def test_the_attempt_is_found_again_anywhere(parlour: Parlour) -> None:
    """It is not dealt a second time, even in another channel."""
    board = await _play(parlour.ada)
    moved = (await make(parlour.ada, board, first(board))).message
    assert moved is not None
    assert (await _play(parlour.ada)).text == moved.text
    assert above_foot(await _play(parlour.ada, ELSEWHERE)) == above_foot(moved)


async def test_practice_waits_for_the_next_day(parlour: Parlour) -> None:
    """Until then command and button show how it went; afterwards a separate button deals it as practice."""
    await _play(parlour.ada)
    end = await _play_out(parlour, parlour.ada)
    again = await _play(parlour.ada)
    assert "Practise this deal" not in again.buttons
    with pytest.raises(Refused, match="disabled"):
        await parlour.ada.press(again, "Review")
    same = await (await parlour.ada.press(end, "Same deal")).final()
    assert same.text == again.text
    _a_day_later(parlour)
    later = await (await parlour.ada.press(end, "Same deal")).final()
    assert "Its day is over." in later.text
    assert "<t:" not in later.text
    assert "1 of 1\n" in later.text
    practice = await (await parlour.ada.press(later, "Practise this deal")).final()
    assert "· practice" in practice.text.splitlines()[0]
    assert "Practice: this game doesn't count." in practice.text
    assert "### Review · Accordion" in (await (await parlour.ada.press(later, "Review")).final()).text


async def test_whoever_missed_a_daily_is_dealt_it_as_practice(parlour: Parlour) -> None:
    """Once its day is over, by the button under somebody else's game of it."""
    await _play(parlour.ada)
    game = await parlour.bot.games.lookup.attempt(int(parlour.ada.user.id), DAY, "accordion")
    assert game is not None
    _a_day_later(parlour)
    board = await (await parlour.ben.slash(HERE, "deal accordion")).final()
    practice = await press(parlour.local, parlour.ben, board, f"iy:{game.id}:1:same")
    assert "· practice" in practice.text.splitlines()[0]
    assert "only your first game of a daily counts" in practice.text


async def test_a_finished_daily_has_a_home(parlour: Parlour) -> None:
    """Result, rank, streak, the time of the next one, and what can be done; also after a restart."""
    for person in (parlour.ben, parlour.ada):
        await _play(person)
        end = await _play_out(parlour, person)
    await parlour.restart()
    home = await _play(parlour.ada)
    piles = re.search(r"\d+ piles?", end.text)
    assert piles is not None
    title, result, rank, streak, following, *_ = home.text.splitlines()
    assert title == end.text.splitlines()[0]
    assert re.fullmatch(rf"\*\*Your result\.\*\* (⭐ )?{piles[0]} · clean · \d+ s", result)
    assert re.fullmatch(r"\*\*Rank in this server\.\*\* [12] of 2 so far", rank)
    assert streak == "**Dailies.** Streak 1, best 1 (one missed day a month is forgiven)"
    assert following == f"**Next daily** <t:{int(datetime(2026, 11, 21, tzinfo=UTC).timestamp())}:R>"
    assert home.ephemeral
    assert home.buttons == ["Share", "Results", "Review", "Show the board"]
    results = await (await parlour.ada.press(home, "Results")).final()
    assert "**you**" in results.text
    assert "clean" in (await (await parlour.ada.press(home, "Share")).final()).text
    board = await (await parlour.ada.press(home, "Show the board")).final()
    assert board.text == end.text


async def test_a_home_without_a_server_or_a_place_in_it(parlour: Parlour) -> None:
    """In direct messages there is no rank; players who hide, or resigned at once, see none either."""
    await parlour.ada.slash(HERE, "settings", leaderboards="hide me")
    await _play(parlour.ada)
    end = await _play_out(parlour, parlour.ada)
    assert "You've chosen to be hidden" in (await _play(parlour.ada)).text
    direct = await _play(parlour.ada, "dm")
    assert "Rank" not in direct.text
    assert "hidden" not in direct.text
    assert direct.buttons == ["Share", "Review", "Show the board"]
    assert (await (await parlour.ada.press(direct, "Show the board")).final()).text == end.text
    await _play(parlour.ben)
    await _resign(parlour.ben)
    home = await _play(parlour.ben)
    assert "**Your result.** resigned before the first move" in home.text
    assert "Streak 0, best 0" in home.text
    assert home.buttons == ["Results", "Review", "Show the board"]


async def _resign(person: Person) -> str:
    asked = await (await person.slash(HERE, "resign")).final()
    await (await person.press(asked, "Resign")).final()
    return asked.text


async def test_resigning_a_daily_asks_plainly(parlour: Parlour) -> None:
    """By command and by button; not for another game, and not once its day is over."""
    loss = "This is today's daily: resigning it counts as a loss. Resign Accordion after 0 moves?"
    board = await _play(parlour.ada)
    panel = await (await parlour.ada.press(board, "More")).final()
    asked = await (await parlour.ada.press(panel, "Resign")).final()
    assert asked.text.startswith(loss)
    assert (await _resign(parlour.ada)).startswith(loss)
    await parlour.ada.slash(HERE, "deal accordion")
    assert (await _resign(parlour.ada)).startswith("Resign Accordion after 0 moves?")
    await _play(parlour.ben)
    _a_day_later(parlour)
    assert (await _resign(parlour.ben)).startswith("Resign Accordion after 0 moves?")


async def test_nothing_is_learnt_of_it_before_the_next_day(parlour: Parlour) -> None:
    """Neither by review nor by squares: somebody playing for another could pass them on."""
    await _play(parlour.ada)
    end = await _play_out(parlour, parlour.ada)
    review = await (await parlour.ada.press(end, "Review")).final()
    assert review.text == "Others still play this deal: you can review it once the day or race is over."
    shared = await (await parlour.ada.press(end, "Share")).final()
    assert " · clean · " in shared.text
    assert not set("🟩🟨🟪🟥⬜") & set(shared.text)
    _a_day_later(parlour)
    assert "### Review · Accordion" in (await (await parlour.ada.press(end, "Review")).final()).text
    shared = await (await parlour.ada.press(end, "Share")).final()
    assert set("🟩🟨🟪🟥⬜") & set(shared.text)


async def test_nothing_tells_the_deal_before_the_day_is_over(parlour: Parlour) -> None:
    """No board, panel, note or button id does, in play or at the end; the day after, they may."""
    begun = await _play(parlour.ada)
    shown = [begun, (await parlour.ada.press(begun, "More")).message]
    end = await _play_out(parlour, parlour.ada)
    shown.append(end)
    shown.append(await _play(parlour.ada))
    for secret in await _secrets(parlour):
        assert not any(message is None or secret in repr(message.components) for message in shown)
        for command in ("results", "proof"):
            assert secret not in await _ask(parlour.ada, command)
    _a_day_later(parlour)
    home = await (await parlour.ada.press(end, "Same deal")).final()
    board = await (await parlour.ada.press(home, "Practise this deal")).final()
    assert f"deal accordion:{(await _secrets(parlour))[0]}" in board.text
    assert "its day is over" in board.text


async def _board(person: Person) -> Message:
    return await (await person.slash(HERE, "board")).final()


async def test_a_daily_asks_for_no_seat_and_gives_none_up(parlour: Parlour) -> None:
    """It is dealt beside a game, and a game beside it; commands apply to the one last turned to."""
    ada, now = parlour.ada, parlour.now
    assert isinstance(now, Clock)
    await ada.slash(HERE, "deal accordion", seed="tuesday")
    game = await (await ada.slash(HERE, "move", moves=legal()[0])).final()
    now.wait(1)
    daily = await _play(ada)
    assert "Daily, 20 November" in daily.text
    assert (await _board(ada)).text == daily.text
    now.wait(1)
    asked = await (await ada.slash(HERE, "deal accordion", seed="friday")).final()
    assert "One game at a time" in asked.text, "about the game, which would go"
    await (await ada.press(asked, "Resign and deal")).final()
    dealt = await _board(ada)
    assert "Daily" not in dealt.text
    assert dealt.text != game.text
    now.wait(1)
    moved = (await make(ada, daily, first(daily))).message
    assert moved is not None
    assert (await _board(ada)).text == moved.text
    now.wait(1)
    await (await make(ada, dealt, first(dealt))).final()
    assert "Daily" not in (await _board(ada)).text


async def test_presses_at_once_deal_one_daily(parlour: Parlour) -> None:
    """Each is answered with the same board."""
    boards = await asyncio.gather(*(_play(parlour.ada) for _ in range(4)))
    assert len({board.text for board in boards}) == 1
    assert len({offered(board)[first(board)].custom_id for board in boards}) == 1


async def test_a_daily_survives_a_restart_beside_a_game(parlour: Parlour) -> None:
    """Both continue as they were."""
    await parlour.ada.slash(HERE, "deal accordion", seed="tuesday")
    daily = await _play(parlour.ada)
    moved = await (await make(parlour.ada, daily, first(daily))).final()
    await parlour.restart()
    assert (await _play(parlour.ada)).text == moved.text
    asked = await (await parlour.ada.slash(HERE, "deal accordion", seed="friday")).final()
    assert "### Accordion\n" in asked.text, "no move was made of the other game, so it may go"


async def test_results_are_for_those_who_have_played(parlour: Parlour) -> None:
    """Scores, with one's own marked; everybody else sees them when the day is over."""
    await _play(parlour.ada)
    assert "Finish this daily to see its results" in await _ask(parlour.ada, "results")
    end = await _play_out(parlour, parlour.ada)
    piles = re.search(r"\d+ piles?", end.text)
    assert piles is not None
    told = await _ask(parlour.ada, "results")
    assert re.search(rf"` 1` <@{parlour.ada.user.id}> · (⭐ )?{piles[0]}", told)
    assert "**you**" in told
    await _play(parlour.ben)
    assert "Finish this daily to see its results" in await _ask(parlour.ben, "results")
    _a_day_later(parlour)
    assert f"<@{parlour.ada.user.id}>" in await _ask(parlour.ben, "results", day="2026-11-20")
    assert "You're not ranked yet." in await _ask(parlour.ben, "results", day="2026-11-20")
    assert "There is no daily of 1 May 1883" in await _ask(parlour.ben, "results", day="1883-05-01")
    assert "is not a day" in await _ask(parlour.ben, "results", day="yesterday")


async def test_a_player_who_hides_is_in_no_results(parlour: Parlour) -> None:
    """Nor is a player whom a manager took off the leaderboards."""
    await _play(parlour.ada)
    await _play_out(parlour, parlour.ada)
    await parlour.ada.slash(HERE, "settings", leaderboards="hide me")
    assert "Nobody on this server has finished it yet." in await _ask(parlour.ada, "results")


async def test_anybody_can_check_a_daily(parlour: Parlour, capsys: pytest.CaptureFixture[str]) -> None:
    """What was published before and after agrees, and the command that is given finds the deal."""
    await _play(parlour.ada)
    (seed, key) = await _secrets(parlour)
    before = await _ask(parlour.ada, "proof")
    assert "2026-11-20" in before
    assert "2026-11-21" in before
    assert before.count("Accordion: `") == 2
    _a_day_later(parlour)
    after = await _ask(parlour.ben, "proof", day="2026-11-20")
    assert f"accordion:{seed}" in after
    command = re.search(r"`idleyear (verify-daily .* accordion .*)`", after)
    assert command is not None
    arguments = command[1].split()
    assert arguments[-1] in before
    assert key in arguments
    assert main(arguments) == 0
    assert capsys.readouterr().out.endswith(f"The daily of 2026-11-20 is accordion:{seed}.\n")

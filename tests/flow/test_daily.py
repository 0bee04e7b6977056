"""The daily as players meet it: one attempt, practice, results, proof; and nothing told too early."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from bot.cli.controls import first, make
from bot.engine.record import write_moves
from tests.clock import Clock
from tests.flow.conftest import HERE
from tests.flow.reading import above_foot
from tests.flow.test_play import legal

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
    """Privately, under a title that says which it is and when it ends."""
    boards = [await _play(person) for person in (parlour.ada, parlour.ben)]
    ends = int(datetime(2026, 11, 21, tzinfo=UTC).timestamp())
    for board in boards:
        title, facts, *_ = board.text.splitlines()
        assert board.ephemeral
        assert title.startswith("### Accordion · Daily, 20 November")
        assert facts == f"-# Winnable · ends <t:{ends}:R>"
    assert boards[0].text == boards[1].text


async def test_the_attempt_is_found_again_anywhere(parlour: Parlour) -> None:
    """Not dealt a second time, also in another channel."""
    board = await _play(parlour.ada)
    moved = (await make(parlour.ada, board, first(board))).message
    assert moved is not None
    assert (await _play(parlour.ada)).text == moved.text
    assert above_foot(await _play(parlour.ada, ELSEWHERE)) == above_foot(moved)


async def test_practice_waits_for_the_next_day(parlour: Parlour) -> None:
    """Until then command and button show how it ended; then they deal it again, marked as practice."""
    await _play(parlour.ada)
    end = await _play_out(parlour, parlour.ada)
    again = await _play(parlour.ada)
    assert again.text == f"{end.text}\n> You've played this daily. You can practise it when its day is over."
    same = await (await parlour.ada.press(end, "Same deal")).final()
    assert same.text == again.text
    _a_day_later(parlour)
    practice = await (await parlour.ada.press(end, "Same deal")).final()
    assert "· practice" in practice.text.splitlines()[0]
    assert "only your first game of a daily counts" in practice.text


async def test_nothing_is_learnt_of_it_before_the_next_day(parlour: Parlour) -> None:
    """Neither by review nor by squares: whoever plays for somebody else could tell of them."""
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
    """No board, panel, note or id of a button, in play as at the end; the day after, they may."""
    begun = await _play(parlour.ada)
    asked = (await parlour.ada.slash(HERE, "deal accordion")).message
    shown = [begun, (await parlour.ada.press(begun, "More")).message, asked]
    end = await _play_out(parlour, parlour.ada)
    shown.append(end)
    shown.append(await _play(parlour.ada))
    for secret in await _secrets(parlour):
        assert not any(message is None or secret in repr(message.components) for message in shown)
        for command in ("results", "proof"):
            assert secret not in await _ask(parlour.ada, command)
    _a_day_later(parlour)
    board = await (await parlour.ada.press(end, "Same deal")).final()
    assert f"deal accordion:{(await _secrets(parlour))[0]}" in board.text
    assert "its day is over" in board.text


async def test_the_attempt_is_given_up_only_on_purpose(parlour: Parlour) -> None:
    """The note that asks leads to the daily as well as away from it, without telling the deal."""
    await parlour.ada.slash(HERE, "deal accordion", seed="tuesday")
    await parlour.ada.slash(HERE, "move", moves=legal()[0])
    asked = await _play(parlour.ada)
    assert "One game at a time" in asked.text
    board = await (await parlour.ada.press(asked, "Resign and deal")).final()
    assert "Daily, 20 November" in board.text
    kept = (await parlour.ada.slash(HERE, "deal accordion", seed="tuesday")).message
    assert kept is not None
    assert "One game at a time" in kept.text


async def test_results_are_for_those_who_have_played(parlour: Parlour) -> None:
    """Scores, the own one marked; for the others when the day is over."""
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
    """Nor is somebody whom a manager took off the leaderboards."""
    await _play(parlour.ada)
    await _play_out(parlour, parlour.ada)
    await parlour.ada.slash(HERE, "settings", leaderboards="hide me")
    assert "Nobody on this server has finished it yet." in await _ask(parlour.ada, "results")


async def test_anybody_can_check_a_daily(parlour: Parlour, capsys: pytest.CaptureFixture[str]) -> None:
    """What was published before and after agrees, and the command that is told finds the deal."""
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

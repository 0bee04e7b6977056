"""What Discord refuses by a rule, a server's or its own: who asked reads one sentence; nothing is lost."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest

from bot.render.refusals import BLOCKED, FILE_TOO_LARGE, MAY_NOT_WRITE, REFUSED
from small_discord import AUTOMOD, Planned, Refusal
from tests.controls import first, make, offered
from tests.flow.boards import deal, play_out
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.reading import as_read
from tests.flow.test_rough_answers import ANSWER, FOLLOW_UP, ORIGINAL
from tests.flow.test_watch import value

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour

TIME_OUT = Refusal(403, 50013, "Missing Permissions")
UNLISTED = Refusal(400, 400001, "Access to file uploads has been limited for this guild")
TOLD = {AUTOMOD: BLOCKED, TIME_OUT: MAY_NOT_WRITE, UNLISTED: REFUSED}
EACH = pytest.mark.parametrize("refusal", TOLD, ids=["blocked", "in time-out", "not in the table"])


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what the bot has warned of, each of which must be one line."""
    records = [each for each in caplog.records if each.levelno >= logging.WARNING]
    lines = [each.getMessage() for each in records if each.name.startswith("bot.")]
    assert not any(each.exc_info for each in records)
    assert not any("\n" in line for line in lines)
    return lines


def refuse(parlour: Parlour, route: str, refusal: Refusal, times: int = 1) -> None:
    """Have Discord refuse the next requests to a route."""
    parlour.local.weather.planned += [Planned(route, refusal)] * times


async def check_told(parlour: Parlour, caplog: pytest.LogCaptureFixture, refusal: Refusal) -> None:
    """Assert that Ada alone reads one sentence about what was refused, and the log has one line."""
    told = TOLD[refusal]
    beginning = told.partition(":")[0]
    note = await parlour.ada.waits_for(HERE, beginning, timeout=600)  # a worker may have to start before
    await parlour.settle()
    assert note.ephemeral
    assert as_read(note.text) == told
    assert sum(beginning in each.text for each in parlour.ada.sees(HERE)) == 1
    (line,) = warnings(caplog)
    assert line.startswith(f"Discord refused an answer: {refusal.status} ")
    assert line.endswith(f"(error code: {refusal.code}): {refusal.message}")
    assert parlour.local.weather.planned == []


async def saved_moves(parlour: Parlour) -> int:
    """Return how many moves Ada's game has in the database."""
    saved = await parlour.bot.services.store.games.get((await parlour.game_of(parlour.ada)).id)
    assert saved is not None
    return len(saved.moves.split())


@EACH
async def test_a_board_that_is_refused(
    parlour: Parlour, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    """Whose board Discord refuses to edit is told so; the move is kept, and play goes on from there."""
    board = await deal(parlour.ada)
    refuse(parlour, ANSWER, refusal)
    await make(parlour.ada, board, first(board))
    await check_told(parlour, caplog, refusal)
    assert await saved_moves(parlour) == 1
    after = await (await parlour.ada.slash(HERE, "board")).final()
    assert "51 piles" in after.text


async def test_a_board_that_is_refused_twice(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """Whose press came from an old board is told, too, that Discord refuses to show it as it is now."""
    board = await deal(parlour.ada)
    after = await (await make(parlour.ada, board, first(board))).final()
    await parlour.ada.slash(HERE, "move", moves=first(after))
    refuse(parlour, ANSWER, AUTOMOD)
    await make(parlour.ada, after, [*offered(after)][1])
    await check_told(parlour, caplog, AUTOMOD)
    assert await saved_moves(parlour) == 2


async def test_a_command_that_is_refused(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """Whose command Discord refuses to answer as it should is told so, and it counts as no fault of ours."""
    refuse(parlour, ANSWER, AUTOMOD)
    await parlour.ada.slash(HERE, "deal accordion", seed="tuesday", where="in the channel")
    await check_told(parlour, caplog, AUTOMOD)
    assert [each.text for each in parlour.ben.sees(HERE)] == []
    text = parlour.bot.services.metrics.text().decode()
    assert value(text, "idleyear_requests_total", name="deal accordion", outcome="refused") == 1


@EACH
async def test_who_plays_nothing_is_told_of_no_game_and_of_no_server(
    parlour: Parlour, refusal: Refusal
) -> None:
    """Who asks for the rules in direct messages, without a game, reads only what is true there."""
    refuse(parlour, ANSWER, refusal)
    await parlour.ada.slash("dm", "rules", game="accordion")
    told = (await parlour.ada.waits_for("dm", TOLD[refusal].partition(":")[0])).text
    assert "If you were playing, your game is safe" in told
    assert "this server" not in told


@pytest.mark.usefixtures("put_off")
async def test_an_edit_that_is_refused(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """Who waited for a move of the solver's that Discord refuses to show is told so; it is kept."""
    await (await parlour.ada.slash(HERE, "deal accordion", variant="late-binding", seed="s6")).final()
    board = await (await parlour.ada.slash(HERE, "hint", level="line")).final()
    refuse(parlour, ORIGINAL, AUTOMOD)
    await parlour.ada.press(board, "Play on")
    await check_told(parlour, caplog, AUTOMOD)
    assert await saved_moves(parlour) == 1


@pytest.mark.usefixtures("put_off")
async def test_a_public_answer_that_is_refused(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """Where all are to see what Discord refuses, only whoever asked is told."""
    refuse(parlour, FOLLOW_UP, AUTOMOD)
    await parlour.ada.slash(HERE, "deal accordion", winnable=True, where="in the channel")
    await check_told(parlour, caplog, AUTOMOD)
    assert [each.text for each in parlour.ben.sees(HERE)] == []


async def test_a_follow_up_that_is_refused(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Who waited for what Discord refuses to show is told so in its place."""
    board = await play_out(parlour.ada)
    monkeypatch.setattr("bot.ui.response._DEFERRED_AFTER", 0.0)
    refuse(parlour, FOLLOW_UP, AUTOMOD)
    await parlour.ada.press(board, "Share")
    await check_told(parlour, caplog, AUTOMOD)


async def test_a_result_that_is_refused(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """Whose result Discord refuses to post is told so, and others read nothing."""
    board = await play_out(parlour.ada)
    preview = await (await parlour.ada.press(board, "Share")).final()
    refuse(parlour, FOLLOW_UP, AUTOMOD)
    await parlour.ada.press(preview, "Post it here")
    await check_told(parlour, caplog, AUTOMOD)
    assert parlour.ben.sees(HERE) == []


async def test_a_race_that_is_refused(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """Whose race Discord refuses to post is told so, and another one can be started at once."""
    refuse(parlour, ANSWER, AUTOMOD)
    await parlour.ada.slash(HERE, "race start")
    await check_told(parlour, caplog, AUTOMOD)
    assert "Join race" in (await (await parlour.ada.slash(HERE, "race start")).final()).buttons


async def test_nothing_more_is_tried(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """If Discord refuses the sentence as well, nothing more is tried; the move is kept."""
    board = await deal(parlour.ada)
    refuse(parlour, ANSWER, AUTOMOD, times=3)
    pressing = asyncio.create_task(make(parlour.ada, board, first(board)))
    await until(lambda: warnings(caplog) != [])
    await parlour.settle()
    pressing.cancel()
    assert len(warnings(caplog)) == 1
    assert len(parlour.local.weather.planned) == 1
    assert await saved_moves(parlour) == 1


async def test_a_file_that_is_too_large(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """Whose file Discord takes for too large is told so, whatever it said of its limit."""
    refuse(parlour, ANSWER, Refusal(413, 40005, "Request entity too large"))
    await parlour.ada.slash(HERE, "privacy export")
    assert (await parlour.ada.waits_for(HERE, "too large")).text == FILE_TOO_LARGE
    await parlour.settle()
    assert len(warnings(caplog)) == 1


@pytest.mark.logs(r"An interaction failed\.(.|\n)*50035")
async def test_a_mistake_of_ours_is_called_that(parlour: Parlour) -> None:
    """What Discord cannot read is our mistake: the player is told so, and the log says where it was made."""
    refuse(parlour, ANSWER, Refusal(400, 50035, "Invalid Form Body"))
    assert "on our side" in (await (await parlour.ada.slash(HERE, "help")).final()).text

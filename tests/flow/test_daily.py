"""The daily as it is played: one attempt, the same deal for everybody, beside any other game."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.clock import Clock
from tests.controls import first, make, offered
from tests.flow.boards import legal
from tests.flow.conftest import HERE
from tests.flow.dailies import a_day_later, noon, play, resign
from tests.flow.reading import above_foot

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

__all__ = ["noon"]

ELSEWHERE = "The Parlour/#lounge"


async def test_two_people_play_the_same_deal(parlour: Parlour) -> None:
    """Two people play the same deal privately, under a title that says which daily it is and when it ends."""
    boards = [await play(person) for person in (parlour.ada, parlour.ben)]
    ends = int(datetime(2026, 11, 21, 1, tzinfo=UTC).timestamp())
    for board in boards:
        title, facts, *_ = board.text.splitlines()
        assert board.ephemeral
        assert title.startswith("### Accordion · Daily, 20 November")
        assert facts == f"-# Can be won · counts until <t:{ends}:t>, <t:{ends}:R>"
    assert boards[0].text == boards[1].text


async def test_the_attempt_is_found_again_anywhere(parlour: Parlour) -> None:
    """The one attempt at a daily is shown again, even in another channel, and not dealt a second time."""
    board = await play(parlour.ada)
    moved = (await make(parlour.ada, board, first(board))).message
    assert moved is not None
    assert (await play(parlour.ada)).text == moved.text
    assert above_foot(await play(parlour.ada, ELSEWHERE)) == above_foot(moved)


async def test_presses_at_once_deal_one_daily(parlour: Parlour) -> None:
    """Several presses for a daily at the same moment are all answered with the same board."""
    boards = await asyncio.gather(*(play(parlour.ada) for _ in range(4)))
    assert len({board.text for board in boards}) == 1
    assert len({offered(board)[first(board)].custom_id for board in boards}) == 1


async def _board(person: Person) -> Message:
    return await (await person.slash(HERE, "board")).final()


async def test_a_daily_asks_for_no_seat_and_gives_none_up(parlour: Parlour) -> None:
    """A daily and a game are dealt beside each other; commands apply to the one last turned to."""
    ada, now = parlour.ada, parlour.now
    assert isinstance(now, Clock)
    await ada.slash(HERE, "deal accordion", seed="tuesday")
    game = await (await ada.slash(HERE, "move", moves=legal()[0])).final()
    now.wait(1)
    daily = await play(ada)
    assert "Daily, 20 November" in daily.text
    assert (await _board(ada)).text == daily.text
    now.wait(1)
    await ada.slash(HERE, "deal accordion", seed="friday")
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


async def test_three_games_are_played_in_turn(parlour: Parlour) -> None:
    """Three games in a channel, one of them the daily, are played in turn, also after a restart."""
    ada, boards, clock = parlour.ada, [], parlour.now
    assert isinstance(clock, Clock)
    for command, variant in (
        ("daily play", None),
        ("deal accordion", "tarbart"),
        ("deal accordion", "goren"),
    ):
        board = await (await ada.slash(HERE, command, **({"variant": variant} if variant else {}))).final()
        boards.append(await _go_on(ada, board))
    for turn in range(6):
        if turn == 3:
            await parlour.restart()
            ada = parlour.ada
        clock.wait(1)
        boards[turn % 3] = board = await _go_on(ada, boards[turn % 3])
        assert (await (await ada.slash(HERE, "board")).final()).text == board.text
    daily, tarbart, _ = boards
    door = await (await ada.slash(HERE, "play")).final()
    clock.wait(1)
    button = next(label for label in door.buttons if label.startswith("Tarbart, "))
    assert (await (await ada.press(door, button)).final()).text == tarbart.text
    assert (await (await ada.slash(HERE, "board")).final()).text == tarbart.text, "it is meant now"
    assert (await (await ada.slash(HERE, "daily play")).final()).text == daily.text


async def _go_on(person: Person, board: Message) -> Message:
    """Make the first move that is offered; deal if there is none."""
    move = next(iter(offered(board)), None)
    reply = await (person.press(board, "Deal") if move is None else make(person, board, move))
    return await reply.final()


async def test_a_daily_survives_a_restart_beside_a_game(parlour: Parlour) -> None:
    """A daily and a game beside it both continue after a restart as they were."""
    await parlour.ada.slash(HERE, "deal accordion", seed="tuesday")
    daily = await play(parlour.ada)
    moved = await (await make(parlour.ada, daily, first(daily))).final()
    await parlour.restart()
    assert (await play(parlour.ada)).text == moved.text
    asked = await (await parlour.ada.slash(HERE, "deal accordion", seed="friday")).final()
    assert "### Accordion\n" in asked.text, "no move was made of the other game, so it may go"


async def test_resigning_a_daily_asks_plainly(parlour: Parlour) -> None:
    """Resigning a daily that counts warns of the loss; resigning another game, or an old daily, does not."""
    loss = "This daily counts: resigning it is a loss. Resign Accordion after 0 moves?"
    board = await play(parlour.ada)
    panel = await (await parlour.ada.press(board, "More")).final()
    asked = await (await parlour.ada.press(panel, "Resign")).final()
    assert asked.text.startswith(loss)
    assert (await resign(parlour.ada)).startswith(loss)
    await parlour.ada.slash(HERE, "deal accordion")
    assert (await resign(parlour.ada)).startswith("Resign Accordion after 0 moves?")
    await play(parlour.ben)
    a_day_later(parlour)
    assert (await resign(parlour.ben)).startswith("Resign Accordion after 0 moves?")


async def test_a_daily_that_is_still_to_come_has_no_results(parlour: Parlour) -> None:
    """Whoever asks for results of a day to come is told so, and offered nothing that today's could change."""
    told = await (await parlour.ada.slash(HERE, "daily results", day="2026-11-21")).final()
    assert (told.text, told.buttons) == ("That daily hasn't come yet: play today's.", [])


async def test_results_of_a_daily_that_is_still_to_be_made_are_waited_for(parlour: Parlour) -> None:
    """Whoever asks for results of a daily that is still being made waits for them and gets them."""
    reply = await parlour.ada.slash(HERE, "daily results", family="pyramid")
    assert reply.kind == "deferred"
    assert "Finish this daily to see its results" in (await reply.final()).text

"""The daily as it is played: one attempt, the same deal for everybody, beside any other game."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.flow.conftest import HERE
from tests.flow.dailies import a_day_later, noon, play, resign

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


async def _board(person: Person) -> Message:
    return await (await person.slash(HERE, "board")).final()


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

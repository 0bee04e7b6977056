"""A message to the bot is answered with its front door."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import games_of
from small_discord import Fault, Planned
from tests.clock import Clock
from tests.flow.boards import deal
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.reading import as_read

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

LOUNGE = "The Parlour/#lounge"
SEND = "POST /channels/{channel_id}/messages"
NOT_ANSWERED = "A direct message was not answered"
DAILIES = [games_of(family)[0].name for family in FAMILIES]


@pytest.fixture(autouse=True)
def noon(parlour: Parlour) -> None:
    """Begin at noon of the same day."""
    parlour.now = Clock()


async def tap(person: Person, message: Message, button: str) -> Message:
    """Press the button whose label begins so, and return what it leads to."""
    (label,) = [each for each in message.buttons if each.startswith(button)]
    return await (await person.press(message, label)).final()


async def write(person: Person, text: str, answers: int) -> list[Message]:
    """Write to the bot in a direct message; return its answers, once there are so many there."""
    person.say("dm", text)
    await until(lambda: len(_said(person)) == answers)
    return _said(person)


def _said(person: Person, where: str = "dm") -> list[Message]:
    """Return what anybody else has said in a channel."""
    return [each for each in person.sees(where) if each.post.payload["author"]["id"] != person.user.id]


async def test_whoever_just_writes_is_shown_in_once_a_day(parlour: Parlour) -> None:
    """Somebody who writes to the bot gets the front door once a day, whatever the message says."""
    assert isinstance(parlour.now, Clock)
    ada, ben = parlour.ada, parlour.ben
    (door,) = await write(ada, "hi", 1)
    assert door.text.startswith("**New**\n**Your first game** has only eighteen cards")
    assert as_read(door.text).endswith("type / for my commands. /play brings this back.")
    assert door.buttons[:4] == ["Your first game", "Deal a game", "Solve a puzzle", "Help"]
    assert {*door.buttons[4:]} == {"Five minutes", "Puzzle", *DAILIES}
    ada.say("dm", "play")
    ada.say("dm", "12<", reply_to=door)
    await write(ben, "play", 1)
    assert len(_said(ada)) == 1, "the bot has read them: it has answered what came later"
    parlour.now.wait(24 * 60)
    assert len(await write(ada, "hi again", 2)) == 2


async def test_messages_to_others_are_not_answered(parlour: Parlour) -> None:
    """In servers nobody is answered, nor does the bot answer itself where it shows somebody a board."""
    ada = parlour.ada
    board = await deal(ada)
    ada.say(HERE, "play")
    ada.say(HERE, f"<@{parlour.bot.application_id}> play")
    await ada.slash("dm", "deal marriage")
    await write(parlour.ben, "hi", 1)
    assert [each.id for each in _said(ada, HERE)] == [board.id]
    assert len(_said(ada)) == 1


async def test_the_answer_leads_to_games(parlour: Parlour) -> None:
    """Its buttons lead to the first game, another game and a daily, also after a restart, and it stays."""
    (door,) = await write(parlour.ada, "hi", 1)
    await parlour.restart()
    ada = parlour.ada
    first_game = await tap(ada, door, "Your first game")
    picker = await tap(ada, door, "Deal a game")
    goren = await (await ada.choose(picker, "Accordion games", "Goren")).final()
    daily = await tap(ada, door, "Pyramid")
    assert first_game.text.startswith("**Your first game:** eighteen cards.")
    assert goren.text.startswith("### Goren\n")
    assert daily.text.startswith("### Pyramid · Daily")
    assert [each.id for each in _said(ada) if not each.ephemeral] == [
        each.id for each in (door, first_game, goren, daily)
    ]


async def test_a_message_that_could_not_be_answered(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    """If Discord does not deliver the answer, the log says so in a line, and the next message is answered."""
    parlour.local.weather.planned += [Planned(SEND, Fault.DROPPED)] * 9
    parlour.ada.say("dm", "hi")
    await until(lambda: NOT_ANSWERED in caplog.text)
    parlour.local.weather.planned.clear()
    assert len(await write(parlour.ada, "hi?", 1)) == 1


async def test_who_takes_no_messages_is_sent_one_a_day(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever takes no messages and goes on writing has none refused again that day: Discord counts those."""
    assert isinstance(parlour.now, Clock)
    parlour.ada.close_messages()
    for _ in range(5):
        parlour.ada.say("dm", "hi")
    await until(lambda: f"{NOT_ANSWERED}: 403 Forbidden" in caplog.text)
    parlour.ada.say("dm", "hi?")
    await write(parlour.ben, "hi", 1)
    assert caplog.text.count(NOT_ANSWERED) == 1, "the bot has read them: it has answered what came later"
    parlour.ada.open_messages()
    parlour.now.wait(24 * 60)
    assert len(await write(parlour.ada, "hi again", 1)) == 1

"""Reminders of the daily as a player gets them: chosen in /settings, sent by the running bot, stopped."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.service.reminder import Reminders
from tests.clock import Clock
from tests.flow.boards import deal
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.test_digest import DAY, turn_to
from tests.forged import press

if TYPE_CHECKING:
    from bot.service.reminder import Due
    from small_discord import Message, Person
    from small_discord.world.places import Channel
    from tests.flow.conftest import Parlour

pytestmark = pytest.mark.usefixtures("kernels", "impatient")
SEND = "POST /channels/{channel_id}/messages"
REMINDER = "Today's daily is here"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot look all the time for what is due; must come before it starts."""
    monkeypatch.setattr("bot.ui.outbox._PAUSE", 0.02)


@pytest.fixture(autouse=True)
def noon(impatient: None, parlour: Parlour) -> None:
    """Begin at noon of the same day."""
    parlour.now = Clock()


async def settings(person: Person, **options: object) -> Message:
    """Use /settings; return the answer."""
    return await (await person.slash(HERE, "settings", **options)).final()


def reminders_of(person: Person) -> list[Message]:
    """Return the reminders that a person has got."""
    return [message for message in person.sees("dm") if REMINDER in message.text]


async def sent(parlour: Parlour) -> None:
    """Let the bot look once for what is due, and send it."""
    await parlour.bot.reminder_posts.post_due()


async def test_a_reminder_comes_with_a_way_to_play(parlour: Parlour) -> None:
    """A reminder comes by direct message at the hour chosen, tells nothing of the deal, and deals it."""
    told = (await settings(parlour.ada, reminder=9, zone="Europe/Berlin")).text
    assert (
        "**Reminder of the daily:** by direct message at 09:00 in Europe/Berlin, unless you've finished"
        in told
    )
    await settings(parlour.ben)
    daily = await parlour.bot.services.dailies.of(DAY + timedelta(1), "accordion")
    turn_to(parlour, 8)
    reminder = await parlour.ada.waits_for("dm", REMINDER)
    assert reminder.text == (
        "Today's daily is here, the same deal for everybody.\n"
        "-# You asked for this at 09:00 in Europe/Berlin. *No more reminders* stops it; "
        f"{parlour.bot.services.command_names.link('`/settings`')} changes the hour."
    )
    assert not any(secret in repr(reminder.post.payload) for secret in (daily.seed, daily.key))
    assert reminder.buttons == ["Play today's daily", "No more reminders"]
    board = await (await parlour.ada.press(reminder, "Play today's daily")).final()
    assert "Daily, 21 November" in board.text
    assert len(parlour.ada.sees("dm")) == 2
    assert parlour.ben.sees("dm") == []


async def test_one_press_stops_it(parlour: Parlour) -> None:
    """One press stops the reminders, in the reminder's place or in /settings, and for nobody else."""
    for person in (parlour.ada, parlour.ben):
        await settings(person, reminder=8)
    turn_to(parlour, 8)
    reminder = await parlour.ada.waits_for("dm", REMINDER)
    await parlour.ben.waits_for("dm", REMINDER)
    await (await parlour.ada.press(reminder, "No more reminders")).final()
    (left,) = parlour.ada.sees("dm")
    assert left.text.startswith("No more reminders.")
    assert left.buttons == []
    assert "**Reminder of the daily:** none" in (await settings(parlour.ada)).text
    panel = await settings(parlour.ben)
    assert "at 08:00 UTC" in panel.text
    turn_to(parlour, 8, days=2)
    await until(lambda: len(reminders_of(parlour.ben)) == 2)
    off = await (await parlour.ben.press(panel, "No more reminders")).final()
    assert "**Reminder of the daily:** none" in off.text
    turn_to(parlour, 8, days=3)
    await sent(parlour)
    assert [len(reminders_of(person)) for person in (parlour.ada, parlour.ben)] == [0, 2]


async def test_one_that_comes_once_needs_no_way_to_stop_it(parlour: Parlour) -> None:
    """A reminder for tomorrow comes a day later with the daily alone, and no other follows."""
    clock = parlour.now
    assert isinstance(clock, Clock)
    await parlour.bot.services.reminders.tomorrow(int(parlour.ada.user.id))
    clock.wait(24 * 60)
    reminder = await parlour.ada.waits_for("dm", REMINDER)
    link = parlour.bot.services.command_names.link("`/settings`")
    assert reminder.text == (
        "Today's daily is here, the same deal for everybody.\n"
        f"-# You asked for this yesterday. {link} has a reminder for every day."
    )
    assert reminder.buttons == ["Play today's daily"]
    clock.wait(24 * 60)
    await sent(parlour)
    assert len(reminders_of(parlour.ada)) == 1


async def test_a_forged_press_changes_no_others_message(parlour: Parlour) -> None:
    """Pressed on what others see, the button stops one's own reminders and changes nothing there."""
    board = await deal(parlour.ben, where="in the channel")
    await settings(parlour.ada, reminder=8)
    told = await press(parlour.local, parlour.ada, board, "iy:0:0:noreminder")
    assert told.ephemeral
    assert told.text.startswith("No more reminders.")
    (left,) = parlour.ben.sees(HERE)
    assert left == board


async def test_what_is_chosen_has_to_be_there(parlour: Parlour) -> None:
    """A zone that there is not is refused; one without an hour lists its own; later, each is kept alone."""
    assert "**Reminder of the daily:** none" in (await settings(parlour.ada, zone="Europe/Berlin")).text
    assert "I don't know that time zone" in (await settings(parlour.ada, reminder=8, zone="Moon/Tycho")).text
    assert "**Reminder of the daily:** none" in (await settings(parlour.ada)).text
    assert "at 08:00 UTC" in (await settings(parlour.ada, reminder=8)).text
    assert "at 08:00 in Asia/Kathmandu" in (await settings(parlour.ada, zone="Asia/Kathmandu")).text
    assert "at 21:00 in Asia/Kathmandu" in (await settings(parlour.ada, reminder=21)).text
    offered = await parlour.ada.autocomplete(HERE, "settings", "zone", zone="berl")
    assert [each.value for each in offered] == ["Europe/Berlin"]


async def test_after_a_silent_week_it_says_so_and_stops(parlour: Parlour) -> None:
    """The seventh reminder without a game begun says that it is the last, and /settings why none comes."""
    await settings(parlour.ada, reminder=8)
    for days in range(1, 10):
        turn_to(parlour, 8, days)
        await sent(parlour)
    told = reminders_of(parlour.ada)
    assert ["this is the last one" in each.text for each in told] == [False] * 6 + [True]
    assert "stopped after a week in which you began no game" in (await settings(parlour.ada)).text
    assert "at 08:00 UTC" in (await settings(parlour.ada, reminder=8)).text
    turn_to(parlour, 8, days=10)
    await until(lambda: len(reminders_of(parlour.ada)) == 8)


@pytest.mark.parametrize("is_gone", [True, False], ids=["gone", "closed"])
async def test_a_chat_that_is_of_no_use_any_more_is_opened_anew(parlour: Parlour, *, is_gone: bool) -> None:
    """A reminder comes although the channel kept for it is gone, or another application's."""
    elsewhere = parlour.ben.channel("Rainy Sundays/#cards")
    parlour.ben.settings_of("Rainy Sundays").throw_out_bot()
    chat = 10**18 if is_gone else int(elsewhere.id)
    await settings(parlour.ada, reminder=9)
    reminders, player = parlour.bot.services.store.reminders, int(parlour.ada.user.id)
    reminder = await reminders.get(player)
    assert reminder is not None
    await reminders.done(reminder, DAY - timedelta(1), chat=chat)
    turn_to(parlour, 9)
    await _minutes_pass(parlour)
    await parlour.ada.waits_for("dm", REMINDER)


async def test_closed_messages_are_tried_once(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes no direct messages is tried once, reads so in /settings, and may choose again."""
    await settings(parlour.ada, reminder=8)
    parlour.ada.close_messages()
    tries = _count_sends(parlour, monkeypatch)
    for days in (1, 2):
        turn_to(parlour, 8, days)
        for _ in range(3):
            await sent(parlour)
    assert len(tries) == 1
    assert "your direct messages are closed to me" in (await settings(parlour.ada)).text
    parlour.ada.open_messages()
    await settings(parlour.ada, reminder=9)
    turn_to(parlour, 9, days=3)
    await parlour.ada.waits_for("dm", REMINDER)


async def test_an_end_in_the_middle_sends_none_twice(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that ends before it has noted what it sent finds the reminder after its start."""
    began = asyncio.Event()

    async def never(_reminders: Reminders, _due: Due, _chat: int) -> None:
        began.set()
        await asyncio.Event().wait()

    await settings(parlour.ada, reminder=8)
    with monkeypatch.context() as cut_off:
        cut_off.setattr(Reminders, "sent", never)
        turn_to(parlour, 8)
        await asyncio.wait_for(began.wait(), 30)
        await parlour.restart()
    await parlour.restart()
    await _minutes_pass(parlour)
    assert len(reminders_of(parlour.ada)) == 1
    noted = await parlour.bot.services.reminders.of(int(parlour.ada.user.id))
    assert noted is not None
    assert str(noted.chat) == parlour.ada.channel("dm").id


async def _minutes_pass(parlour: Parlour) -> None:
    """Let an hour pass, in which a reminder that is claimed becomes due again."""
    clock = parlour.now
    assert isinstance(clock, Clock)
    for _ in range(10):
        clock.wait(6)
        await sent(parlour)


def _count_sends(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that grows with every direct message that the bot tries to send."""
    access, tries = parlour.local.world.access, list[object]()
    check = access.check_send

    def count(channel: Channel) -> None:
        tries.append(channel)
        check(channel)

    monkeypatch.setattr(access, "check_send", count)
    return tries

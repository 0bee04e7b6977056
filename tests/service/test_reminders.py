"""Reminders under a test clock: when they come, to whom not, and that each is sent once."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.service.reminder import Due, Reminders
from bot.store import NewGame, Reminder, Store, open_store
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.service.digesting import ANNA, BERT, DAY, RESIGNS, end_daily

__all__ = ["clock", "store"]
CHAT = 2**61


@pytest.fixture
def reminders(store: Store) -> Reminders:
    """Remind the players of an empty store."""
    return Reminders(store)


async def due(reminders: Reminders) -> list[Reminder]:
    """Return what is due."""
    return [reminder async for reminder in reminders.due()]


async def send_due(reminders: Reminders) -> list[Due]:
    """Send what is due, and return it."""
    taken = [each for reminder in await due(reminders) if (each := await reminders.take(reminder))]
    for each in taken:
        await reminders.sent(each, CHAT)
    return taken


async def begin_game(store: Store, player: int = ANNA) -> None:
    """Begin a game that is no daily."""
    await store.games.create(NewGame(player, player, None, "accordion", 1, "seed"))


async def chosen(reminders: Reminders) -> Reminder:
    """Return what Anna has chosen."""
    found = await reminders.of(ANNA)
    assert found is not None
    return found


@both_databases
async def test_it_comes_at_its_hour_once_a_day(reminders: Reminders, clock: Clock) -> None:
    """A reminder comes at the hour that its player has chosen, once a day, and to nobody else."""
    await reminders.choose(ANNA, 8, "UTC")
    await reminders.choose(BERT, 14, "UTC")
    assert await send_due(reminders) == []
    clock.turn_to(DAY, 14)
    assert [each.reminder.player for each in await send_due(reminders)] == [BERT]
    for days in (1, 2):
        clock.turn_to(DAY + timedelta(days), 7, 59)
        assert await send_due(reminders) == []
        clock.wait(1)
        assert [(each.reminder.player, each.day) for each in await send_due(reminders)] == [
            (ANNA, clock.now.date())
        ]
        assert await send_due(reminders) == []
        clock.turn_to(DAY + timedelta(days), 14)
        assert [each.reminder.player for each in await send_due(reminders)] == [BERT]
    assert (await chosen(reminders)).due_at == datetime(2026, 11, 23, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "day", "hour", "at"),
    [
        ("Europe/Berlin", date(2026, 3, 29), 8, "06:00"),
        ("Europe/Berlin", date(2026, 3, 28), 8, "07:00"),
        ("Europe/Berlin", date(2026, 10, 25), 8, "07:00"),
        ("Europe/Berlin", date(2026, 10, 25), 2, "00:00"),
        ("Asia/Kolkata", DAY, 8, "02:30"),
        ("Asia/Kathmandu", DAY, 8, "02:15"),
        ("Asia/Tokyo", DAY, 8, "23:00"),
        ("Pacific/Kiritimati", DAY, 8, "18:00"),
        ("Pacific/Niue", DAY, 8, "19:00"),
    ],
)
async def test_the_hour_is_that_of_its_zone(
    reminders: Reminders, clock: Clock, zone: str, day: date, hour: int, at: str
) -> None:
    """A reminder comes at its hour whatever the clocks do, in zones with odd minutes and at the date line."""
    clock.turn_to(day, 0)
    clock.wait(-1)
    await reminders.choose(ANNA, hour, zone)
    clock.now = datetime.combine(day, datetime.strptime(at, "%H:%M").time(), UTC) - timedelta(seconds=1)  # noqa: DTZ007  only its time
    assert [each.day for each in await send_due(reminders)] in ([], [day - timedelta(1)])
    assert await due(reminders) == []
    clock.now += timedelta(seconds=1)
    (told,) = await send_due(reminders)
    assert told.day == day
    assert clock.now.astimezone(ZoneInfo(zone)).hour == hour


@pytest.mark.parametrize(
    ("zone", "hour", "first", "read"),
    [
        ("Europe/Berlin", 2, date(2026, 3, 28), ["28 02:00", "29 03:00", "30 02:00"]),
        ("Europe/Berlin", 3, date(2026, 3, 28), ["28 03:00", "29 03:00", "30 03:00"]),
        ("Europe/Berlin", 2, date(2026, 10, 24), ["24 02:00", "25 02:00", "26 02:00"]),
        ("America/New_York", 2, date(2026, 3, 7), ["07 02:00", "08 03:00", "09 02:00"]),
        ("America/New_York", 1, date(2026, 10, 31), ["31 01:00", "01 01:00", "02 01:00"]),
        # Between midnight UTC and an hour before it: the daily changes, and each has its reminder.
        ("America/New_York", 19, date(2026, 10, 31), ["31 19:00", "31 20:00", "01 19:00"]),
        ("America/New_York", 19, date(2026, 3, 8), ["07 19:00", "09 19:00", "10 19:00"]),
    ],
)
async def test_one_comes_for_each_daily_as_the_clocks_change(
    reminders: Reminders, clock: Clock, zone: str, hour: int, first: date, read: list[str]
) -> None:
    """Each daily has one reminder though clocks skip its hour or show it twice, as docs/daily.md says."""
    clock.turn_to(first, 0)
    clock.wait(-1)
    await reminders.choose(ANNA, hour, zone)
    told: list[tuple[date, str]] = []
    while len(told) < len(read):
        clock.wait(30)
        now = clock.now.astimezone(ZoneInfo(zone))
        told += [(each.day, f"{now:%d %H}:00") for each in await send_due(reminders)]
    assert [day for day, _ in told] == [first + timedelta(days) for days in range(len(told))]
    assert [text for _, text in told] == read


async def test_who_has_finished_a_daily_is_not_reminded(
    reminders: Reminders, store: Store, clock: Clock
) -> None:
    """Whoever has finished a daily of the day is not reminded of it; the streak is told to the others."""
    for player in (ANNA, BERT):
        await reminders.choose(player, 14, "UTC")
    for days in range(3):
        clock.turn_to(DAY + timedelta(days), 9)
        await end_daily(store, ANNA, 5)
        await end_daily(store, BERT, RESIGNS)
        clock.turn_to(DAY + timedelta(days), 14)
        assert [(each.reminder.player, each.streak) for each in await send_due(reminders)] == [(BERT, 0)]
    clock.turn_to(DAY + timedelta(3), 14)
    told = {each.reminder.player: each.streak for each in await send_due(reminders)}
    assert told == {ANNA: 3, BERT: 0}


async def test_yesterdays_daily_does_not_count_for_today(
    reminders: Reminders, store: Store, clock: Clock
) -> None:
    """Whoever has finished yesterday's daily is reminded of today's, within the hour after midnight too."""
    await reminders.choose(ANNA, 0, "UTC")
    await end_daily(store, ANNA, 5)
    clock.turn_to(DAY + timedelta(1), 0)
    assert [(each.day, each.streak) for each in await send_due(reminders)] == [(DAY + timedelta(1), 1)]


async def test_a_streak_waits_while_its_daily_goes_on(
    reminders: Reminders, store: Store, clock: Clock
) -> None:
    """Within the hour after midnight, a streak waits that yesterday's daily can still go on with."""
    for days in (7, 5, 4, 3, 2):  # on the day that is left out, the month's one day is forgiven
        clock.turn_to(DAY - timedelta(days), 12)
        await end_daily(store, ANNA, 3)
    await reminders.choose(ANNA, 0, "UTC")
    clock.turn_to(DAY, 0)
    assert [each.streak for each in await send_due(reminders)] == [5]


@both_databases
async def test_after_a_week_in_vain_it_stops(reminders: Reminders, store: Store, clock: Clock) -> None:
    """The seventh reminder in a row without a game begun says that it is the last, and none follows."""
    await reminders.choose(ANNA, 12, "UTC")
    lasts = []
    for _ in range(3):
        clock.now += timedelta(days=1)
        lasts += [each.is_last for each in await send_due(reminders)]
    await begin_game(store, BERT)
    await begin_game(store)
    for _ in range(10):
        clock.now += timedelta(days=1)
        lasts += [each.is_last for each in await send_due(reminders)]
    assert lasts == [False] * 3 + [False] * 6 + [True]
    assert (await chosen(reminders)).stopped == "unanswered"
    await reminders.choose(ANNA, 12, "UTC")
    clock.now += timedelta(days=1)
    assert [each.is_last for each in await send_due(reminders)] == [False]


async def test_a_game_begun_after_the_last_one_keeps_it(
    reminders: Reminders, store: Store, clock: Clock
) -> None:
    """Whoever begins a game after the reminder that may be the last one is reminded on."""
    await reminders.choose(ANNA, 12, "UTC")
    for _ in range(7):
        clock.now += timedelta(days=1)
        (told,) = await send_due(reminders)
    assert told.is_last
    await begin_game(store)
    clock.now += timedelta(days=1)
    assert [each.is_last for each in await send_due(reminders)] == [False]


@both_databases
async def test_closed_messages_stop_it(reminders: Reminders, clock: Clock) -> None:
    """After Discord has refused one, no reminder is tried until its player chooses the hour again."""
    await reminders.choose(ANNA, 8, "UTC")
    clock.turn_to(DAY + timedelta(1), 8)
    (reminder,) = await due(reminders)
    taken = await reminders.take(reminder)
    assert taken is not None
    await reminders.refused(taken)
    assert (await chosen(reminders)).stopped == "closed"
    clock.turn_to(DAY + timedelta(2), 8)
    assert await due(reminders) == []
    await reminders.choose(ANNA, 9, "UTC")
    clock.turn_to(DAY + timedelta(2), 9)
    assert len(await send_due(reminders)) == 1


@both_databases
async def test_of_several_processes_one_sends_it(url: str, clock: Clock) -> None:
    """Of several processes that see a reminder as due at the same time, one takes it."""
    async with await open_store(url, clock) as one, await open_store(url, clock) as two:
        bots = [Reminders(store) for store in (one, two)] * 3
        await bots[0].choose(ANNA, 8, "UTC")
        clock.turn_to(DAY + timedelta(1), 8)
        seen = [(bot, reminder) for bot in bots for reminder in await due(bot)]
        assert len(seen) == len(bots)
        taken = await asyncio.gather(*(bot.take(reminder) for bot, reminder in seen))
        assert sum(each is not None for each in taken) == 1


async def test_what_nobody_has_sent_is_due_again(reminders: Reminders, clock: Clock) -> None:
    """A reminder that was taken and not sent is due again, and the next one knows of the attempt."""
    await reminders.choose(ANNA, 8, "UTC")
    clock.turn_to(DAY + timedelta(1), 8)
    (reminder,) = await due(reminders)
    first = await reminders.take(reminder)
    assert first is not None
    assert not first.tried
    assert await due(reminders) == []
    clock.wait(5)
    (second,) = await send_due(reminders)
    assert second.tried
    assert await due(reminders) == []


@pytest.mark.parametrize(
    ("hour", "minutes", "comes", "following"),
    [(8, 119, 1, 2), (8, 120, 0, 2), (23, 59, 1, 2), (23, 60, 0, 2), (8, 3 * 24 * 60, 1, 5)],
)
async def test_a_late_one_does_not_come(
    reminders: Reminders, clock: Clock, hour: int, minutes: int, comes: int, following: int
) -> None:
    """A reminder comes up to two hours late, as long as its day goes on; else that day goes without."""
    await reminders.choose(ANNA, hour, "UTC")
    clock.turn_to(DAY + timedelta(1), hour)
    clock.wait(minutes)
    told = await send_due(reminders)
    assert [each.day for each in told] == [clock.now.date()] * comes
    assert await due(reminders) == []
    assert (await chosen(reminders)).due_at.date() == DAY + timedelta(following)


async def test_a_day_has_one_reminder(reminders: Reminders, clock: Clock) -> None:
    """A day has one reminder, even if a later hour is chosen after it has come, or while it is being sent."""
    await reminders.choose(ANNA, 8, "UTC")
    clock.turn_to(DAY + timedelta(1), 8)
    (reminder,) = await due(reminders)
    taken = await reminders.take(reminder)
    assert taken is not None
    await reminders.choose(ANNA, 9, "UTC")
    await reminders.sent(taken, CHAT)
    assert (await chosen(reminders)).due_at == datetime(2026, 11, 22, 9, tzinfo=UTC)
    for hour in (11, 10):
        await reminders.choose(ANNA, hour, "UTC")
    clock.turn_to(DAY + timedelta(1), 10)
    assert await due(reminders) == []
    clock.turn_to(DAY + timedelta(2), 10)
    (told,) = await send_due(reminders)
    assert told.reminder.chat == CHAT


async def test_a_change_of_mind_is_heeded(reminders: Reminders, clock: Clock) -> None:
    """A reminder heeds a change of hour, or its end, up to the moment of sending."""
    await reminders.choose(ANNA, 8, "UTC")
    clock.turn_to(DAY + timedelta(1), 8)
    (seen,) = await due(reminders)
    await reminders.choose(ANNA, 9, "UTC")
    assert await reminders.take(seen) is None
    clock.turn_to(DAY + timedelta(1), 9)
    (seen,) = await due(reminders)
    await reminders.stop(ANNA)
    assert await reminders.take(seen) is None
    assert await reminders.of(ANNA) is None


async def test_many_come_in_pages(
    reminders: Reminders, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many reminders are due, each comes once."""
    monkeypatch.setattr("bot.store.schedule._A_PAGE", 3)
    for player in range(1, 11):
        await reminders.choose(player, 13, "UTC")
    clock.turn_to(DAY, 13)
    assert [each.player for each in await due(reminders)] == list(range(1, 11))
    assert len(await send_due(reminders)) == 10
    assert await due(reminders) == []


@both_databases
async def test_tomorrows_comes_once_at_the_hour_it_was_asked_for(reminders: Reminders, clock: Clock) -> None:
    """A reminder for tomorrow comes a day after it was asked for the first time, and then no more."""
    clock.wait(30)
    first = await reminders.tomorrow(ANNA)
    clock.wait(9)
    assert await reminders.tomorrow(ANNA) == first
    clock.turn_to(DAY + timedelta(1), 12, 29)
    assert await send_due(reminders) == []
    clock.wait(1)
    assert [(each.day, each.is_last) for each in await send_due(reminders)] == [(DAY + timedelta(1), False)]
    assert await reminders.of(ANNA) is None


async def test_tomorrows_is_over_where_it_has_nothing_to_say(
    reminders: Reminders, store: Store, clock: Clock
) -> None:
    """Nobody is reminded who has finished tomorrow's daily by then, nor hours late, nor the day after."""
    await reminders.tomorrow(ANNA)
    await reminders.tomorrow(BERT)
    clock.turn_to(DAY + timedelta(1), 11)
    await end_daily(store, ANNA, 5)
    clock.turn_to(DAY + timedelta(1), 12)
    assert [each.reminder.player for each in await send_due(reminders)] == [BERT]
    await reminders.tomorrow(BERT)
    clock.turn_to(DAY + timedelta(2), 14)
    assert await send_due(reminders) == []
    assert await reminders.of(BERT) is None


async def test_tomorrows_leaves_a_daily_one_alone(reminders: Reminders, clock: Clock) -> None:
    """Who is reminded every day gets no other; who asks for every day instead of once is, from then on."""
    await reminders.choose(ANNA, 8, "UTC")
    assert (await reminders.tomorrow(ANNA)).is_daily
    await reminders.tomorrow(BERT)
    await reminders.choose(BERT, 8, "UTC")
    for days in (1, 2):
        clock.turn_to(DAY + timedelta(days), 8)
        assert [each.reminder.player for each in await send_due(reminders)] == [ANNA, BERT]
    assert await due(reminders) == []


async def test_closed_messages_are_told_of_tomorrows_too(reminders: Reminders, clock: Clock) -> None:
    """Whose direct messages are closed is told so in the settings, and may ask again."""
    await reminders.tomorrow(ANNA)
    clock.turn_to(DAY + timedelta(1), 12)
    (reminder,) = await due(reminders)
    taken = await reminders.take(reminder)
    assert taken is not None
    await reminders.refused(taken)
    assert (await chosen(reminders)).stopped == "closed"
    assert (await reminders.tomorrow(ANNA)).due_at == clock.now + timedelta(days=1)
    clock.turn_to(DAY + timedelta(2), 12)
    assert len(await send_due(reminders)) == 1

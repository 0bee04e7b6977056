"""The digest as a server gets it: set up, posted once a day by the running bot, and a way to play."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.render.cards import suits_as_text
from bot.render.refusals import MANAGERS_ONLY
from bot.service.daily import in_one
from idle_year.engine.records import write_moves
from idle_year.solvers.protocols import Limit
from idle_year.solvers.registry import solver_for
from small_discord import AUTOMOD, Planned, Refusal, Refused
from tests.clock import Clock
from tests.flow.boards import deal
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.forged import press

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

pytestmark = pytest.mark.usefixtures("kernels", "impatient", "quick")
LOUNGE = "The Parlour/#lounge"
DAY = date(2026, 11, 20)
SILENT = 1 << 12
DIGEST = "Dailies of 20 November"
WAITS = "When that's before 01:00 UTC, it comes at 01:00 UTC"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot look all the time for what is due; must come before it starts."""
    for module in ("outbox", "digest"):
        monkeypatch.setattr(f"bot.ui.{module}._PAUSE", 0.02)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make dailies of one family: to look back on a game waits until a daily of Cribbage is made."""
    monkeypatch.setattr("bot.service.daily.FAMILIES", ("accordion",))


@pytest.fixture(autouse=True)
def noon(impatient: None, parlour: Parlour) -> None:
    """Begin at noon of the same day."""
    parlour.now = Clock()


def turn_to(parlour: Parlour, hour: int, days: int = 1) -> None:
    """Set the bot's clock to an hour of a day after the first one."""
    parlour.now = clock = Clock()
    clock.turn_to(DAY + timedelta(days), hour)


async def set_up(parlour: Parlour, hour: int = 8, where: str = LOUNGE) -> Message:
    """Make Ada set up the digest of The Parlour; return the answer."""
    channel = parlour.ada.channel(where).id
    reply = await parlour.ada.slash(HERE, "server setup", channel=channel, hour=hour)
    assert reply.message is not None
    return reply.message


async def finish_daily(parlour: Parlour, person: Person, where: str = HERE) -> None:
    """Play today's daily of Accordion first move first to its end."""
    await (await person.slash(where, "daily play")).final()
    game = await parlour.bot.services.lookup.attempt(int(person.user.id), parlour.now().date(), "accordion")
    assert game is not None
    session = game.session
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    await person.slash(where, "move", moves=write_moves(session.rules, session.moves))


async def test_a_digest_comes_silently(parlour: Parlour) -> None:
    """A digest comes silently at the hour chosen, for everybody in the channel, with scores and no deal."""
    await set_up(parlour)
    await finish_daily(parlour, parlour.ben)
    dailies = parlour.bot.services.dailies
    daily = await dailies.of(DAY, "accordion")
    turn_to(parlour, 8)
    digest = await parlour.ben.waits_for(LOUNGE, DIGEST)
    assert digest.post.payload["flags"] & SILENT
    assert not digest.ephemeral
    assert f"👑 <@{parlour.ben.user.id}> · " in digest.text
    assert daily.seed not in repr(digest.components)
    tomorrow = dailies.today + timedelta(1)
    bound = [commitment for _, commitment in await dailies.commitments(tomorrow)]
    assert digest.text.endswith(f"of the keys of 22 November: `{in_one(bound)}`")
    proof = await (await parlour.ada.press(digest, "Proof")).final()
    assert proof.ephemeral
    assert all(commitment in proof.text for commitment in [*bound, in_one(bound)])


async def test_a_digest_that_waits_for_the_last_dailies_says_when_it_comes(parlour: Parlour) -> None:
    """Whoever chooses an hour at which the last dailies are not over reads when the digest really comes."""
    await set_up(parlour)
    for hour, zone, told in (
        (1, "Berlin", "01:00 in Europe/Berlin"),
        (6, "Kolkata", "06:00 in Asia/Kolkata"),
        (0, "UTC", "00:00 UTC"),
    ):
        answer = await _ask(parlour, hour=hour, zone=zone)
        assert f"every day at {told}; the next one <t:{_moment(21, 1)}:R>" in answer
        assert WAITS in answer
    parlour.now = clock = Clock()
    clock.turn_to(DAY + timedelta(1), 0, 59)
    await _done_with(parlour)
    assert digests_in(parlour.ben) == []


async def test_a_digest_that_waits_for_half_a_year_says_so_all_year(parlour: Parlour) -> None:
    """Whoever chooses an hour that is too early in summer or in winter alone reads so, whenever they ask."""
    await set_up(parlour)
    for day in (DAY, DAY + timedelta(weeks=26)):
        parlour.now = clock = Clock()
        clock.turn_to(day, 12)
        for hour, waits in ((0, False), (1, True), (2, True), (3, False)):
            answer = await _ask(parlour, hour=hour, zone="Berlin")
            assert f"every day at {hour:02}:00 in Europe/Berlin; " in answer
            assert (WAITS in answer) == waits


async def test_everybody_plays_from_a_digest(parlour: Parlour) -> None:
    """Everybody can play from a digest, privately, and gets the daily of today even from an old one."""
    await set_up(parlour)
    await finish_daily(parlour, parlour.ben)
    turn_to(parlour, 8)
    digest = await parlour.ada.waits_for(LOUNGE, DIGEST)
    players = parlour.ada, parlour.ben
    boards = [await (await person.press(digest, "Play today's daily")).final() for person in players]
    assert all(board.ephemeral and "Daily, 21 November" in board.text for board in boards)
    assert boards[0].text == boards[1].text
    door = await (await parlour.ada.press(digest, "All dailies")).final()
    assert door.ephemeral
    assert "Today's dailies" in door.text
    turn_to(parlour, 7, days=3)
    await parlour.restart()
    later = await (await parlour.local.person("Cleo").press(digest, "Play today's daily")).final()
    assert "Daily, 23 November" in later.text


async def test_managers_decide(parlour: Parlour) -> None:
    """Managers see when it comes, change hour, zone or channel alone, and switch it off."""
    with pytest.raises(Refused):
        await parlour.ben.slash(HERE, "server setup")
    assert "No digest yet" in await _ask(parlour)
    assert "needs both" in await _ask(parlour, hour=8)
    assert (await set_up(parlour)).ephemeral
    lounge, eight = parlour.ada.channel(LOUNGE).id, _moment(21, 8)
    assert f"<#{lounge}> every day at 08:00 UTC; the next one <t:{eight}:R>" in await _ask(parlour)
    told = await _ask(parlour, hour=14, zone="Europe/Berlin")
    assert f"<#{lounge}> every day at 14:00 in Europe/Berlin; the next one <t:{_moment(20, 13)}:R>" in told
    here = parlour.ada.channel(HERE).id
    assert f"<#{here}> every day at 14:00 in Europe/Berlin" in await _ask(parlour, channel=here)
    assert "every day at 15:00 in Europe/Berlin" in await _ask(parlour, hour=15)
    assert "I don't know that time zone" in await _ask(parlour, zone="Moon/Tycho")
    assert "Do you mean " in await _ask(parlour, zone="EST")
    assert "every day at 15:00 in Europe/Berlin" in await _ask(parlour)
    assert "every day at 15:00 in America/Sao Paulo" in await _ask(parlour, zone="sao paulo")
    assert "every day at 15:00 UTC+2" in await _ask(parlour, zone="gmt+2")
    shown = (await parlour.ada.slash(HERE, "server setup")).message
    assert shown is not None
    board = await deal(parlour.ben, where="in the channel")
    forged = await press(parlour.local, parlour.ben, board, "iy:0:0:nodigest")
    assert forged.text == MANAGERS_ONLY
    assert "every day" in await _ask(parlour)
    off = (await parlour.ada.press(shown, "Switch it off")).message
    assert off is not None
    assert "No digest yet" in off.text
    assert "No digest yet" in await _ask(parlour)


async def test_it_says_what_it_needs(parlour: Parlour) -> None:
    """A digest that could not be posted is refused when it is set up, in a sentence that says why."""
    close_channel(parlour, LOUNGE)
    lounge = parlour.ada.channel(LOUNGE).id
    assert await _ask(parlour, channel=lounge, hour=8) == (
        f"I can't post in <#{lounge}>: give me Send Messages there."
    )
    assert "No digest yet" in await _ask(parlour)


async def test_a_closed_channel_is_tried_once(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """A digest for a closed channel is tried once a day, and the operator reads why it failed."""
    await set_up(parlour)
    await finish_daily(parlour, parlour.ben)
    close_channel(parlour, LOUNGE)
    turn_to(parlour, 8)
    await until(lambda: "goes without its digest" in caplog.text)
    await _done_with(parlour)
    told = [each.getMessage() for each in caplog.records if "goes without its digest" in each.getMessage()]
    assert len(told) == 1
    assert "Missing Permissions" in told[0]
    assert digests_in(parlour.ben) == []


@pytest.mark.parametrize(
    "refusal", [AUTOMOD, Refusal(400, 400001, "Access to file uploads has been limited for this guild")]
)
async def test_a_digest_that_a_rule_forbids(
    parlour: Parlour, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    """A digest that AutoMod blocks, or that Discord refuses otherwise, is one line; the next day's comes."""
    await set_up(parlour)
    await finish_daily(parlour, parlour.ben)
    parlour.local.weather.planned.append(Planned("POST /channels/{channel_id}/messages", refusal))
    turn_to(parlour, 8)
    await until(lambda: "goes without its digest" in caplog.text)
    await _done_with(parlour)
    (line,) = (each for each in caplog.records if "goes without its digest" in each.getMessage())
    assert line.getMessage().endswith(f"(error code: {refusal.code}): {refusal.message}")
    assert line.exc_info is None
    assert digests_in(parlour.ben) == []
    turn_to(parlour, 12)
    await finish_daily(parlour, parlour.ben)
    turn_to(parlour, 8, days=2)
    await until(lambda: digests_in(parlour.ben) != [])


async def _saves(parlour: Parlour, person: Person, digest: Message) -> Message:
    """Win from where the daily was lost; return the board."""
    board = await (await person.press(digest, "Can you save it?")).final()
    assert board.ephemeral
    assert "The win is still there, proven" in board.text
    game = await parlour.game_of(person, LOUNGE)
    line = solver_for(game.rules).solve(game.state, Limit()).line
    return await (await person.slash(LOUNGE, "move", moves=write_moves(game.rules, line))).final()


async def test_a_digest_tells_where_a_daily_was_lost(parlour: Parlour) -> None:
    """A digest tells which move lost the daily, deals that position, and counts who has saved it."""
    await set_up(parlour)
    cleo = parlour.local.person("Cleo")
    for person in (parlour.ben, cleo):
        await finish_daily(parlour, person)
    turn_to(parlour, 8)
    digest = await parlour.ada.waits_for(LOUNGE, "Two of two lost the win of Accordion at **")
    assert digest.buttons == ["Play today's daily", "All dailies", "Can you save it?", "Proof"]
    assert suits_as_text(digest.text) == digest.text  # a dark theme would swallow the pictures
    assert "saved it since" not in digest.text
    assert "You've saved what was lost here" in (await _saves(parlour, parlour.ada, digest)).text
    await parlour.ada.waits_for(LOUNGE, "One has saved it since.")
    await parlour.restart()
    await _saves(parlour, parlour.ben, digest)
    await _saves(parlour, parlour.ada, digest)
    await parlour.ada.waits_for(LOUNGE, "Two have saved it since.")
    assert len(digests_in(parlour.ada)) == 1


async def test_a_digest_goes_on_with_the_day(parlour: Parlour) -> None:
    """A digest tells who has finished today's daily since, without a card of it, and nobody who hides."""
    await set_up(parlour)
    await finish_daily(parlour, parlour.ben)
    turn_to(parlour, 8)
    digest = await parlour.ada.waits_for(LOUNGE, DIGEST)
    assert "Dailies of 21 November, open until <t:" in digest.text
    await parlour.ada.slash("dm", "settings", leaderboards="hide me")
    await finish_daily(parlour, parlour.ada)
    await finish_daily(parlour, parlour.ben, LOUNGE)
    told = await parlour.ada.waits_for(LOUNGE, named_with_a_strip(parlour.ben))
    assert f"<@{parlour.ada.user.id}>" not in told.text
    after = told.text.partition("Dailies of 21 November, open")[2]
    assert not set("♣♦♥♠") & set(after)
    daily = await parlour.bot.services.dailies.of(DAY + timedelta(1), "accordion")
    assert not any(secret in repr(told.components) for secret in (daily.seed, daily.key))
    await parlour.restart()
    cleo = parlour.local.person("Cleo")
    await finish_daily(parlour, cleo)
    assert len(digests_in(parlour.ada)) == 1
    await parlour.ada.waits_for(LOUNGE, named_with_a_strip(cleo))


async def test_a_digest_closes_when_the_next_one_comes(parlour: Parlour) -> None:
    """The digest of a day tells in the end who finished it, and no longer that others may."""
    await set_up(parlour)
    for days in (1, 2):
        await parlour.bot.services.dailies.of(DAY + timedelta(days), "accordion")
    turn_to(parlour, 8)
    await parlour.ada.waits_for(LOUNGE, "## Dailies of 21 November, open until ")
    await finish_daily(parlour, parlour.ben)
    first = await parlour.ada.waits_for(LOUNGE, named_with_a_strip(parlour.ben))
    turn_to(parlour, 8, days=2)
    await parlour.ada.waits_for(LOUNGE, "Dailies of 22 November, open until ")
    closed, opened = digests_in(parlour.ada)
    assert closed.id == first.id
    assert closed.text.startswith("## How 21 November went\n")
    assert named_with_a_strip(parlour.ben) in closed.text
    assert opened.text.startswith("## Dailies of 21 November\n")
    assert "\nNobody so far: Accordion " in opened.text


async def test_a_digest_that_is_gone_counts_nobody(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever saves what a digest told that is gone has saved it, and no other digest is posted."""
    await set_up(parlour)
    await finish_daily(parlour, parlour.ben)
    turn_to(parlour, 8)
    digest = await parlour.ada.waits_for(LOUNGE, "One player lost the win of Accordion at **")
    await (await parlour.ada.press(digest, "Can you save it?")).final()
    game = await parlour.game_of(parlour.ada, LOUNGE)
    parlour.local.world.posts.delete(digest.post)
    line = solver_for(game.rules).solve(game.state, Limit()).line
    board = await (await parlour.ada.slash(LOUNGE, "move", moves=write_moves(game.rules, line))).final()
    assert "You've saved what was lost here" in board.text
    await until(lambda: any("stays as it is" in each.getMessage() for each in caplog.records))
    assert digests_in(parlour.ada) == []


async def test_a_digest_that_moves_leaves_the_last_one(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    """After the digest was sent elsewhere, the one in the old channel stays as it is, and nothing fails."""
    await set_up(parlour)
    await finish_daily(parlour, parlour.ben)
    turn_to(parlour, 8)
    digest = await parlour.ada.waits_for(LOUNGE, DIGEST)
    await _done_with(parlour)
    assert "every day at 08:00 UTC" in await _ask(parlour, channel=parlour.ada.channel(HERE).id)
    await finish_daily(parlour, parlour.ben)
    await _done_with(parlour)
    assert "stays as it is" not in caplog.text
    assert [message.id for message in digests_in(parlour.ada)] == [digest.id]


async def _ask(parlour: Parlour, **options: object) -> str:
    return (await (await parlour.ada.slash(HERE, "server setup", **options)).final()).text


def _moment(day: int, hour: int) -> int:
    return int(datetime(2026, 11, day, hour, tzinfo=UTC).timestamp())


def digests_in(person: Person, where: str = LOUNGE) -> list[Message]:
    """Return the digests in a channel."""
    return [message for message in person.sees(where) if "The fingerprint (SHA-256)" in message.text]


def named_with_a_strip(person: Person) -> str:
    """Return how a digest names somebody who has finished a daily of the day that goes on."""
    return f"<@{person.user.id}>\N{NO-BREAK SPACE}`"


async def _done_with(parlour: Parlour) -> None:
    """Let the bot look for what is due, and post it."""
    await parlour.bot.digest_posts.post_due()


def close_channel(parlour: Parlour, where: str) -> None:
    """Let nobody but the server's owner write in a channel any more."""
    server, _, channel = where.partition("/#")
    parlour.ada.settings_of(server).deny("everybody", "send_messages", channel=channel)

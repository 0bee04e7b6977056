"""Races on a Discord that fails: progress is shown if possible, and the end for certain."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING

import pytest

from bot.watch.site import health_of
from small_discord import Fault, Planned
from small_discord.limits.errors import ApiError
from small_discord.posting import Writer
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.test_outbox import SEND
from tests.flow.test_race import Track, track
from tests.service.racing import going_on

if TYPE_CHECKING:
    from typing import Any

    from small_discord.wire import Json
    from small_discord.world.posts import Post
    from tests.flow.conftest import Parlour

pytestmark = pytest.mark.slow

__all__ = ["track"]
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


class TooManyEdits(ApiError):
    """Discord's answer to too many edits of a message that is older than an hour."""

    def __init__(self) -> None:
        super().__init__(429, 30046, "Maximum number of edits to messages older than 1 hour reached")

    def body(self) -> Json:
        """Say how long to wait, as if that would help."""
        return {**super().body(), "retry_after": 0.01, "global": False}


REFUSALS = {
    "archived": ApiError(400, 50083, "Thread is archived"),
    "old": TooManyEdits(),
    "deleted": ApiError(404, 10008, "Unknown Message"),
    "no access": ApiError(403, 50001, "Missing Access"),
    "blocked": ApiError(400, 200000, "Message was blocked by automatic moderation"),
    "in no table": ApiError(400, 400001, "Access to file uploads has been limited for this guild"),
}


@pytest.fixture
def freeze(track: Track, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let nobody edit a message any more."""
    edit = Writer.edit

    def freeze(message: str, refusal: ApiError) -> None:
        def refuse(self: Writer, post: Post, *rest: Any) -> Post:
            if post.id == message:
                raise refusal
            return edit(self, post, *rest)

        monkeypatch.setattr(Writer, "edit", refuse)

    return freeze


@pytest.mark.parametrize("why", REFUSALS)
async def test_a_result_is_posted_where_the_message_cannot_be_edited(
    track: Track, freeze: Any, why: str
) -> None:
    """A result is posted once below if the message of the race cannot be edited."""
    ada, ben, _ = track.runners
    await track.start(ada)
    await track.join(ada)
    freeze(track.message.id, REFUSALS[why])
    await ada.slash(HERE, "race stop")
    over = await ben.waits_for(HERE, "Race, over")
    assert over.id != track.message.id
    await track.look(minutes=60)
    assert sum("Race, over" in message.text for message in ben.sees(HERE)) == 1


async def test_a_result_whose_answer_was_lost_is_looked_for(
    track: Track, freeze: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result that was posted, though nobody heard of it, is found once Discord has forgotten the try."""
    numbers = count()
    monkeypatch.setattr("bot.ui.outbox._nonce", lambda _post: str(next(numbers)))
    ada, ben, _ = track.runners
    await track.start(ada)
    await track.join(ada)
    freeze(track.message.id, REFUSALS["archived"])
    track.parlour.local.weather.planned += [Planned(SEND, Fault.DONE_BUT_DROPPED)]
    await ada.slash(HERE, "race stop")
    await ben.waits_for(HERE, "Race, over")
    await track.look(minutes=60)
    assert sum("Race, over" in message.text for message in ben.sees(HERE)) == 1


async def test_a_race_that_is_on_moves_to_another_message_once(
    track: Track, freeze: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """A race moves to another message once; if that fails too, the operator is told, and the end is shown."""
    ada, ben, _ = track.runners
    await track.start(ada)
    freeze(track.message.id, REFUSALS["archived"])
    board = await track.join(ada)
    await track.look()
    shown = await ben.waits_for(HERE, f"<@{ada.user.id}> · 52 piles after 0 moves")
    assert shown.id != track.message.id
    assert (await track.press_all(ada, shown, "Join race")).text == board.text
    await track.play(ada, most=1)
    await track.look()
    assert (await ben.waits_for(HERE, "51 piles after 1 move")).id == shown.id
    freeze(shown.id, REFUSALS["archived"])
    for _ in range(3):
        await track.play(ada, most=1)
        await track.look()
    assert sum("cannot be shown" in record.getMessage() for record in caplog.records) == 1
    await ada.slash(HERE, "race stop")
    await ben.waits_for(HERE, "Race, over")


@pytest.mark.parametrize("fault", [Fault.DROPPED, Fault.DONE_BUT_DROPPED])
async def test_a_lost_edit_is_made_again(track: Track, fault: Fault) -> None:
    """An edit that was lost is made again, so that everybody reads the result a moment later."""
    ada, ben, _ = track.runners
    await track.start(ada)
    await track.join(ada)
    await track.lose_tokens()
    track.parlour.local.weather.planned.append(Planned(EDIT, fault))
    assert "The race is over" in (await (await ada.slash(HERE, "race stop")).final()).text
    await track.look()
    assert (await ben.waits_for(HERE, "Race, over")).id == track.message.id


async def test_health_names_races_until_they_are_shown(
    parlour: Parlour, track: Track, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Discord fails to show a race or its end, health names that, also between two tries."""
    monkeypatch.setattr("bot.ui.race_message._LOOK", 0.02)
    await parlour.restart()
    background, planned = parlour.bot.background, parlour.local.weather.planned
    await track.start(parlour.ada)
    await track.lose_tokens()
    planned += [Planned(EDIT, Fault.DROPPED)] * 9
    await track.join(parlour.ben)
    await until(lambda: len(planned) < 9 and "showing races" in background.failing)
    await asyncio.sleep(0.1)  # it is left alone, until the clock goes on
    assert "showing races" in (await health_of(parlour.bot)).line
    planned.clear()
    track.clock.wait(1)
    await until(lambda: not background.failing)
    planned += [Planned(EDIT, Fault.DROPPED)] * 9
    await parlour.bot.services.store.races.end(1)
    track.clock.wait(1)
    await until(lambda: "showing races" in background.failing)
    planned.clear()
    track.clock.wait(1)
    await until(lambda: not background.failing)
    await track.start(parlour.ada)
    await track.lose_tokens()
    planned += [Planned(EDIT, Fault.DROPPED)] * 9
    await track.join(parlour.ben)
    await until(lambda: "showing races" in background.failing)
    planned.clear()
    assert "The race is over" in (await (await parlour.ada.slash(HERE, "race stop")).final()).text
    await until(lambda: not background.failing)  # it was shown by whoever stopped it


async def test_a_message_that_was_not_noted_is_noted_by_who_joins(track: Track) -> None:
    """If the bot ended before it noted which message shows a race, that shows who plays all the same."""
    ada, ben, _ = track.runners
    await track.start(ada)
    await track.parlour.settle()
    await track.parlour.bot.services.store.races.lost(1)
    await track.join(ben)
    assert any(f"<@{ben.user.id}>" in line for line in await track.look())
    assert "The race is over" in (await (await ada.slash(HERE, "race stop")).final()).text
    assert (await ben.waits_for(HERE, "Race, over")).id == track.message.id


async def test_an_end_that_was_not_shown_is_shown_at_the_next_start(track: Track) -> None:
    """The end of a race that could not be shown is shown at the next start."""
    ada, *_ = track.runners
    await track.start(ada)
    await track.join(ada)
    await track.lose_tokens()
    track.parlour.local.weather.planned += [Planned(EDIT, Fault.DROPPED)] * 9
    await track.parlour.bot.services.store.races.end(1)
    await track.parlour.restart()
    track.parlour.local.weather.planned.clear()
    await track.look()
    assert (await track.parlour.ben.waits_for(HERE, "Race, over")).id == track.message.id


async def test_a_hint_is_seen_as_well(track: Track) -> None:
    """A hint shows beside its player in a race, although no move was made."""
    ada, *_ = track.runners
    await track.start(ada)
    await track.press_all(ada, await track.join(ada), "Hint", "Hint")
    assert f"<@{ada.user.id}> · 52 piles after 0 moves · 🛟" in await track.look()


async def test_nobody_is_missing_at_the_end(track: Track, monkeypatch: pytest.MonkeyPatch) -> None:
    """An end at which a busy machine could not read the games yet is shown once they are read."""
    ada, ben, _ = track.runners
    await track.start(ada)
    for runner in (ada, ben):
        await track.join(runner)
        await track.play(runner, 3)
    with monkeypatch.context() as busy:
        busy.setattr("bot.service.lookup._WAIT_SECONDS", 0.0)
        for runner in (ada, ben):
            track.parlour.bot.services.lookup.forget(int(runner.user.id))
        await ada.slash(HERE, "race stop")
        await track.parlour.settle()
    lines = await track.look(minutes=60)
    assert lines[0].startswith("### Race, over")
    assert all(f"<@{runner.user.id}>" in "\n".join(lines) for runner in (ada, ben))


async def test_a_message_that_takes_long_holds_up_no_other(
    track: Track, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A race whose message Discord takes minutes to edit is left to itself: others are looked at."""
    monkeypatch.setattr("bot.ui.race_message._LOOK", 0.1)
    ada, messages = track.runners[0], track.parlour.bot.services.race_messages
    await track.start(ada)
    await track.join(ada)
    (race,) = await going_on(track.parlour.bot.services.store)
    before = track.lines()
    async with messages._of(race).editing:
        for _ in range(2):
            async with asyncio.timeout(30):
                assert await track.look() == before
    await until(lambda: track.lines() != before)

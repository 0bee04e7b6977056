"""Names of people whom a reader has never met: shown wherever the bot names somebody, without a ping.

That nobody is pinged is checked at the end of every test of the whole bot.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from small_discord import Fault, Planned
from small_discord.limits.errors import ApiError
from tests.clock import Clock
from tests.flow.boards import deal, play_made_up, play_out
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.reading import with_names
from tests.flow.test_digest import DIGEST, LOUNGE, digests_in, finish_daily, impatient, set_up, turn_to
from tests.flow.test_race import Track, track
from tests.flow.test_race_faults import freeze

if TYPE_CHECKING:
    from typing import Any

    from small_discord import Message
    from tests.flow.conftest import Parlour

__all__ = ["freeze", "impatient", "track"]
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
EDIT_OF_ANSWER = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"


def _names(message: Message) -> str:
    text = with_names(message)
    assert "@unknown-user" not in text
    return text


async def test_names_on_a_leaderboard(parlour: Parlour) -> None:
    """A leaderboard shows names, even after a press has changed it in place."""
    await play_made_up(parlour, parlour.ada)
    board = (await parlour.ben.slash(HERE, "leaderboard", game="late-binding")).message
    assert board is not None
    assert "@Ada · " in _names(board)
    turned = (await parlour.ben.press(board, "All time")).message
    assert turned is not None
    assert "@Ada · " in _names(turned)


async def test_names_in_a_note(parlour: Parlour) -> None:
    """The note about whose board somebody has pressed shows the owner's name."""
    board = await deal(parlour.ada, where="in the channel")
    note = (await parlour.ben.press(board, "More")).message
    assert note is not None
    assert "This is @Ada's game" in _names(note)


async def test_names_in_a_race(track: Track) -> None:
    """A race shows the names of its starter and of everybody who joined, while it is on and afterwards."""
    ada, ben, cleo = track.runners
    await track.start(ada)
    assert "Started by @Ada" in _names(track.now())
    await track.join(ben)
    await track.join(cleo)
    await track.look()
    assert {"@Ada", "@Ben", "@Cleo"} <= set(_names(track.now()).split())
    await ada.slash(HERE, "race stop")
    assert {"@Ben", "@Cleo"} <= set(_names(await ben.waits_for(HERE, "Race, over")).split())


@pytest.mark.usefixtures("freeze")
async def test_names_in_a_race_that_is_posted_anew(track: Track, freeze: Any) -> None:
    """A race whose message had to be posted anew shows names there as well."""
    ada, ben, _ = track.runners
    await track.start(ada)
    await track.join(ben)
    freeze(track.message.id, ApiError(400, 50083, "Thread is archived"))
    await track.look()
    shown = ben.sees(HERE)[-1]
    assert shown.id != track.message.id
    assert "Started by @Ada" in _names(shown)
    freeze(shown.id, ApiError(400, 50083, "Thread is archived"))
    await ada.slash(HERE, "race stop")
    over = await ben.waits_for(HERE, "Race, over")
    await until(lambda: "@Ben" in with_names(ben.sees(HERE)[-1]))
    assert ben.sees(HERE)[-1].id == over.id


async def test_names_in_a_result_that_a_press_shows(track: Track) -> None:
    """A press on the message of a race whose end it had missed shows the result with names."""
    ada, ben, cleo = track.runners
    await track.start(ada)
    await track.join(ada)
    await track.parlour.bot.services.store.races.end(1)
    over = (await cleo.press(track.message, "Join race")).message
    assert over is not None
    assert "Race, over" in over.text
    assert "@Ada" in _names(over)
    assert ben.sees(HERE)[-1].id == over.id


async def test_names_in_a_share(parlour: Parlour) -> None:
    """A share shows the player's name in the preview, and a moment later in what others see."""
    await play_out(parlour.ada)
    preview = await (await parlour.ada.slash(HERE, "share")).final()
    assert "@Ada · " in _names(preview)
    await parlour.ada.press(preview, "Post it here")
    await parlour.ada.waits_for(HERE, "Posted.")
    assert "@Ada · " in _names(parlour.ben.sees(HERE)[-1])


async def test_a_share_without_names_is_a_share(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """A share to which names cannot be added is posted all the same, and the operator reads a line."""
    await play_out(parlour.ada)
    preview = await (await parlour.ada.slash(HERE, "share")).final()
    parlour.local.weather.planned += [Planned(EDIT_OF_ANSWER, Fault.DROPPED)] * 5
    await parlour.ada.press(preview, "Post it here")
    await parlour.ada.waits_for(HERE, "Posted.")
    assert "goes without names" in caplog.text
    assert len(parlour.ben.sees(HERE)) == 1


@pytest.mark.usefixtures("kernels", "impatient")
class TestDigest:
    """The digest, which nobody has asked for."""

    @pytest.fixture(autouse=True)
    async def yesterday(self, impatient: None, parlour: Parlour) -> None:
        """Make Ada finish a daily in a server that gets a digest."""
        parlour.now = Clock()
        await set_up(parlour)
        await finish_daily(parlour, parlour.ada)

    async def test_names_in_a_digest(self, parlour: Parlour) -> None:
        """A digest shows the players' names a moment after it has been posted."""
        turn_to(parlour, 8)
        await parlour.ben.waits_for(LOUNGE, DIGEST)
        await until(lambda: "👑 @Ada · " in with_names(digests_in(parlour.ben)[0]))
        assert "@unknown-user" not in with_names(digests_in(parlour.ben)[0])

    @pytest.mark.parametrize("fault", [Fault.DROPPED, Fault.DONE_BUT_DROPPED])
    async def test_a_digest_whose_names_come_late_comes_once(
        self, parlour: Parlour, fault: Fault, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Names that cannot be added to a digest come after a restart, and the operator reads why."""
        parlour.local.weather.planned += [Planned(EDIT, fault)] * 9
        turn_to(parlour, 8)
        await until(lambda: "stays as it is" in caplog.text)
        parlour.local.weather.planned.clear()
        await parlour.restart()
        await until(lambda: "👑 @Ada · " in with_names(digests_in(parlour.ben)[0]))
        await parlour.bot.digest_posts.post_due()
        await asyncio.sleep(0.1)
        assert len(digests_in(parlour.ben)) == 1

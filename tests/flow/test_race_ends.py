"""The end of a race: one silent post, wherever it may be; else the message of the race says how it went."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from small_discord import Fault, Planned
from tests.flow.conftest import HERE
from tests.flow.test_outbox import SEND
from tests.flow.test_race import Track, track

if TYPE_CHECKING:
    from small_discord import Message

__all__ = ["track"]
_SILENT = 1 << 12
_UNSETTLE = text("UPDATE races SET settled = false")


async def _race(track: Track) -> None:
    """Have Ada and Ben finish a race, while nobody looks."""
    ada, ben, _ = track.runners
    await track.start(ada)
    await track.join(ben)
    for runner in (ada, ben):
        await track.play(runner)
        track.clock.wait(1)


def _posts(track: Track) -> list[Message]:
    """Return what tells of an end, with its buttons."""
    return [each for each in track.parlour.ben.sees(HERE) if "Rematch" in each.buttons]


@pytest.mark.parametrize("late", [False, True])
async def test_an_end_is_posted_once(track: Track, late: bool) -> None:
    """The end of a race is one silent post that notifies nobody, by a token or, later, by the bot itself."""
    await _race(track)
    if late:
        await track.lose_tokens()
    lines = await track.look()
    end = track.end()
    assert end.post.payload["flags"] & _SILENT
    assert end.text.splitlines()[0] == "### Race, over · Accordion"
    assert sum("🥇" in line or "🥈" in line for line in end.text.splitlines()) == 2
    assert lines[0] == "### Race, over · Accordion"
    assert track.now().buttons == []
    assert track.parlour.pings == []
    await track.look(60)
    assert [each.id for each in _posts(track)] == [end.id]


@pytest.mark.parametrize("sent", [False, True])
async def test_an_end_is_posted_once_by_who_is_killed(
    track: Track, sent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a process is killed before it can note the post of an end, sent or not, there is one in the end."""
    numbers = count()  # Discord has forgotten what it was told
    monkeypatch.setattr("bot.ui.outbox._nonce", lambda _post: str(next(numbers)))
    await _race(track)
    races = track.parlour.bot.services.store.races
    if sent:
        await track.look()
    else:
        await races.end(1)
    await races.post_end(1)
    await races._database.execute(_UNSETTLE)
    await track.parlour.restart()
    await (await track.parlour.ada.slash(HERE, "help")).final()  # whose token could post
    await track.look()
    assert (await track.parlour.bot.services.races.get(1)).end_post == int(track.end().id)


async def test_where_the_bot_sees_nothing(track: Track) -> None:
    """A quick race needs no permission: who plays is shown, and its end is posted."""
    ada, ben, _ = track.runners
    ada.settings_of("The Parlour").deny("everybody", "view_channel", channel=ada.channel(HERE).name)
    ada.settings_of("The Parlour").allow("Ada", "view_channel", channel=ada.channel(HERE).name)
    ada.settings_of("The Parlour").allow("Ben", "view_channel", channel=ada.channel(HERE).name)
    track.message = await (await ada.slash(HERE, "race start")).final()
    await track.parlour.settle()
    await track.join(ben)
    for runner in (ada, ben):
        await track.play(runner, most=1)
    assert sum(" 17 piles after 1 move" in line for line in await track.look()) == 2
    for runner in (ada, ben):
        await track.play(runner)
    await track.look()
    assert track.end().text.startswith("### Quick race, over")


async def test_where_the_bot_may_not_send(track: Track) -> None:
    """Where neither a token nor the bot can post the end, the message of the race says how it went."""
    await _race(track)
    ada = track.parlour.ada
    ada.settings_of("The Parlour").deny("everybody", "send_messages", channel=ada.channel(HERE).name)
    await track.lose_tokens()
    lines = await track.look()
    assert len([line for line in lines if "🥇" in line or "🥈" in line]) == 2
    assert [each.id for each in _posts(track)] == [track.message.id]


async def test_a_server_that_wants_no_posts(track: Track) -> None:
    """Where a server wants no posts of ends, the message of the race says how it went."""
    await track.parlour.ada.slash(HERE, "server races", posts=False)
    await _race(track)
    await track.look()
    assert [each.id for each in _posts(track)] == [track.message.id]


async def test_a_channel_that_is_full(track: Track) -> None:
    """The end of a race counts among the posts of its channel: if there were enough, its message tells it."""
    await _race(track)
    limits = track.parlour.bot.services.limits
    while limits.post_unasked(int(track.parlour.ada.channel(HERE).id)):
        pass
    track.clock.wait(-1)
    await track.look()
    assert [each.id for each in _posts(track)] == [track.message.id]


async def test_one_alone_on_the_podium(track: Track) -> None:
    """If fewer than two have finished, only the message of the race says how it went."""
    ada, ben, _ = track.runners
    await track.start(ada)
    await track.join(ben)
    await track.play(ada)
    await ada.slash(HERE, "race stop")
    await track.look()
    assert [each.id for each in _posts(track)] == [track.message.id]


async def test_a_post_that_fails_comes_later(track: Track) -> None:
    """If Discord does not hear of a post, or its answer is lost, it comes once all the same."""
    await _race(track)
    await track.lose_tokens()
    track.parlour.local.weather.planned += [Planned(SEND, Fault.DONE_BUT_DROPPED)]
    await track.look()
    await track.look(60)
    assert len(_posts(track)) == 1


async def test_who_has_won_how_often(track: Track) -> None:
    """From their second race on, the end tells how often each of the first two has won against the other."""
    ada, ben, _ = track.runners
    await _race(track)
    await track.look()
    assert "Against each other" not in track.end().text
    track.message = await (await ben.press(track.end(), "Rematch")).final()
    assert track.message.text.startswith("### Race · Accordion")
    await track.parlour.settle()
    await track.join(ada)
    for runner in (ben, ada):
        await track.play(runner)
        track.clock.wait(1)
    await track.look()
    duel = f"Against each other so far: <@{ben.user.id}> 1, <@{ada.user.id}> 1"
    assert duel in track.end().text.splitlines()

"""What the bot posts of its own accord is there once, whatever was killed or lost meanwhile."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import discord
import pytest

from bot.client.failures import FAILURES
from bot.ui.components import Layout, PressButton, Row
from bot.ui.outbox import Post, post_once
from bot.ui.presses import NO_GAME, Press
from small_discord import Fault, Planned
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour

SEND = "POST /channels/{channel_id}/messages"
BUTTON = Press(NO_GAME, "race", "7")


def _post(parlour: Parlour, text: str = "a post", *, tried: bool = False) -> Post:
    row = Row(PressButton("Play", Press(NO_GAME, "raced", "7")), PressButton("Join", BUTTON))
    view = Layout(discord.ui.TextDisplay(text), row)
    return Post(int(parlour.ada.channel(HERE).id), view, BUTTON, tried)


async def _send(parlour: Parlour, post: Post) -> int:
    return await post_once(parlour.bot, post)


def _seen(parlour: Parlour) -> list[int]:
    return [int(message.id) for message in parlour.ben.sees(HERE)]


async def test_two_processes_that_post_the_same_post_it_once(parlour: Parlour) -> None:
    """If two processes post the same within minutes, Discord keeps one; another post is another message."""
    first, second = [await _send(parlour, _post(parlour)) for _ in range(2)]
    assert first == second
    other = await _send(parlour, _post(parlour)._replace(known_by=Press(NO_GAME, "raced", "7")))
    assert _seen(parlour) == [first, other]


@pytest.mark.parametrize("fault", [Fault.DROPPED, Fault.DONE_BUT_DROPPED])
async def test_what_may_be_there_is_looked_for(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    """Long after a try whose answer was lost, or whose process was killed, its message is found or made."""
    numbers = count()  # as Discord has forgotten what it was told
    monkeypatch.setattr("bot.ui.outbox._nonce", lambda _post: str(next(numbers)))
    parlour.local.weather.planned += [Planned(SEND, fault)]
    with pytest.raises(FAILURES):
        await _send(parlour, _post(parlour))
    for _ in range(3):
        (there,) = {await _send(parlour, _post(parlour, tried=True)), *_seen(parlour)}
    again = await _send(parlour, _post(parlour, tried=True)._replace(replaces=there))
    assert _seen(parlour) == [there, again], "the one that is replaced is not it"
    assert await _send(parlour, _post(parlour, tried=True)._replace(replaces=there)) == again


async def test_nobody_elses_message_is_taken_for_it(parlour: Parlour) -> None:
    """A message without the button is another, however much it says the same."""
    first = await _send(parlour, _post(parlour)._replace(known_by=Press(NO_GAME, "raced", "7")))
    second = await _send(parlour, _post(parlour, tried=True)._replace(known_by=Press(NO_GAME, "race", "8")))
    assert first != second

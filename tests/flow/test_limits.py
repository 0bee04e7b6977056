"""Limits as players meet them: one sentence, when to go on, and how to make room."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.client.events import ignore_floods
from bot.service.limits import SECONDS, USUAL, Allowed
from lab.bots import DeafTo
from small_discord import NotResponding
from tests.clock import Clock
from tests.flow.conftest import HERE
from tests.flow.test_watch import value

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

LOUNGE, CARDS, TEA = "The Parlour/#lounge", "Rainy Sundays/#cards", "Rainy Sundays/#tea"
AGAIN = 1795176010
"""Ten seconds after the moment at which the tests' clock stands, as Discord writes it."""


@pytest.fixture(autouse=True)
def clock(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Stop the bot's clock; do not wait for long if it does not answer at all."""
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 8.0)
    parlour.now = clock = Clock()
    return clock


async def allow(parlour: Parlour, allowed: Allowed) -> None:
    """Start the bot again with other limits."""
    parlour.allowed = allowed
    await parlour.restart()


async def answers(*asked: Coroutine[Any, Any, Any]) -> list[Any]:
    """Ask for everything at once; return what was answered."""
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert {type(each) for each in found if isinstance(each, BaseException)} <= {NotResponding}
    return [each for each in found if not isinstance(each, BaseException)]


async def deal(person: Person, where: str = HERE) -> Message:
    """Deal a game of Accordion; return what is shown."""
    return await (await person.slash(where, "deal accordion")).final()


async def test_who_asks_too_fast_is_told_when_to_go_on(parlour: Parlour, clock: Clock) -> None:
    """Whoever asks too fast is told in private when to go on, while everybody else can go on as ever."""
    await allow(parlour, Allowed(asks=1))
    board = await deal(parlour.ada)
    for refused in (await deal(parlour.ada), await (await parlour.ada.press(board, "More")).final()):
        assert refused.text == f"The limit for one person is 1 in 10 seconds: go on <t:{AGAIN}:R>."
        assert refused.ephemeral
        assert refused.id != board.id
    assert await parlour.ada.autocomplete(HERE, "move", "moves") == []
    assert "Undo" in (await deal(parlour.ben)).buttons
    clock.wait(SECONDS / 60)
    assert "Undo" in (await deal(parlour.ada)).buttons


async def test_a_flood_does_little_and_is_hardly_answered(parlour: Parlour) -> None:
    """Of hundreds of deals at once a few are dealt and a few refused; Ben does not notice."""
    board = await deal(parlour.ben)
    flood = answers(*(deal(parlour.ada) for _ in range(300)))
    shown, _ = await asyncio.gather(flood, parlour.ben.press(board, "More"))
    refused = [each for each in shown if "limit for one person" in each.text]
    assert len(refused) == 10
    assert 0 < len(shown) - len(refused) <= USUAL.asks
    assert parlour.bot.services.limits.remembered < 10


async def test_a_burst_makes_way_for_others(parlour: Parlour) -> None:
    """Ben, who asks after Ada has asked nine times at once, does not wait for all nine answers."""
    answered: list[str] = []

    async def ask(person: Person) -> None:
        await person.slash(HERE, "rules")
        answered.append(person.user.name)

    await asyncio.gather(*(ask(person) for person in [*[parlour.ada] * 9, parlour.ben]))
    assert answered[-3:] == [parlour.ada.user.name] * 3


async def test_no_more_games_are_dealt_even_at_once(parlour: Parlour) -> None:
    """No more games are dealt than one person may have, even at once, and no search is begun in vain."""
    await allow(parlour, Allowed(games=2))
    channels = (HERE, LOUNGE, CARDS, TEA)
    shown = await answers(*(deal(parlour.ada, where) for where in channels))
    refused = [where for where, each in zip(channels, shown, strict=True) if "Undo" not in each.buttons]
    assert len(refused) == 2
    wish = await parlour.ada.slash(refused[0], "deal accordion", difficulty=5)
    assert wish.kind == "message"  # it did not even begin to think
    assert (await wish.final()).text.startswith("You have 2 games in play")


async def test_metrics_tell_what_was_limited(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Metrics count requests that were limited or not even heard apart from those that were answered."""
    await allow(parlour, Allowed(asks=2))
    board = await deal(parlour.ada)
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 5.0)
    await parlour.ada.press(board, "Hint")
    await parlour.ada.press(board, "Hint")
    await answers(*(parlour.ada.slash(HERE, "rules") for _ in range(12)))
    await parlour.settle()
    text = parlour.bot.services.metrics.text().decode()
    counted = {
        (kind, outcome): value(text, "idleyear_requests_total", kind=kind, outcome=outcome)
        for kind in ("command", "press")
        for outcome in ("answered", "limited")
    }
    assert counted == {
        ("command", "answered"): 1,
        ("command", "limited"): 9,
        ("press", "answered"): 1,
        ("press", "limited"): 1,
    }
    assert value(text, "idleyear_ignored_total") == 3


async def test_the_bot_that_floods_are_measured_against_is_deaf_to_one_person(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot that floods are measured against does not hear one person, and answers others."""
    services = parlour.bot.services
    ignore_floods(
        parlour.bot, DeafTo(services.store, int(parlour.ada.user.id)).hears, services.metrics.ignored
    )
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 0.5)
    assert await answers(deal(parlour.ada), parlour.ada.autocomplete(HERE, "move", "moves")) == []
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 8.0)
    assert "Undo" in (await deal(parlour.ben)).buttons

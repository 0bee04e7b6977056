"""What players are told while solvers are still being prepared, and if they cannot be had."""

from __future__ import annotations

import math
import re
import time
from typing import TYPE_CHECKING

import pytest

from idle_year.solvers.protocols import Limit
from idle_year.solvers.registry import PACKAGES, load
from tests.controls import HERE
from tests.flow.reading import as_read
from tests.puzzles import SHORT, stock
from tests.ui.room import give_up

if TYPE_CHECKING:
    from idle_year.solvers.registry import KernelPackage
    from small_discord import Message
    from tests.ui.room import Room

PREPARED = re.compile(r"The solver of (.+) is still being prepared: ready <t:(\d+):R>\. Ask again then\.")
CANNOT = (
    "The solver of Napoleon at St Helena can't be prepared on this bot's machine: a simpler search stands in"
)

_PATIENCE = 300.0
"""Seconds of searching, in place of the bot's twenty: beside other programs a worker only begins by then."""


@pytest.fixture(autouse=True)
def at_hand(monkeypatch: pytest.MonkeyPatch, room: Room) -> dict[str, KernelPackage]:
    """Begin without solvers, with all of them being prepared, each taking a minute."""
    at_hand: dict[str, KernelPackage] = {}
    monkeypatch.setattr("idle_year.solvers.registry._AT_HAND", at_hand)
    room.services.preparation.expect(dict.fromkeys(PACKAGES, 60.0))
    return at_hand


def _arrive(room: Room, at_hand: dict[str, KernelPackage]) -> None:
    for package in PACKAGES:
        at_hand[package] = load(package)
        room.services.preparation.settle(package)


def _fail(room: Room) -> None:
    for package in PACKAGES:
        room.services.preparation.settle(package, failed=True)


async def _asked(room: Room, command: str, **options: str | bool | int) -> Message:
    return await room.ada.slash(HERE, command, **options)


async def _resign(room: Room) -> None:
    game = await room.game_of(room.ada)
    await room.services.play.resign(game)


async def test_a_hint_and_a_check_say_when_to_ask_again(
    room: Room, at_hand: dict[str, KernelPackage]
) -> None:
    """A hint and a check say when to ask again while the solver is prepared, but not once it is there."""
    await _asked(room, "deal napoleon", seed="tuesday")
    for command in ("hint", "check"):
        told = PREPARED.search((await _asked(room, command)).text)
        assert told is not None
        assert told[1] == "Napoleon at St Helena"
        assert 0 < int(told[2]) - time.time() < 60 * len(PACKAGES) + 1
    _arrive(room, at_hand)
    for command in ("hint", "check"):
        assert "prepared" not in (await _asked(room, command)).text


async def test_a_review_is_made_anew_once_the_solver_is_there(
    room: Room, at_hand: dict[str, KernelPackage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A review made without the solver is made anew once the solver is there."""
    await _asked(room, "deal accordion", seed="tuesday")
    await _resign(room)
    with monkeypatch.context() as hurry:
        hurry.setattr(room.services.reviews, "_limit", Limit(nodes=1))
        before = (await _asked(room, "review")).text
    assert "There wasn't time to find out" in before
    assert PREPARED.search(before)
    _arrive(room, at_hand)
    after = (await _asked(room, "review")).text
    assert "It could still be won at the end (proven)." in after
    assert "prepared" not in after


async def test_what_is_settled_without_the_solver_is_told_as_ever(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the plain search has settled is told as ever, whatever is still being prepared."""
    # The plain search takes a second or more for it.
    monkeypatch.setattr(room.services.checks, "_limit", Limit(seconds=math.inf))
    await _asked(room, "deal accordion", variant="late-binding", seed="tuesday")
    told = (await _asked(room, "check")).text
    assert "(proven)" in told
    assert "prepared" not in told


async def test_a_daily_says_when_it_will_be_there(room: Room, at_hand: dict[str, KernelPackage]) -> None:
    """A daily that is still being prepared says when it will be there, and later it is dealt at once."""
    for command in ("daily play", "daily results"):
        told = (await _asked(room, command)).text
        assert re.fullmatch(r"Today's is being prepared: ready <t:\d+:R>\. Ask again then\.", told)
    _arrive(room, at_hand)
    assert "Accordion · Daily, " in (await _asked(room, "daily play")).text


async def test_in_place_of_the_days_puzzle_another_is_offered(
    room: Room, at_hand: dict[str, KernelPackage]
) -> None:
    """Whoever asks for a puzzle of the day whose solver is missing is offered one of another game."""
    await stock(room.services.store, SHORT)
    told = await _asked(room, "puzzle daily")
    assert re.fullmatch(r"Today's is being prepared: ready <t:\d+:R>\. Ask again then\.", told.text)
    assert "### Accordion · Puzzle\n" in (await room.ada.press(told, "Solve a puzzle")).text
    await give_up(room.ada)
    assert "There's no puzzle of " in (await room.ada.press(told, "Solve a puzzle")).text


@pytest.mark.parametrize("wish", [{"winnable": True}, {"difficulty": 3}], ids=str)
async def test_a_wish_says_when_it_can_be_met(
    room: Room,
    at_hand: dict[str, KernelPackage],
    monkeypatch: pytest.MonkeyPatch,
    wish: dict[str, int | bool],
) -> None:
    """A wish that needs a solver still being prepared says when to ask again, and is met then."""
    with monkeypatch.context() as hurry:
        hurry.setattr(room.services.deal_search, "_limit", Limit(nodes=1, seconds=0.01))
        told = (await _asked(room, "deal accordion", **wish)).text
    assert told.startswith("No such deal was found. ")
    assert PREPARED.search(told)
    _arrive(room, at_hand)
    monkeypatch.setattr(room.services.deal_search, "_limit", Limit(seconds=_PATIENCE))
    assert "This deal can be won. " in (await _asked(room, "deal accordion", **wish)).text


async def test_a_solver_that_cannot_be_had_is_not_promised(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a solver cannot be had, nobody is told to ask again."""
    monkeypatch.setattr(room.services.deal_search, "_limit", Limit(nodes=1, seconds=0.01))
    _fail(room)
    await _asked(room, "deal napoleon", seed="tuesday")
    told = [await _asked(room, command) for command in ("hint", "check")]
    told.append(await _asked(room, "daily play", family="napoleon"))
    await _resign(room)
    told.append(await _asked(room, "deal napoleon", winnable=True))
    told.append(await _asked(room, "review"))
    for each in told:
        assert CANNOT in each.text
        assert "again" not in as_read(each.text).replace("Deal again", "")

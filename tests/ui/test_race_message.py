"""The message of a race fits however many take part."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import discord
import pytest

from bot.render.discord_limits import MESSAGE_CHARACTERS
from bot.service.race import Standing
from bot.store import Race, Status
from bot.ui.race_message import result_view, running_view

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HUGE = 2**63 - 1
RACE = Race(HUGE, HUGE, HUGE, HUGE, HUGE, "napoleon", "x" * 32, NOON, NOON, over=False)
DONE = Standing(HUGE, Status.FINISHED, won=True, assisted=True, left=104, tiebreak=0, moves=999, seconds=7199)


def _text(view: discord.ui.LayoutView) -> str:
    displays = (each for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay))
    return "\n".join(each.content for each in displays)


@pytest.mark.parametrize("view", [running_view, result_view])
async def test_many_players_fit_into_one_message(
    view: Callable[[Race, list[Standing]], discord.ui.LayoutView],
) -> None:
    """Many players fit into a race's message, and those who do not fit are counted."""
    shown = view(RACE, [DONE] * 200)
    assert shown.content_length() <= MESSAGE_CHARACTERS
    assert "… and 170 more" in _text(shown)
    assert "more" not in _text(view(RACE, [DONE] * 30))
    tied = [DONE._replace(tiebreak=number) for number in range(30)]
    assert view(RACE._replace(game="pyramid"), tied).content_length() <= MESSAGE_CHARACTERS


@pytest.mark.parametrize("view", [running_view, result_view])
async def test_a_penalty_is_shown_where_it_decides(
    view: Callable[[Race, list[Standing]], discord.ui.LayoutView],
) -> None:
    """The penalty of a race is shown between those who have finished and would otherwise be tied."""
    tied = [DONE._replace(won=False, left=4, moves=48, tiebreak=each) for each in (30, 31)]
    playing = DONE._replace(status=Status.PLAYING, won=False, left=4, moves=48, tiebreak=29)
    lines = [
        line
        for line in _text(view(RACE._replace(game="accordion"), [*tied, playing])).splitlines()
        if "48" in line
    ]
    assert [line.split(" after ")[0].rpartition(" · ")[2] for line in lines] == [
        "4 piles, 30 cards outside the largest pile",
        "4 piles, 31 cards outside the largest pile",
        "4 piles",
    ]


@pytest.mark.parametrize("view", [running_view, result_view])
async def test_a_race_on_a_game_that_is_gone_shows_all_the_same(
    view: Callable[[Race, list[Standing]], discord.ui.LayoutView],
) -> None:
    """A race on a game that is gone is shown by its stored name."""
    assert "· bridge" in _text(view(RACE._replace(game="bridge"), [DONE]))


async def test_a_race_without_racers() -> None:
    """The result of a race without racers explains no unaided results."""
    assert "unaided results" not in _text(result_view(RACE, []))
    assert "unaided results" in _text(result_view(RACE, [DONE]))


async def test_a_winner_is_seen_at_once() -> None:
    """A winner is marked in a running race, even one who needed help."""
    text = _text(running_view(RACE, [DONE]))
    assert f"🏆 <@{HUGE}> · 104 cards on the aces after 999 moves · 119 min · 🛟" in text

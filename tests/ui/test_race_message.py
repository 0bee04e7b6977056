"""The message of a race fits however many take part."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import discord
import pytest

from bot.render.discord_limits import MESSAGE_CHARACTERS
from bot.render.race import ended_text
from bot.service.race import Duel, Standing
from bot.store import Race, Status
from bot.ui.components import PressButton
from bot.ui.race_message import end_view, result_view, running_view

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HUGE = 2**63 - 1
RACE = Race(HUGE, HUGE, HUGE, HUGE, HUGE, "napoleon", "x" * 32, NOON, NOON, over=False)
DONE = Standing(HUGE, Status.FINISHED, won=True, assisted=True, left=104, tiebreak=0, moves=999, seconds=7199)


def _with_a_duel(race: Race, found: list[Standing]) -> discord.ui.LayoutView:
    return end_view(race, found, Duel(HUGE, HUGE - 1, 9999, 9999))


def _text(view: discord.ui.LayoutView) -> str:
    displays = (each for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay))
    return "\n".join(each.content for each in displays)


@pytest.mark.parametrize("view", [running_view, result_view, _with_a_duel])
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


def _buttons(view: discord.ui.LayoutView) -> list[str]:
    return [
        each.to_component_dict()["label"] for each in view.walk_children() if isinstance(each, PressButton)
    ]


async def test_a_quick_race_says_until_when_it_can_be_joined() -> None:
    """A quick race says until when it can be joined; after that, its button shows one's own board."""
    quick = RACE._replace(open_until=NOON, first_end=NOON)
    begun, shut = running_view(quick, [DONE]), running_view(quick, [DONE], shut=True)
    assert f"Anybody can join until <t:{int(NOON.timestamp())}:t>." in _text(begun)
    assert "Nobody can join any more." in _text(shut)
    assert (_buttons(begun), _buttons(shut)) == (["Join race"], ["Show the board"])
    assert "Somebody has finished" not in _text(begun)


async def test_time_that_decides_is_told() -> None:
    """Where only time tells the first two apart, and not by much, the first reads by how many seconds."""
    first, slower = DONE, DONE._replace(player=7, seconds=DONE.seconds + 2)
    assert "119 min · 🛟 · 2 seconds ahead" in _text(end_view(RACE, [first, slower]))
    for other in (slower._replace(moves=1000), slower._replace(seconds=DONE.seconds + 600), first):
        assert "second" not in _text(end_view(RACE, [first, other]))


async def test_who_hides_is_not_named_as_the_first() -> None:
    """Where the end of a race was posted, its message names the first; nobody who hides."""
    found = [DONE._replace(hidden=True), DONE._replace(player=7), DONE._replace(player=8)]
    text = ended_text(RACE, found)
    assert "🥇 <@7>" in text
    assert "<@8>" not in text
    assert f"<@{HUGE}>" not in text


async def test_a_winner_is_seen_at_once() -> None:
    """A winner is marked in a running race, even one who needed help."""
    text = _text(running_view(RACE, [DONE]))
    assert f"🏆 <@{HUGE}> · 104 cards on the aces after 999 moves · 119 min · 🛟" in text

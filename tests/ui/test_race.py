"""Races as those who start, join and end them see it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.store import Kind, Ranking
from idle_year.engine.records import write_moves
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for
from tests.controls import HERE
from tests.ui.room import Room, play_on

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Visitor

BLUE, GREY = 1, 2


async def _win(person: Visitor) -> Message:
    """Play a person's game to a win."""
    game = await person.room.game_of(person)
    line = solver_for(game.rules).solve(game.state, Limit(seconds=60)).line
    return await person.slash(HERE, "move", moves=write_moves(game.rules, line))


async def test_the_starter_has_joined(room: Room) -> None:
    """Whoever starts a race has its board at once, and others see a message that they can join by."""
    race = await room.ada.slash(HERE, "race start", game="accordion")
    assert not race.ephemeral
    _, board = room.ada.sees()
    assert board.ephemeral
    assert board.text.startswith("### Accordion · Race\n")
    assert [message.id for message in room.ben.sees()] == [race.id]
    assert (await room.ada.press(race, "Join race")).text == board.text
    assert (await room.ben.press(race, "Join race")).text == board.text
    assert len(await room.services.store.games.of_race(1)) == 2


async def test_a_quick_race_is_proven_winnable(room: Room) -> None:
    """A race that is asked for without options is of eighteen cards that can be won, for ten minutes."""
    race = await room.ada.slash(HERE, "race start")
    assert race.text.startswith("### Quick race · Late-Binding Solitaire\n")
    assert "This deal of 18 cards can be won (proven), and counts on no leaderboard." in race.text
    game = await room.game_of(room.ada)
    assert solver_for(game.rules).solve(game.state, Limit(seconds=60)).answer is Answer.WON
    told = room.ada.sees()[1].text
    assert "it can be won (proven)" in told
    ends = int(room.clock.now.timestamp()) + 600
    assert f"<t:{ends}:R>" in race.text
    assert f"<t:{ends}:R>" in told


async def test_a_quick_race_is_open_for_three_minutes(room: Room) -> None:
    """Who joins a quick race in its first three minutes is on a par with all; after that, nobody joins."""
    race = await room.ada.slash(HERE, "race start")
    room.clock.wait(2.9)
    await play_on(room.ada)
    assert "### Late-Binding" in (await room.ben.press(race, "Join race")).text
    room.clock.wait(0.2)
    told = await room.person("Cleo").press(race, "Join race")
    assert told.text.startswith("This race can't be joined any more")
    assert "### Late-Binding" in (await room.ben.press(race, "Join race")).text
    assert [game.kind for game in await room.services.store.games.of_race(1)] == [Kind.QUICK] * 2


async def test_a_quick_race_of_one_ends_when_nobody_else_can_join(room: Room) -> None:
    """Whoever is done alone in a quick race has only to wait until nobody else can join any more."""
    await room.ada.slash(HERE, "race start")
    await play_on(room.ada)
    races = room.services.races
    race, games = await races.get(1), await room.services.store.games.of_race(1)
    assert not await races.is_done(race, games)
    room.clock.wait(3)
    assert await races.is_done(race, games)
    assert await races.end_if_done(race)


async def test_a_quick_race_counts_on_no_leaderboard(room: Room) -> None:
    """What is won in a quick race is on no leaderboard."""
    await room.ada.slash(HERE, "race start")
    await _win(room.ada)
    assert (await room.game_of(room.ada)).over
    assert await room.services.store.ranks.page(Ranking(7, "late-binding", "all"), 0, 10) == []


async def test_who_is_stuck_reads_what_is_left_to_do(room: Room) -> None:
    """Who is stuck in a race reads the place so far, and that Undo works; others only the place."""
    race = await room.ada.slash(HERE, "race start")
    await room.ben.press(race, "Join race")
    stuck = await play_on(room.ben)
    assert "In this race you're number 1 of 2 so far." in stuck.text
    assert "**Undo** still works while the race is on" in stuck.text
    assert [stuck.find(each)["style"] for each in ("Undo", "Deal again")] == [BLUE, GREY]
    await room.person("Cleo").press(race, "Join race")
    won = await _win(room.ada)
    assert "In this race you're number 1 of 3 so far." in won.text
    assert "Undo** still works" not in won.text
    last = await play_on(room.person("Cleo"))
    assert "The race is over: you're number 2 of 3." in last.text
    assert "so far" not in last.text
    assert "Undo** still works" not in last.text
    assert [last.find(each)["style"] for each in ("Undo", "Deal again")] == [GREY, BLUE]


@pytest.mark.parametrize("options", [{}, {"game": "goren", "hours": 3}])
async def test_a_rematch_takes_the_place_of_the_end(room: Room, options: dict[str, object]) -> None:
    """A rematch is as long, and stands where the end of the race before stood; its starter has joined."""
    race = await room.ada.slash(HERE, "race start", **options)
    await room.ben.press(race, "Join race")
    await room.services.store.races.end(1)
    over = await room.ben.press(race, "Join race")
    assert (over.id, over.buttons[0]) == (race.id, "Rematch")
    room.clock.wait(20)
    begun = await room.ben.press(over, "Rematch")
    assert begun.id == race.id
    assert begun.text.splitlines()[0] == race.text.splitlines()[0]
    first, second = [await room.services.races.get(number) for number in (1, 2)]
    assert (second.message, first.settled) == (int(race.id), True)
    assert second.ends_at - second.started_at == first.ends_at - first.started_at
    assert [game.owner for game in await room.services.store.games.of_race(2)] == [room.ben.seat.owner]


async def test_a_server_may_want_no_posts(room: Room) -> None:
    """Those who manage a server choose whether ends of races are posted, and read which; others may not."""
    assert "**The end of a race:** posted here" in (await room.ada.slash(HERE, "server setup")).text
    told = await room.ada.slash(HERE, "server races", posts=False)
    assert "isn't posted here" in told.text
    assert "in the race's own message" in (await room.ada.slash(HERE, "server setup")).text
    assert await room.services.store.servers.is_quiet(7)
    assert "posted here" in (await room.ada.slash(HERE, "server races", posts=True)).text
    assert not await room.services.store.servers.is_quiet(7)
    assert re.search("manage", (await room.ben.slash(HERE, "server races", posts=False)).text)
    assert not await room.services.store.servers.is_quiet(7)

"""Pages about games: the picker under each replaces it with that of another game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session
from tests.controls import HERE
from tests.flow.reading import as_read
from tests.ui.room import deal, play_made_up

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor

PAGES = {
    "rules": "### {}\n",
    "odds": "### {}: the chance to win\n",
    "leaderboard": "### {} · this month\n",
    "stats": "You haven't finished a game of {} yet. Try /deal.",
}
"""What each page begins with, for somebody who has played nothing."""


async def _open(person: Visitor, command: str, where: str = HERE) -> Message:
    return await person.slash(where, command)


async def _choose(person: Visitor, page: Message, family: str, game: str) -> Message:
    return await person.choose(page, f"{family} games", game)


@pytest.mark.parametrize("command", PAGES)
async def test_every_page_leads_to_that_of_any_game(room: Room, command: str) -> None:
    """A page leads to that of any game, by family and then game, in one message, even after a restart."""
    asked = await _open(room.ada, command)
    family = await room.ada.press(asked, "Pyramid")
    await room.restart()
    game = await _choose(room.ada, family, "Pyramid", "Pyramid, three passes")
    assert asked.id == family.id == game.id
    assert as_read(family.text).startswith(PAGES[command].format("Pyramid"))
    assert as_read(game.text).startswith(PAGES[command].format("Pyramid, three passes"))
    (chosen,) = [each for each in game.selects[0]["options"] if each.get("default")]
    assert chosen["label"] == "Pyramid, three passes"


@pytest.mark.parametrize("command", ["rules", "odds", "stats"])
async def test_they_can_be_looked_at_in_direct_messages(room: Room, command: str) -> None:
    """Pages of games can be looked at in direct messages, where they also change in place."""
    asked = await _open(room.ada, command, "dm")
    shown = await room.ada.press(asked, "Pyramid")
    assert shown.id == asked.id
    assert as_read(shown.text).startswith(PAGES[command].format("Pyramid"))


async def test_a_leaderboard_keeps_its_period(room: Room) -> None:
    """A leaderboard keeps its period whichever game is chosen next."""
    await play_made_up(room.ada)
    board = await room.ada.slash(HERE, "leaderboard", game="accordion")
    asked = await room.ada.press(board, "All time")
    shown = await _choose(room.ada, asked, "Accordion", "Late-Binding Solitaire")
    assert shown.text.startswith("### Late-Binding Solitaire · all time\n")
    assert f"<@{room.ada.id}>" in shown.text
    today = await room.ada.press(shown, "Today")
    assert (await room.ada.press(today, "Pyramid")).text.startswith("### Pyramid · today\n")


async def test_the_picture_of_a_game_goes_with_its_page(room: Room) -> None:
    """A game's picture comes with its statistics and goes when another page is shown."""
    rules, moves = find_game("late-binding"), ""
    for number in range(5):
        session = Session.deal(rules, f"deal{number}")
        while legal := rules.moves(session.state):
            session = session.play(write_moves(rules, legal[:1]))
        moves = write_moves(rules, session.moves)
        await room.ada.slash(HERE, "deal accordion", variant=rules.id, seed=f"deal{number}")
        await room.ada.slash(HERE, "move", moves=moves)
    asked = await _open(room.ada, "stats")
    assert asked.text.startswith("### Your games\n")
    shown = await _choose(room.ada, asked, "Accordion", rules.name)
    assert shown.text.startswith("### Late-Binding Solitaire: your games")
    assert len(shown.attachments) == 1
    everything = await room.ada.press(shown, "All games")
    assert everything.text == asked.text
    assert everything.attachments == []
    assert (await room.ada.press(everything, "Pyramid")).text.startswith(
        "You haven't finished a game of Pyramid"
    )


async def test_whoever_presses_sees_an_own_page(room: Room) -> None:
    """Whoever presses a button of somebody else's page gets a private one of their own."""
    await play_made_up(room.ada)
    board = await deal(room.ada, where="in the channel")
    for page in ("rules", "odds", "stats", "ranks:all"):
        told = await room.ben.use(board, f"iy:0:0:page:late-binding:{page}")
        assert told.ephemeral
        assert told.id != board.id
        assert "Late-Binding Solitaire" in told.text
    stats = await room.ben.use(board, "iy:0:0:page:late-binding:stats")
    assert "You haven't finished a game" in stats.text

"""Pages about games: the picker under each replaces it with that of another game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine.games import find_game
from bot.engine.records import write_moves
from bot.engine.session import Session
from tests.flow.boards import deal
from tests.flow.conftest import HERE
from tests.flow.reading import as_read
from tests.flow.test_front_door import tap
from tests.flow.test_leaderboard import play_out
from tests.forged import press as forge

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

PAGES = {
    "rules": "### {}\n",
    "odds": "### {}: the chance to win\n",
    "leaderboard": "### {} · this month\n",
    "stats": "You haven't finished a game of {} yet. Try /deal.",
}
"""What each page begins with, for somebody who has played nothing."""


async def _open(person: Person, command: str, where: str = HERE) -> Message:
    return await (await person.slash(where, command)).final()


async def _choose(person: Person, page: Message, family: str, game: str) -> Message:
    return await (await person.choose(page, f"{family} games", game)).final()


@pytest.mark.parametrize("command", PAGES)
async def test_every_page_leads_to_that_of_any_game(parlour: Parlour, command: str) -> None:
    """A page leads to that of any game, by family and then game, in one message, even after a restart."""
    asked = await _open(parlour.ada, command)
    family = await tap(parlour.ada, asked, "Pyramid")
    await parlour.restart()
    game = await _choose(parlour.ada, family, "Pyramid", "Pyramid, three passes")
    assert asked.id == family.id == game.id
    assert as_read(family.text).startswith(PAGES[command].format("Pyramid"))
    assert as_read(game.text).startswith(PAGES[command].format("Pyramid, three passes"))
    (chosen,) = [each for each in game.selects[0]["options"] if each.get("default")]
    assert chosen["label"] == "Pyramid, three passes"


@pytest.mark.parametrize("command", ["rules", "odds", "stats"])
async def test_they_can_be_looked_at_in_direct_messages(parlour: Parlour, command: str) -> None:
    """Pages of games can be looked at in direct messages, where they also change in place."""
    asked = await _open(parlour.ada, command, "dm")
    shown = await tap(parlour.ada, asked, "Pyramid")
    assert shown.id == asked.id
    assert as_read(shown.text).startswith(PAGES[command].format("Pyramid"))


async def test_a_leaderboard_keeps_its_period(parlour: Parlour) -> None:
    """A leaderboard keeps its period whichever game is chosen next."""
    await play_out(parlour, parlour.ada)
    board = await (await parlour.ada.slash(HERE, "leaderboard", game="accordion")).final()
    asked = await tap(parlour.ada, board, "All time")
    shown = await _choose(parlour.ada, asked, "Accordion", "Late-Binding Solitaire")
    assert shown.text.startswith("### Late-Binding Solitaire · all time\n")
    assert f"<@{parlour.ada.user.id}>" in shown.text
    today = await tap(parlour.ada, shown, "Today")
    assert (await tap(parlour.ada, today, "Pyramid")).text.startswith("### Pyramid · today\n")


async def test_the_picture_of_a_game_goes_with_its_page(parlour: Parlour) -> None:
    """A game's picture comes with its statistics and goes when another page is shown."""
    rules, moves = find_game("late-binding"), ""
    for number in range(5):
        session = Session.deal(rules, f"deal{number}")
        while legal := rules.moves(session.state):
            session = session.play(write_moves(rules, legal[:1]))
        moves = write_moves(rules, session.moves)
        await parlour.ada.slash(HERE, "deal accordion", variant=rules.id, seed=f"deal{number}")
        await parlour.ada.slash(HERE, "move", moves=moves)
    asked = await _open(parlour.ada, "stats")
    assert asked.text.startswith("### Your games\n")
    shown = await _choose(parlour.ada, asked, "Accordion", rules.name)
    assert shown.text.startswith("### Late-Binding Solitaire: your games")
    assert len(shown.attachments) == 1
    everything = await tap(parlour.ada, shown, "All games")
    assert everything.text == asked.text
    assert everything.attachments == []
    assert (await tap(parlour.ada, everything, "Pyramid")).text.startswith(
        "You haven't finished a game of Pyramid"
    )


async def test_whoever_presses_sees_an_own_page(parlour: Parlour) -> None:
    """Whoever presses a button of somebody else's page gets a private one of their own."""
    await play_out(parlour, parlour.ada)
    board = await deal(parlour.ada, where="in the channel")
    for page in ("rules", "odds", "stats", "ranks:all"):
        told = await forge(parlour.local, parlour.ben, board, f"iy:0:0:page:late-binding:{page}")
        assert told.ephemeral
        assert told.id != board.id
        assert "Late-Binding Solitaire" in told.text
    stats = await forge(parlour.local, parlour.ben, board, "iy:0:0:page:late-binding:stats")
    assert "You haven't finished a game" in stats.text

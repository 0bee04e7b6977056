"""Play by commands and buttons: moves, undo and redo, two presses at once."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest

from bot.engine.games import find_game
from bot.engine.session import Session
from bot.solvers.protocols import Limit
from tests.controls import first, make, offered
from tests.flow.boards import deal, legal, row_of
from tests.flow.conftest import HERE
from tests.flow.reading import above_foot, last_move

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour


async def test_a_move_is_played_in_place(parlour: Parlour) -> None:
    """Choosing a move updates the same message."""
    board = await deal(parlour.ada)
    reply = await make(parlour.ada, board, first(board))
    assert reply.kind == "update"
    assert reply.message is not None
    assert reply.message.id == board.id
    assert "51 piles" in reply.message.text


async def test_undo_and_redo(parlour: Parlour) -> None:
    """Undo brings the board back, redo plays the move again."""
    board = await deal(parlour.ada)
    played = (await make(parlour.ada, board, first(board))).message
    assert played is not None
    undone = (await parlour.ada.press(played, "Undo")).message
    assert undone is not None
    assert row_of(undone) == row_of(board)
    redone = (await parlour.ada.press(undone, "Redo")).message
    assert redone is not None
    assert redone.text == played.text
    assert (await parlour.ada.slash(HERE, "undo")).message is not None
    assert (await parlour.ada.slash(HERE, "redo")).message is not None


async def test_dealing_by_button(parlour: Parlour) -> None:
    """Deal to next move deals until a move is possible, after which dealing is refused."""
    await parlour.ada.slash(HERE, "settings", forced="by hand")
    board = await deal(parlour.ada, "parlett")
    assert "51 cards left to deal" in board.text
    assert "Deal" in board.buttons
    dealt = (await parlour.ada.press(board, "Deal to next move")).message
    assert dealt is not None
    assert offered(dealt)
    assert dealt.find("Deal")["disabled"]
    refused = await parlour.ada.slash(HERE, "move", moves="d")
    assert refused.message is not None
    assert "You can still play " in refused.message.text
    assert "you must before you deal" in refused.message.text


async def test_the_code_of_a_deal_is_kept_back_while_cards_are_hidden(parlour: Parlour) -> None:
    """The code of a deal is kept back while cards are hidden, as the stock could be looked up with it."""
    for variant, known in (("accordion", True), ("parlett", False)):
        board = await deal(parlour.ada, variant)
        panel = (await parlour.ada.press(board, "More")).message
        assert panel is not None
        assert ("tuesday" in board.text, "tuesday" in panel.text) == (known, known)


async def test_undo_stops_at_a_card_that_was_seen(parlour: Parlour) -> None:
    """A dealt card cannot be taken back, and the player is told why."""
    await deal(parlour.ada, "parlett")
    await parlour.ada.slash(HERE, "move", moves="d")
    refused = await parlour.ada.slash(HERE, "undo")
    assert refused.message is not None
    assert "a card that was seen stays seen" in refused.message.text
    board = (await parlour.ada.slash(HERE, "board")).message
    assert board is not None
    assert board.find("Undo")["disabled"]


@pytest.mark.parametrize("command", ["board", "undo", "redo", "hint", "resign"])
async def test_commands_without_a_game_say_how_to_begin(parlour: Parlour, command: str) -> None:
    """Commands that need a game say in private how to begin one."""
    reply = await parlour.ada.slash(HERE, command)
    assert reply.message is not None
    assert reply.message.ephemeral
    assert "/deal" in reply.message.text


async def test_a_stale_press_redraws_the_true_board(parlour: Parlour) -> None:
    """A board that is out of date plays nothing and shows how things stand."""
    old = await deal(parlour.ada)
    move = legal()[0]
    await parlour.ada.slash(HERE, "move", moves=move)
    stale = await make(parlour.ada, old, first(old))
    assert stale.message is not None
    assert stale.message.id == old.id
    assert last_move(Session.read(find_game("accordion"), "tuesday", move)) in stale.message.text
    assert "nothing was played" in stale.message.text


async def test_two_presses_at_once_count_once(parlour: Parlour) -> None:
    """Of two presses at the same moment exactly one move is played."""
    board = await deal(parlour.ada)
    one, other, *_ = offered(board)
    await asyncio.gather(
        make(parlour.ada, board, one),
        make(parlour.ada, board, other),
    )
    now = (await parlour.ada.slash(HERE, "board")).message
    assert now is not None
    assert "51 piles" in now.text


async def test_a_stranger_is_told_whose_game_it_is(parlour: Parlour) -> None:
    """A stranger is told whose game it is, and may play the deal privately once that game is over."""
    board = await deal(parlour.ada, where="in the channel")
    reply = await make(parlour.ben, board, first(board))
    note = reply.message
    assert note is not None
    assert note.ephemeral
    assert f"<@{parlour.ada.user.id}>'s game" in note.text
    assert parlour.ada.sees(HERE)[0].text == board.text
    await parlour.ada.slash(HERE, "move", moves=legal()[0])
    asked = (await parlour.ada.slash(HERE, "resign")).message
    assert asked is not None
    await parlour.ada.press(asked, "Resign")
    note = (await parlour.ben.press(board, "Hint")).message
    assert note is not None
    own = (await parlour.ben.press(note, "Play this deal yourself")).message
    assert own is not None
    assert own.ephemeral
    assert row_of(own) == row_of(board)


async def test_a_stranger_plays_another_deal_while_that_game_is_on(parlour: Parlour) -> None:
    """A stranger gets other cards while that game is on: the same ones would reveal what lies face down."""
    board = await deal(parlour.ada, "parlett", where="in the channel")
    note = (await parlour.ben.press(board, "Deal")).message
    assert note is not None
    own = (await parlour.ben.press(note, "Play another deal")).message
    assert own is not None
    assert own.id == note.id
    assert "This is a new deal: " in own.text
    assert own.text.startswith("### Parlett\n")
    games = [await parlour.game_of(person) for person in (parlour.ada, parlour.ben)]
    assert games[0].session.seed != games[1].session.seed


async def test_two_people_play_at_once(parlour: Parlour) -> None:
    """Two people play at once without seeing or disturbing each other's game."""
    boards = await asyncio.gather(deal(parlour.ada), deal(parlour.ben, "till-dawn"))
    await asyncio.gather(
        make(parlour.ada, boards[0], first(boards[0])),
        parlour.ben.press(boards[1], "Deal"),
    )
    (ada,) = parlour.ada.sees(HERE)
    (ben,) = parlour.ben.sees(HERE)
    assert "51 piles" in ada.text
    assert "49 cards left to deal" in ben.text


async def test_a_hint_is_honest_and_playable(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint is proven if there is time for it, and names a legal move under the board."""
    monkeypatch.setattr(parlour.bot.services.hints, "_limit", Limit(seconds=60))
    await deal(parlour.ada)
    message = await (await parlour.ada.slash(HERE, "hint")).final()
    hint = above_foot(message)[-1]
    assert "You can still win (proven)" in hint
    assert re.search(r"Play .+ onto .+\. You can still win", hint)
    assert "Play it" in message.buttons

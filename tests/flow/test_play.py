"""Play by commands and buttons: moves, undo and redo, two presses at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games import find_game
from bot.engine.session import Session
from tests.controls import first, make, offered
from tests.flow.boards import deal, legal, row_of
from tests.flow.conftest import HERE
from tests.flow.reading import last_move

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


async def test_commands_without_a_game_say_how_to_begin(parlour: Parlour) -> None:
    """Commands that need a game say in private how to begin one."""
    for command in ("board", "undo", "redo", "hint", "resign"):
        told = await (await parlour.ada.slash(HERE, command)).final()
        assert told.ephemeral, command
        assert "/deal" in told.text, command


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

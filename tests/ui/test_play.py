"""Play by commands and buttons: moves, undo and redo, two presses at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from idle_year.engine.records import write_moves
from idle_year.engine.rules import REDEAL
from tests.controls import HERE, first, offered
from tests.flow.boards import legal, row_of
from tests.ui.room import deal

if TYPE_CHECKING:
    from tests.ui.room import Room


async def test_dealing_by_button(room: Room) -> None:
    """Deal to next move deals until a move is possible, after which dealing is refused."""
    await room.ada.slash(HERE, "settings", forced="by hand")
    board = await deal(room.ada, "parlett")
    assert "51 cards left to deal" in board.text
    assert "Deal" in board.buttons
    dealt = await room.ada.press(board, "Deal to next move")
    assert offered(dealt)
    assert dealt.find("Deal")["disabled"]
    refused = await room.ada.slash(HERE, "move", moves="d")
    assert "You can still play " in refused.text
    assert "you must before you deal" in refused.text


async def test_the_code_of_a_deal_is_kept_back_while_cards_are_hidden(room: Room) -> None:
    """The code of a deal is kept back while cards are hidden, as the stock could be looked up with it."""
    for variant, known in (("accordion", True), ("parlett", False)):
        board = await deal(room.ada, variant)
        panel = await room.ada.press(board, "More")
        assert ("tuesday" in board.text, "tuesday" in panel.text) == (False, known)


async def test_commands_without_a_game_say_how_to_begin(room: Room) -> None:
    """Commands that need a game say in private how to begin one."""
    for command in ("board", "undo", "redo", "hint", "resign"):
        told = await room.ada.slash(HERE, command)
        assert told.ephemeral, command
        assert "/deal" in told.text, command


async def test_a_stranger_is_told_whose_game_it_is(room: Room) -> None:
    """A stranger is told whose game it is, and may play the deal privately once that game is over."""
    board = await deal(room.ada, where="in the channel")
    reply = await room.ben.make(board, first(board))
    note = reply
    assert note.ephemeral
    assert f"<@{room.ada.id}>'s game" in note.text
    assert room.ada.sees(HERE)[0].text == board.text
    await room.ada.slash(HERE, "move", moves=legal()[0])
    asked = await room.ada.slash(HERE, "resign")
    await room.ada.press(asked, "Resign")
    note = await room.ben.press(board, "Hint")
    own = await room.ben.press(note, "Play this deal yourself")
    assert own.ephemeral
    assert row_of(own) == row_of(board)


async def test_a_stranger_plays_another_deal_while_that_game_is_on(room: Room) -> None:
    """A stranger gets other cards while that game is on: the same ones would reveal what lies face down."""
    board = await deal(room.ada, "parlett", where="in the channel")
    note = await room.ben.press(board, "Deal")
    own = await room.ben.press(note, "Play another deal")
    assert own.id == note.id
    assert "This is a new deal: " in own.text
    assert own.text.startswith("### Parlett\n")
    games = [await room.game_of(person) for person in (room.ada, room.ben)]
    assert games[0].session.seed != games[1].session.seed


@pytest.mark.parametrize(("family", "own"), [("pyramid", "take out 10♠ and 3♣"), ("cribbage", "score 2 for")])
async def test_what_was_dealt_without_a_choice_goes_back_with_the_own_move(
    room: Room, family: str, own: str
) -> None:
    """One's own move is told before the cards dealt because nothing else was left, and undone with them."""
    board = await room.ada.slash(HERE, f"deal {family}", seed="tuesday")
    if family == "cribbage":
        board = await room.ada.press(board, "Deal to next move")
    before = list(offered(board))
    played = await room.ada.make(board, first(board))
    told = played.text.replace("\ufe0e", "")
    assert re.search(rf"move \d+: {own}.* · move \d+: dealt \d: ", told)
    back = await room.ada.press(played, "Undo")
    assert list(offered(back)) == before
    again = await room.ada.press(back, "Redo")
    assert again.text == played.text
    assert list(offered(again)) == list(offered(played))
    await room.ada.slash(HERE, "undo")
    assert list(offered(await room.ada.slash(HERE, "redo"))) == list(offered(played))
    await room.restart()
    back = await room.ada.press(await room.ada.slash(HERE, "board"), "Undo")
    assert list(offered(back)) == before


async def test_a_card_that_was_dealt_by_choice_stays_seen(room: Room) -> None:
    """Whoever dealt a card while something else could be done cannot take it back, forced deals or not."""
    board = await room.ada.slash(HERE, "deal pyramid", seed="tuesday")
    board = await room.ada.press(board, "Deal")
    assert len((await room.game_of(room.ada)).session.moves) >= 1
    assert board.find("Undo")["disabled"]


async def test_a_redeal_stays_seen(room: Room) -> None:
    """Though nothing else is left to do then, nobody sees what a redeal brings, and takes it back."""
    await room.ada.slash(HERE, "deal marriage", variant="french", seed="tuesday")
    session = (await room.game_of(room.ada)).session
    while session.legal != (REDEAL,):
        session = session.play(write_moves(session.rules, session.legal[:1]))
    board = await room.ada.slash(HERE, "move", moves=write_moves(session.rules, session.moves))
    assert not board.find("Undo")["disabled"]
    assert (await room.ada.press(board, "Redeal")).find("Undo")["disabled"]

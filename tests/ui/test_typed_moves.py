"""Moves that are typed, into the form or a command: played, or refused with the reason and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.ui.presses import PLAYS, Press
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from tests.controls import HERE
from tests.flow.boards import legal
from tests.flow.reading import last_move
from tests.ui.room import deal

if TYPE_CHECKING:
    from tests.ui.room import Room


async def test_several_moves_in_one_command(room: Room) -> None:
    """Several moves in one /move are all played, and the board shows where they lead."""
    await deal(room.ada)
    first = legal()[0]
    second = legal(played=first)[0]
    reply = await room.ada.slash(HERE, "move", moves=f"{first} {second}")
    assert "50 piles" in reply.text
    played = Session.read(find_game("accordion"), "tuesday", f"{first} {second}")
    assert last_move(played) in reply.text


_WRONG = {
    "60<": "There is no pile 60: the row has 52.",
    "1<": "Pile 1 has no pile 1 place to its left.",
    "foo": "`foo` is not a move",
    "2>": "to the left only",
    "d": "no card left to deal",
    "9h": "has more than one move: `17<` (",
}


async def test_wrong_moves_get_a_reason_and_change_nothing(room: Room) -> None:
    """A wrong move gets its reason in private, in one line, and the board stays as it was."""
    board = await deal(room.ada)
    for moves, sentence in _WRONG.items():
        told = await room.ada.slash(HERE, "move", moves=moves)
        assert told.ephemeral
        assert sentence in told.text
        assert "\n" not in told.text
        assert told.buttons == []
    assert (await room.ada.slash(HERE, "board")).text == board.text


async def test_a_line_that_fails_behind_a_deal_shows_how_far_it_came(room: Room) -> None:
    """The board shows the card that was turned up, with the reason under it."""
    await room.ada.slash(HERE, "deal accordion", variant="tarbart", seed="tuesday")
    board = await room.ada.slash(HERE, "move", moves="d 60<")
    assert "2 piles" in board.text
    assert "Move 2 of 2, `60<`: There is no pile 60: the row has 2." in board.text


async def test_moves_for_a_game_that_is_over_are_not_read(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A forged form of a resigned game is refused unread: its cards may still be a secret of others."""
    read = list[str]()
    monkeypatch.setattr("bot.ui.play.in_notation", lambda _session, typed: read.append(typed))
    board = await room.ada.slash(HERE, "deal pyramid", seed="tuesday")
    over = await room.services.play.resign(await room.game_of(room.ada))
    form = Press(over.seen, PLAYS).custom_id
    told = await room.ada.use(board, form, "d, KD", is_typed=True)
    assert "is over" in told.text
    assert read == []


async def test_a_board_for_all_stays_as_it_is(room: Room) -> None:
    """A public board stays as it is when moves are wrong, and only its player is told why."""
    board = await deal(room.ada, where="in the channel")
    board = await room.ada.press(board, "More")
    await room.ada.press(board, "Type moves")
    told = await room.ada.fill(board, "60<")
    assert told.ephemeral
    assert told.id != board.id
    assert told.text.startswith("There is no pile 60")
    assert [message.text for message in room.ben.sees(HERE)] == [board.text]

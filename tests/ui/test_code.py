"""The code of a deal that the bot has made up: with it, anybody can look through the stock elsewhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.controls import HERE

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room


async def _export(room: Room) -> str:
    exported = await room.services.privacy.export(room.ada.seat.owner, "All of it.")
    return json.dumps(json.loads(exported)["games"])


@pytest.mark.parametrize("options", [{}, {"difficulty": 2}, {"variant": "parlett"}], ids=str)
async def test_it_shows_when_the_game_is_over(room: Room, options: dict[str, str | int]) -> None:
    """No board, panel, button id or file shows the deal code before the game is over."""
    board = await room.ada.slash(HERE, "deal accordion", where="in the channel", **options)
    game = await room.game_of(room.ada)
    panel = await room.ada.press(board, "More")
    assert game.rules.name in panel.text
    first = game.rules.notation.write_move(game.rules.moves(game.state)[0])
    shown: list[Message] = [
        board,
        panel,
        await room.ben.press(board, "Hint"),
        await room.ada.slash(HERE, "board"),
        await room.ada.slash(HERE, "move", moves=first),
        await room.ada.slash(HERE, "share"),
        await room.ada.slash(HERE, "review"),
        await room.ada.slash(HERE, "deal accordion", variant="goren"),
        await room.ada.press(panel, "Resign"),
    ]
    assert [game.session.seed in repr(message.post.payload) for message in shown] == [False] * len(shown)
    assert game.session.seed not in await _export(room)
    over = await room.ada.press(shown[-1], "Resign")
    assert f"deal {game.code}" in over.text
    assert game.code in await _export(room)

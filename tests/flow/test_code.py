"""The code of a deal that the bot has made up: with it, anybody can look through the stock elsewhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from small_discord import Message
    from tests.flow.conftest import Parlour


async def _export(parlour: Parlour) -> str:
    exported = await parlour.bot.services.privacy.export(int(parlour.ada.user.id), "All of it.")
    return json.dumps(json.loads(exported)["games"])


@pytest.mark.parametrize("options", [{}, {"difficulty": 2}, {"variant": "parlett"}], ids=str)
async def test_it_shows_when_the_game_is_over(parlour: Parlour, options: dict[str, str | int]) -> None:
    """No board, panel, button id or file shows the deal code before the game is over."""
    board = await (await parlour.ada.slash(HERE, "deal accordion", where="in the channel", **options)).final()
    game = await parlour.game_of(parlour.ada)
    panel = await (await parlour.ada.press(board, "More")).final()
    assert game.rules.name in panel.text
    first = game.rules.notation.write_move(game.rules.moves(game.state)[0])
    shown: list[Message] = [
        board,
        panel,
        await (await parlour.ben.press(board, "Hint")).final(),
        await (await parlour.ada.slash(HERE, "board")).final(),
        await (await parlour.ada.slash(HERE, "move", moves=first)).final(),
        await (await parlour.ada.slash(HERE, "share")).final(),
        await (await parlour.ada.slash(HERE, "review")).final(),
        await (await parlour.ada.slash(HERE, "deal accordion", variant="goren")).final(),
        await (await parlour.ada.press(panel, "Resign")).final(),
    ]
    assert [game.session.seed in repr(message.post.payload) for message in shown] == [False] * len(shown)
    assert game.session.seed not in await _export(parlour)
    over = await (await parlour.ada.press(shown[-1], "Resign")).final()
    assert f"deal {game.code}" in over.text
    assert game.code in await _export(parlour)

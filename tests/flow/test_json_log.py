"""The log of the real program as JSON: everything is logged, and yet nothing that is nobody's business."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from tests.controls import first, make
from tests.flow.boards import deal, row_of
from tests.flow.bot_process import bot_process, until
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
async def test_neither_token_nor_cards_are_in_it(tmp_path: Path) -> None:
    """The log holds neither tokens nor cards, even at the level that tells most."""
    async with bot_process(tmp_path, LOG_FORMAT="json", LOG_LEVEL="DEBUG") as a_bot:
        ada = a_bot.local.person("Ada")
        board = await deal(ada)
        await make(ada, board, first(board))
        await ada.slash(HERE, "hint")
        await until(lambda: any("Connected to Discord as" in line for line in a_bot.log))
        await ada.slash(HERE, "move", moves="52<<<")
        tokens = [a_bot.local.bot_token, *a_bot.local.desk.by_token]
    log = (tmp_path / "log").read_text()
    told = [json.loads(line) for line in log.splitlines()]
    assert {"DEBUG", "INFO"} <= {each["level"] for each in told}
    rules = find_game("accordion")
    dealt = rules.notation.write_position(Session.deal(rules, "tuesday").state)
    first_cards = dealt[:8]
    shown = row_of(board).split("`")[-1].strip()[:6]
    assert [word for word in (*tokens, "tuesday", first_cards, shown) if word in log] == []

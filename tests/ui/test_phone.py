"""What lies side by side on a phone, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.render.cards import Style
from bot.render.hint import Level
from bot.render.language import LANGUAGES, read_in
from bot.render.news import News
from bot.store import Status
from bot.ui.board import Board
from bot.ui.components import PressButton
from bot.ui.phone import WIDTH, side_by_side
from bot.ui.tools import first_row, panel_rows, tool_rows
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from tests.screens import game_of

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.parametrize("code", LANGUAGES)
PLAIN = Style()
OPEN = Session.deal(find_game("late-binding"), "tuesday")
GAMES = [
    OPEN.play(OPEN.rules.notation.write_move(OPEN.legal[0])),
    Session.deal(find_game("pyramid"), "tuesday"),
]


def lines(rows: Iterable[Any]) -> list[list[PressButton]]:
    """Return what lies side by side of some rows, those that are wider than a phone in several lines."""
    found: list[list[PressButton]] = []
    for row in rows:
        if isinstance(row, discord.ui.ActionRow):
            found += side_by_side(each for each in row.children if isinstance(each, PressButton))
    return found


async def test_tools_and_deals_take_a_line_each(code: str) -> None:
    """Undo, a hint however much it tells, and More are on one line of a phone, and so are both deals."""
    with read_in(code):
        for session in GAMES:
            most = 1 if session.table.stock is None else 2
            undone = game_of(session.undo() if session.moves else session)
            for news in None, News("", more=Level.MOVE), News("", more=Level.LINE):
                assert len(lines(tool_rows(game_of(session), news))) == most
            assert len(lines(tool_rows(undone, None))) == most
            for style in PLAIN, replace(PLAIN, large=True):
                assert len(lines([first_row(undone, style)])) == 1


async def test_a_game_that_is_over_takes_two_lines(code: str) -> None:
    """All that can be done with a game that is over is on two lines of a phone."""
    session = OPEN
    while session.legal:
        session = session.play(session.rules.notation.write_move(session.legal[0]))
    with read_in(code):
        for status in Status.FINISHED, Status.RESIGNED:
            board = Board(game_of(session, status), PLAIN)
            assert sorted(map(len, lines(board.walk_children()))) == [2, 3]


async def test_what_is_rarely_needed_wraps_nowhere(code: str) -> None:
    """Under More, each row is one line of a phone, and there are five at most."""
    with read_in(code):
        for session in GAMES:
            rows = panel_rows(game_of(session), PLAIN, private=True)
            assert len(lines(rows)) == len(rows) <= 5
            assert all(each.pixels <= WIDTH for line in lines(rows) for each in line)

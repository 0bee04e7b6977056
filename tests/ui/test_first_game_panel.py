"""The first game fits Discord with its panel above it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.render.news import News
from bot.service.first_game import MOVES, SEED, first_rules
from bot.store import Status
from bot.ui.board import Board
from idle_year.analysis import Surety
from idle_year.engine.session import Session
from tests.screens import FOOT, STYLES, check_fits, game_of

if TYPE_CHECKING:
    from bot.render.cards import Style


@pytest.mark.parametrize("style", STYLES)
async def test_every_board_of_it_fits(style: Style) -> None:
    """Every board of the first game fits, on the shown path and off it, even with a hint."""
    for number in range(6):
        session, chance = Session.deal(first_rules(), SEED), random.Random(number)  # noqa: S311  not a secret
        while moves := session.rules.moves(session.state):
            hint = News("A note. " * 40, Surety.WON, play=moves[0])
            check_fits(Board(game_of(session), style, hint, foot=FOOT))
            written = session.rules.notation.write_move(chance.choice(moves))
            shown = number == 0 and len(session.moves) < len(MOVES)
            session = session.play(MOVES[len(session.moves)] if shown else written)
        check_fits(Board(game_of(session, Status.FINISHED), style))

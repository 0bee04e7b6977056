"""Presses on a board that is no longer the newest: refused with the newest, whatever they would do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.service.errors import Stale
from bot.service.game import Game, Seat
from bot.store import Store
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from tests.games import Games

ANNA = 10**18 + 1
TARBART = find_game("tarbart")


@pytest.fixture
def games(store: Store) -> Games:
    """Play on an empty store."""
    return Games(store)


@pytest.fixture
async def undone(games: Games) -> Game:
    """Deal until a pile can move, move it and take that back: now every button does something."""
    game = await games.dealer.deal(Seat(ANNA, 5, None), TARBART, "tuesday")
    while not _shifts(game.session):
        game = await games.play.move(game, "d")
    game = await games.play.move(game, _shifts(game.session)[0])
    return await games.play.undo(game)


def _shifts(session: Session[Any]) -> list[str]:
    rules = session.rules
    return [rules.notation.write_move(move) for move in rules.moves(session.state) if move.at]


@pytest.mark.parametrize("press", ["undo", "redo", "resign", "deal_on"])
async def test_only_the_newest_board_is_played_on(games: Games, undone: Game, press: str) -> None:
    """A press on any but the newest board is not played, as its player has not seen this position."""
    session = undone.session.redo() if press == "undo" else undone.session
    older = replace(undone, version=undone.version - 1, session=session)
    for answer in (games.lookup.as_seen(ANNA, older.seen), getattr(games.play, press)(older)):
        with pytest.raises(Stale) as caught:
            await answer
        assert caught.value.game == undone == await games.lookup.get(undone.id)


async def test_the_newest_board_may_be_dealt_on(games: Games) -> None:
    """Dealing on turns up cards for as long as there is nothing else to do."""
    game = await games.dealer.deal(Seat(ANNA, 5, None), TARBART, "2")
    dealt = await games.play.deal_on(game)
    count = len(dealt.session.moves)
    assert count > 2
    assert [number for number in range(1, count + 1) if _shifts(dealt.session.at(number))] == [count]

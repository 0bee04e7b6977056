"""Practising a finished game from one of its moves."""

from __future__ import annotations

import pytest

from bot.service.errors import NothingToPractise
from bot.service.game import Game, Seat
from bot.store import Kind, Status, Store
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session
from tests.games import Games

ANNA, THERE = 7, Seat(7, 6, 3)
HERE = Seat(ANNA, 5, 3)
LATE = find_game("late-binding")


async def _over(games: Games) -> Game:
    """Return a game that was played first move first until no move was left."""
    session = Session.deal(LATE, "tuesday")
    while moves := LATE.moves(session.state):
        session = session.play(write_moves(LATE, moves[:1]))
    game = await games.dealer.deal(HERE, LATE, "tuesday")
    return await games.play.move(game, write_moves(LATE, session.moves))


async def test_practice_begins_in_the_middle(store: Store) -> None:
    """Practice begins in the middle of a game with its cards and moves, and the game stays as it was."""
    games = Games(store)
    over = await _over(games)
    practice = await games.dealer.deal_practice(THERE, over, 3)
    assert practice.session.moves == over.session.moves[:3]
    assert (practice.kind, practice.public, practice.status) == (Kind.PRACTICE, False, Status.PLAYING)
    assert await Games(store).lookup.get(practice.id) == practice
    assert await games.lookup.get(over.id) == over
    back = await games.play.undo(practice)
    assert back.session.moves == over.session.moves[:2]


async def test_nothing_is_practised_from_the_end_or_in_play(store: Store) -> None:
    """Nothing is practised where no move is left, nor while the game can be played on."""
    games = Games(store)
    over = await _over(games)
    with pytest.raises(NothingToPractise):
        await games.dealer.deal_practice(HERE, over, len(over.session.moves))
    playing = await games.dealer.deal(HERE, LATE, "friday")
    with pytest.raises(NothingToPractise):
        await games.dealer.deal_practice(THERE, playing, 0)

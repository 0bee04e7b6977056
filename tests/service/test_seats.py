"""Where games are played, and how many."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.errors import Stale, TooManyGames
from bot.service.game import Game, Seat
from bot.store import Store
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from tests.databases import both_databases
from tests.games import Games

ANNA, BERT = 1, 2
SEAT = Seat(ANNA, 5, None)
OPEN, PARLETT = find_game("accordion"), find_game("parlett")


async def test_a_game_is_taken_along(store: Store) -> None:
    """A game is taken along to another channel, beside what is in play there, and is the one meant then."""
    games = Games(store)
    game, there = await games.dealer.deal(SEAT, OPEN), Seat(ANNA, 7, None)
    other = await games.dealer.deal(there, PARLETT)
    moved = await games.play.take_along(game, 7)
    assert (moved.seat, moved.version, moved.session) == (there, 2, game.session)
    assert await games.lookup.current(there) == await games.lookup.own(ANNA, game.id) == moved
    assert await games.lookup.own(ANNA, other.id) == other
    with pytest.raises(Stale) as caught:
        await games.play.take_along(game, 8)
    assert caught.value.game == moved


@both_databases
async def test_only_so_many_games_are_in_play(store: Store) -> None:
    """Only so many games of a player are in play; the refusal carries the one left longest."""
    games = Games(store, 2)
    seats = [Seat(ANNA, channel, None) for channel in range(5)]
    dealt = await asyncio.gather(*(games.dealer.deal(seat, OPEN) for seat in seats), return_exceptions=True)
    refused = [one for one in dealt if isinstance(one, TooManyGames)]
    assert len({(each.game.id, each.most) for each in refused}) == 1
    left_longest, most = refused[0].game.id, refused[0].most
    # Which of those that are dealt at once is the first of the two is left to the database.
    first, second = sorted(
        (one for one in dealt if isinstance(one, Game)), key=lambda one: one.id != left_longest
    )
    assert (first.id, most) == (left_longest, 2)
    await games.play.move(first, write_moves(OPEN, OPEN.moves(first.state)[:1]))
    with pytest.raises(TooManyGames) as again:
        await games.dealer.check_seat(Seat(ANNA, 9, None))
    assert again.value.game.id == second.id
    await games.dealer.deal(Seat(BERT, 9, None), OPEN)
    await games.dealer.check_seat(second.seat)
    second = await games.dealer.deal(second.seat, OPEN)
    await games.play.resign(second)
    await games.dealer.deal(Seat(ANNA, 9, None), OPEN)


async def test_undo_brings_no_game_too_many_back_into_play(store: Store) -> None:
    """Undo brings no game too many back into play."""
    games = Games(store, 1)
    ended = await _lost(games, Seat(ANNA, 5, None))
    other = await games.dealer.deal(Seat(ANNA, 7, None), OPEN)
    with pytest.raises(TooManyGames) as refused:
        await games.play.undo(ended)
    assert (refused.value.game.id, refused.value.most) == (other.id, 1)
    assert (await games.lookup.get(ended.id)).over
    await games.play.resign(other)
    again = await games.play.undo(ended)
    assert not again.over
    # In play, it may be undone however many there are.
    assert not (await games.play.undo(again)).over


async def _lost(games: Games, seat: Seat) -> Game:
    """Return a game that is over, always played by the first legal move."""
    game = await games.dealer.deal(seat, OPEN, "tuesday")
    while not game.over:
        move = write_moves(OPEN, OPEN.moves(game.state)[:1])
        game = await games.play.move(game, move)
    return game

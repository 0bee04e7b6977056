"""Clean results: help with a deal, in any game of it, rules out a clean result on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.service.game import Game, Seat
from bot.service.ranks import Period, Ranks
from bot.service.records import Records
from bot.store import Help, Kind, NewGame, Store
from idle_year.engine.games import find_game
from idle_year.engine.records import write_record
from tests.games import Games

ANNA, BERT, SERVER = 1, 2, 9
HERE, ALONE, OTHER_SERVER = Seat(ANNA, 5, SERVER), Seat(ANNA, 6, None), Seat(ANNA, 7, 10)
LATE = find_game("late-binding")
WINS = "13<<< 14<<< 12< 12<<< 8< 8<<< 5< 8<<< 5<<< 8<<< 8< 7< 3< 3< 4<<< 3< 2<"
"""Moves that win the deal `tuesday`."""


@pytest.fixture
def games(store: Store) -> Games:
    """Play on an empty store."""
    return Games(store)


async def _made_up(store: Store, games: Games, seat: Seat = HERE) -> Game:
    """Deal `tuesday` as if the bot had made it up."""
    new = NewGame(seat.owner, seat.channel, seat.guild, LATE.id, LATE.revision, "tuesday", kind=Kind.FREE)
    return await games.lookup.replayed(await store.games.create(new))


async def _win(games: Games, game: Game) -> Game:
    game = await games.lookup.get(game.id)
    return await games.play.move(game, WINS)


async def _assisted(games: Games, game: Game) -> bool:
    result = await games.store.results.of((await _win(games, game)).id)
    assert result is not None
    return bool(result.assisted)


async def _hint(games: Games, game: Game) -> None:
    await games.store.games.help(game.id, Help.HINT)


async def _check(games: Games, game: Game) -> None:
    await games.store.games.help(game.id, Help.CHECK)


async def _undo(games: Games, game: Game) -> None:
    game = await games.play.move(game, WINS.split()[0])
    await games.play.undo(game)


async def _win_it_there(games: Games, game: Game) -> None:
    await _win(games, game)


async def _give_up_there(games: Games, game: Game) -> None:
    game = await games.play.move(game, WINS.split()[0])
    await games.play.resign(game)


async def _review_at_once(games: Games, game: Game) -> None:
    await games.play.resign(game)
    await games.store.games.help(game.id, Help.CHECK)


async def _try_moves_there(games: Games, game: Game) -> None:
    await games.play.move(game, WINS.split()[0])


HELPS = [_hint, _check, _undo, _win_it_there, _give_up_there, _review_at_once, _try_moves_there]
helps = pytest.mark.parametrize("take_help", HELPS, ids=[each.__name__.strip("_") for each in HELPS])


@helps
@pytest.mark.parametrize("seat", [ALONE, OTHER_SERVER], ids=["alone", "in another server"])
async def test_help_in_a_second_game_of_the_deal_counts(
    store: Store, games: Games, take_help: Callable[[Games, Game], Awaitable[None]], seat: Seat
) -> None:
    """Help in a second game of the deal makes the win an assisted one, wherever that game was begun."""
    game = await _made_up(store, games)
    await take_help(games, await games.dealer.deal(seat, LATE, "tuesday"))
    assert await _assisted(games, game)
    board = await Ranks(store).look(SERVER, ANNA, LATE, Period.ALL, 0)
    assert [place.assisted for place in board.places] == [1]


@helps
async def test_help_from_before_counts(
    store: Store, games: Games, take_help: Callable[[Games, Game], Awaitable[None]]
) -> None:
    """Help from an earlier game of the deal counts, even if that was long over."""
    before = await games.dealer.deal(ALONE, LATE, "tuesday")
    await take_help(games, before)
    before = await games.lookup.get(before.id)
    if not before.over:
        await games.play.resign(before)
    assert await _assisted(games, await _made_up(store, games))


async def test_help_on_one_of_two_open_boards_counts_for_both(store: Store, games: Games) -> None:
    """Help on one of two open boards of a deal counts for both of them."""
    seats = [await _made_up(store, games), await games.dealer.deal(ALONE, LATE, "tuesday")]
    await games.store.games.help(seats[0].id, Help.HINT)
    assert [await _assisted(games, game) for game in reversed(seats)] == [True, True]


async def test_a_record_of_the_deal_counts(store: Store, games: Games) -> None:
    """Stepping through a record of the deal counts as help, as it shows every card."""
    there = await _win(games, await _made_up(store, games, Seat(BERT, 5, SERVER)))
    await Records(store, games.lookup).save(ANNA, write_record(there.session).encode())
    assert await _assisted(games, await _made_up(store, games))


async def test_practice_counts(store: Store, games: Games) -> None:
    """Practising a deal counts as help in a later game of it."""
    lost = await games.dealer.deal(ALONE, LATE, "tuesday")
    lost = await games.play.move(lost, WINS.split()[0])
    lost = await games.play.resign(lost)
    await games.dealer.deal_practice(ALONE, lost, 0)
    assert await _assisted(games, await _made_up(store, games))


async def test_what_others_do_and_other_deals_count_nothing(store: Store, games: Games) -> None:
    """Help of others, in other deals or after the end makes no game an assisted one."""
    game = await _made_up(store, games)
    for seat, seed in ((Seat(BERT, 5, SERVER), "tuesday"), (OTHER_SERVER, "friday")):
        await games.store.games.help((await games.dealer.deal(seat, LATE, seed)).id, Help.HINT)
    other_cards = await games.dealer.deal(Seat(ANNA, 8, None), find_game("parlett"), "tuesday")
    await games.store.games.help(other_cards.id, Help.HINT)
    again = await games.dealer.deal(ALONE, LATE, "tuesday")
    assert not await _assisted(games, game)
    await games.store.games.help(again.id, Help.HINT)
    result = await games.store.results.of(game.id)
    assert result is not None
    assert not result.assisted

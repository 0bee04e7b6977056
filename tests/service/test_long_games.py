"""Games with very many moves: how long they may be, and that nobody else waits for them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot.service.errors import NoSuchGame, StillReading
from bot.service.game import Game, Seat
from bot.service.lookup import Lookup
from bot.service.race import Races
from bot.service.records import Records
from bot.service.review import Reviews
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import NewGame, Seen, Status, Store
from idle_year.engine.games import find_game
from idle_year.engine.games.pyramid import Pyramid
from idle_year.engine.line import APART, MOST_IN_A_LINE, MOST_MOVES, TooLong
from idle_year.engine.positions.pyramid import Triangle
from idle_year.engine.records import BadRecord
from idle_year.engine.rules import Move
from idle_year.solvers.protocols import Limit
from tests.games import Games

ANNA = 7
HERE = Seat(ANNA, 5, 3)
PYRAMID, PARLETT = find_game("pyramid"), find_game("parlett")
ROUND = " ".join(["r", *["d"] * 24])
"""Once through the stock."""


def moves(rounds: int) -> str:
    """Return this many times through the stock, without removing a card."""
    return ROUND.removeprefix("r ") + f" {ROUND}" * (rounds - 1)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a game to be read however slow the machine is: only one test is about giving up."""
    monkeypatch.setattr("bot.service.lookup._WAIT_SECONDS", 60)


@pytest.fixture
def on_the_loop(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """Record the moves that Pyramid plays while everybody else has to wait."""
    made: list[Move] = []
    play, ours = Pyramid.play, threading.get_ident()

    def noted(rules: Pyramid, state: Triangle, move: Move) -> Triangle:
        if threading.get_ident() == ours:
            made.append(move)
        return play(rules, state, move)

    monkeypatch.setattr(Pyramid, "play", noted)
    return made


async def _kept(store: Store, rounds: int) -> int:
    """Store a game played so far; return its id."""
    new = NewGame(ANNA, 5, 3, "pyramid", 1, "tuesday", moves=moves(rounds))
    return (await store.games.create(new)).id


async def _full(store: Store) -> Game:
    """Return a game with as many moves as a game may have."""
    games = Games(store)
    game = await games.lookup.get(await _kept(store, MOST_MOVES // 25))
    return await games.play.move(game, "r")


async def test_a_line_that_deals_very_many_cards_is_refused(store: Store, on_the_loop: list[Move]) -> None:
    """A line that deals very many cards is refused, with what to do, and nothing is played."""
    games = Games(store)
    game = await games.lookup.get(await _kept(store, 1))
    on_the_loop.clear()
    with pytest.raises(TooLong, match=f"A line may have {MOST_IN_A_LINE} moves"):
        await games.play.move(game, "r d* " * 200)
    assert await Games(store).lookup.get(game.id) == game
    assert on_the_loop == []


async def test_no_game_grows_beyond_its_limit(store: Store) -> None:
    """No game grows beyond its limit, by typing, pressing or dealing on."""
    games, full = Games(store), await _full(store)
    assert len(full.session.moves) == MOST_MOVES
    for press in (games.play.move(full, "d"), games.play.deal_on(full)):
        with pytest.raises(TooLong, match="take some back, or resign it"):
            await press


async def test_a_full_game_comes_to_an_end(store: Store) -> None:
    """A full game can be taken back, played on, resigned and reviewed, and leaves its seat free."""
    games, full = Games(store), await _full(store)
    back = await games.play.undo(full)
    again = await games.play.redo(back)
    assert again.session == full.session
    over = await games.play.resign(again)
    result = await games.store.results.of(over.id)
    assert result is not None
    assert (result.outcome, result.moves) == ("resigned", MOST_MOVES)
    threads = SolverThreads()
    found = await Reviews(threads, store, Lookup(store), Limit(seconds=0.3)).review(over)
    threads.close()
    assert len(found.lights) == MOST_MOVES
    assert (await games.dealer.deal(HERE, PARLETT)).rules is PARLETT


async def test_nobody_waits_for_a_long_game(store: Store, on_the_loop: list[Move]) -> None:
    """Reading a long game, playing lines in it and ending it leave the event loop to others."""
    game_id = await _kept(store, 60)
    games = Games(store)
    races = Races(store, games.lookup, games.dealer)
    saved = await store.games.get(game_id)
    assert saved is not None
    await races.standings([saved])
    game = await Games(store).play.move(await Games(store).lookup.get(game_id), "r d5")
    game = await Games(store).play.deal_on(await Games(store).lookup.get(game.id))
    over = await Games(store).play.resign(await Games(store).lookup.get(game.id))
    practice = await Games(store).dealer.deal_practice(HERE, over, 1000)
    assert len(practice.session.moves) == 1000
    await Records(store, Lookup(store)).write(over)
    assert len(on_the_loop) < APART  # a step back to move 1000


async def test_nobody_waits_for_a_file(store: Store, on_the_loop: list[Move]) -> None:
    """A file of the maximum length is read off the event loop, and a longer one is refused."""
    head = '[Game "pyramid"]\n[Seed "tuesday"]\n\n'
    records = Records(store, Lookup(store))
    game = await records.save(ANNA, f"{head}d*{' r d*' * 79}".encode())
    assert len(game.session.moves) == MOST_MOVES - 1
    for line in ("d*" + " r d*" * 12_700, "d*" + " r d*" * 80, "d " * 2001):
        with pytest.raises(BadRecord, match=f"A game may have {MOST_MOVES} moves, each dealt card counted"):
            await records.save(ANNA, (head + line).encode())
    assert on_the_loop == []


async def test_whoever_asks_for_a_game_that_takes_long_gets_an_answer(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for a game that takes long to read is told to try again, and finds it then."""
    monkeypatch.setattr("bot.service.lookup._WAIT_SECONDS", 0)
    games, game_id = Games(store), await _kept(store, 200)
    for _ in range(3):
        with pytest.raises(StillReading):
            await games.lookup.get(game_id)
    (reading,) = games.lookup._reading._on.values()
    await reading
    assert len((await games.lookup.get(game_id)).session.moves) == 4999


async def test_a_game_that_is_deleted_while_it_is_read_is_gone(store: Store) -> None:
    """A game that is deleted while it is read is gone from memory, too."""
    games, game_id = Games(store), await _kept(store, 100)
    saved = await store.games.get(game_id)
    assert saved is not None
    reading = asyncio.create_task(games.lookup.replayed(saved))
    await asyncio.sleep(0)
    games.lookup.forget(ANNA)
    with pytest.raises(NoSuchGame):
        await reading
    assert games.lookup._recent.find(Seen(game_id, 1)) is None


async def test_long_games_do_not_fill_the_memory(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long games do not fill the memory: the oldest is read again when it is played on."""
    monkeypatch.setattr("bot.service.lookup._MOST_MOVES", 120)
    games = Games(store)
    dealt = [await games.dealer.deal(Seat(ANNA, channel, None), PYRAMID, "tuesday") for channel in range(3)]
    for line in ("d*", "r d*"):
        for place, game in enumerate(dealt):
            dealt[place] = await games.play.move(game, line)
    remembered = [games.lookup._recent.find(game.seen) for game in dealt]
    assert [game is not None for game in remembered] == [False, True, True]
    assert (await games.play.move(dealt[0], "r")).status is Status.PLAYING

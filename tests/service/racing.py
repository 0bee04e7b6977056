"""People who race each other, for tests of races."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bot.service.game import Game, Seat
from bot.service.race import Races, Standing
from bot.store import Race, Store
from bot.store.tables import races as table
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from tests.games import Games

SERVER, HERE = 9, 5
ANNA, BERT, CARL, DORA, EMIL = range(1, 6)


@pytest.fixture
def games(store: Store) -> Games:
    """Play on an empty store."""
    return Games(store)


@pytest.fixture
def races(store: Store, games: Games) -> Races:
    """Race with an empty store."""
    return Races(store, games.lookup, games.dealer)


def seat(player: int) -> Seat:
    """Return where a player sits."""
    return Seat(player, HERE, SERVER)


async def start(races: Races, hours: int = 1) -> Race:
    """Have Anna start a race."""
    return await races.start(seat(ANNA), SERVER, find_game("accordion"), hours)


async def play(games: Games, game: Game, most: int = 99, *, spare: int = 0) -> Game:
    """Play this many first legal moves, or all to the end but the last few that are to be spared."""
    session = game.session
    while (moves := session.rules.moves(session.state)) and len(session.moves) < most:
        session = session.play(write_moves(session.rules, moves[:1]))
    end = len(session.moves) - spare
    line = write_moves(session.rules, session.moves[len(game.session.moves) : end])
    return await games.play.move(game, line)


async def standings(store: Store, races: Races, race: Race) -> list[Standing]:
    """Return the standings of a race."""
    return await races.standings(await store.games.of_race(race.id))


def anew(store: Store) -> Races:
    """Return races with nothing in memory."""
    games = Games(store)
    return Races(store, games.lookup, games.dealer)


async def going_on(store: Store) -> list[Race]:
    """Return every race that is not over and can be read, the oldest first."""
    query = select(table.c.id).where(table.c.over.is_(False)).order_by(table.c.id)
    ids = (await store._database.execute(query)).scalars()
    return [race for race in [await store.races.get(each) for each in ids] if race is not None]

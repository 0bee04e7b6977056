"""What a parlour's game is dealt from, and what becomes of it when rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.render.cards import Style
from bot.render.families import family_of
from bot.service.errors import RulesChanged
from bot.service.game import Seat
from bot.service.kernels import Preparation
from bot.service.parlour import GAMES, Parlours
from bot.service.wish import DealSearch
from bot.store import NewParlour, Store
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for
from tests.clock import clock, store

if TYPE_CHECKING:
    from bot.service.thinking.solver_threads import SolverThreads

__all__ = ["clock", "store"]
SERVER, HERE, ADA = 7, 70, 1
SEAT = Seat(ADA, HERE, SERVER)


@pytest.fixture
def parlours(store: Store, threads: SolverThreads) -> Parlours:
    """Play on an empty store."""
    return Parlours(store, threads, DealSearch(threads, Preparation()))


@pytest.mark.parametrize("game", GAMES)
def test_games_suit_many(game: str) -> None:
    """Its games hide no card, and each of their moves is a button or in a list by itself."""
    rules = find_game(game)
    session = Session.deal(rules, "tuesday")
    assert not session.hides
    assert family_of(rules).offers(rules, session.state, Style()) is None
    assert not family_of(rules).offered_runs(session.state)


async def test_the_deal_is_proven_winnable(parlours: Parlours) -> None:
    """A deal is proven winnable when it is dealt, and who begins another joins the one that is on."""
    played = await parlours.start(SEAT, SERVER, find_game("concertina"))
    session = played.game.session
    assert solver_for(session.rules).solve(session.state, Limit(seconds=20)).answer is Answer.WON
    assert await parlours.start(SEAT, SERVER, find_game("concertina")) == played


async def test_a_game_whose_rules_have_changed_can_be_ended(parlours: Parlours, store: Store) -> None:
    """A game whose rules have changed cannot go on, says so, and makes room for another."""
    begun = await store.parlours.start(NewParlour(SERVER, HERE, ADA, "accordion", 0, "tuesday"))
    with pytest.raises(RulesChanged):
        await parlours.on(SERVER)
    assert await parlours.check_may_end(SEAT, manages=False) == begun

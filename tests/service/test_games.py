"""The parts that find, deal and play games."""

from __future__ import annotations

import pytest

from bot.service.deal import Dealer
from bot.service.game import Seat
from bot.service.lookup import Lookup
from bot.service.play import Play
from bot.store import Store
from idle_year.engine.games import find_game
from tests.clock import clock, store
from tests.games import Games

__all__ = ["clock", "store"]
ANNA = 7
SEAT = Seat(ANNA, 5, None)
PARLETT = find_game("parlett")


async def test_each_part_does_its_work_alone(store: Store) -> None:
    """Dealing, playing and looking up work without each other, and meet in the store."""
    dealt = await Dealer(store, Lookup(store)).deal(SEAT, PARLETT, "tuesday")
    played = await Play(store, Lookup(store)).move(dealt, "d")
    assert await Lookup(store).current(SEAT) == played


async def test_what_one_part_plays_the_others_remember(store: Store) -> None:
    """A board that was just played on is remembered, and not read again for the next press."""
    games = Games(store)
    dealt = await games.dealer.deal(SEAT, PARLETT, "tuesday")
    played = await games.play.move(dealt, "d")
    assert await games.lookup.as_seen(ANNA, played.seen) is played


@pytest.mark.parametrize("name", ["push-pin", "double-jump", "french"])
async def test_nobody_is_dealt_what_is_lost_at_first_sight(store: Store, name: str) -> None:
    """Nobody is dealt a game that is lost at first sight, unless the deal is named."""
    rules, dealing = find_game(name), Dealer(store, Lookup(store))
    for channel in range(20):
        dealt = await dealing.deal(Seat(ANNA, channel, None), rules)
        assert rules.hopeless(dealt.state) is None
    lost = next(seed for seed in map(str, range(100)) if rules.hopeless(rules.start(seed)))
    assert rules.hopeless((await dealing.deal(Seat(ANNA, 99, None), rules, lost)).state)

"""When solvers will be ready, under a test clock."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.service.kernels import Preparation
from idle_year.engine.games import find_game
from tests.clock import Clock, clock

__all__ = ["clock"]
ACCORDION, PARLETT, PYRAMID = (find_game(name) for name in ("accordion", "parlett", "pyramid"))
SECONDS = {"accordion.open": 20.0, "pyramid": 60.0, "accordion.compulsory": 40.0}


@pytest.fixture
def preparation(clock: Clock) -> Preparation:
    """Prepare three packages, one after the other."""
    preparation = Preparation(clock)
    preparation.expect(SECONDS)
    return preparation


def _seconds(preparation: Preparation, clock: Clock, game: str) -> float:
    lack = preparation.lacking(find_game(game))
    assert lack is not None
    assert lack.ready is not None
    return (lack.ready - clock.now).total_seconds()


def _take(preparation: Preparation, clock: Clock, package: str, seconds: float) -> None:
    clock.now += timedelta(seconds=seconds)
    preparation.settle(package)


def test_where_nothing_is_prepared_nothing_is_lacking(clock: Clock) -> None:
    """Where no solver is being prepared, no game lacks one."""
    preparation = Preparation(clock)
    assert preparation.over
    assert preparation.lacking(ACCORDION) is None


def test_a_game_is_ready_when_its_turn_is_over(preparation: Preparation, clock: Clock) -> None:
    """A game is ready when its solver and those before it are prepared, and the time left passes."""
    waits = [_seconds(preparation, clock, game) for game in ("accordion", "pyramid", "parlett")]
    assert waits == [20, 80, 120]
    clock.now += timedelta(seconds=15)
    assert _seconds(preparation, clock, "pyramid") == 65
    assert (preparation.left, preparation.number) == (105, (1, 3))
    assert preparation.share == pytest.approx(15 / 120)


def test_a_slow_machine_is_known_after_its_first_package(preparation: Preparation, clock: Clock) -> None:
    """On a slow machine the first package foretells that all others take longer."""
    _take(preparation, clock, "accordion.open", 60)
    assert preparation.lacking(ACCORDION) is None
    assert 120 <= _seconds(preparation, clock, "pyramid") <= 180
    assert preparation.number == (2, 3)


def test_what_takes_longer_than_foreseen_is_never_expected_in_the_past(
    preparation: Preparation, clock: Clock
) -> None:
    """A solver that takes longer than foreseen is never expected in the past, and delays the next."""
    clock.now += timedelta(minutes=2)
    assert 20 < _seconds(preparation, clock, "accordion") < 60
    assert _seconds(preparation, clock, "pyramid") > 120
    assert 0 < preparation.share < 1


def test_what_is_only_loaded_does_not_foretell_how_long_compiling_takes(clock: Clock) -> None:
    """A solver that is only loaded does not foretell how long compiling takes."""
    preparation = Preparation(clock)
    preparation.expect({"accordion.open": 1.0, "pyramid": 60.0})
    preparation.settle("accordion.open")
    assert 50 <= _seconds(preparation, clock, "pyramid") <= 60


def test_without_a_compiler_every_game_lacks_its_solver(preparation: Preparation) -> None:
    """Without a compiler every game lacks its solver for good."""
    for package in SECONDS:
        preparation.settle(package, failed=True)
    for game in (ACCORDION, PARLETT, PYRAMID):
        lack = preparation.lacking(game)
        assert lack is not None
        assert lack.ready is None


def test_a_solver_that_failed_is_lacking_for_good(preparation: Preparation, clock: Clock) -> None:
    """A solver that failed is lacking for good, without a time, and the others are unaffected."""
    preparation.settle("accordion.open", failed=True)
    lack = preparation.lacking(ACCORDION)
    assert lack is not None
    assert lack.ready is None
    assert not preparation.arrived.is_set()
    _take(preparation, clock, "pyramid", 60)
    _take(preparation, clock, "accordion.compulsory", 40)
    assert preparation.arrived.is_set()
    assert preparation.over
    assert (preparation.left, preparation.share) == (0, 1)
    assert [preparation.lacking(game) for game in (PARLETT, PYRAMID)] == [None, None]
    assert preparation.lacking(ACCORDION) == lack


def test_what_is_put_off_comes_last_and_after_the_pause(preparation: Preparation, clock: Clock) -> None:
    """A solver that is put off is ready after all others, and after the pause that its next try waits for."""
    clock.now += timedelta(seconds=5)
    preparation.put_off("accordion.open")
    waits = [_seconds(preparation, clock, game) for game in ("pyramid", "parlett", "accordion")]
    assert waits == [60, 100, 120]
    _take(preparation, clock, "pyramid", 60)
    _take(preparation, clock, "accordion.compulsory", 40)
    preparation.pause(300)
    assert _seconds(preparation, clock, "accordion") == 320
    clock.now += timedelta(seconds=310)
    assert _seconds(preparation, clock, "accordion") == 10
    assert preparation.number == (3, 3)

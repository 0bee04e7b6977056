"""Deals as wished for."""

from __future__ import annotations

import pytest

from bot.service.kernels import Preparation
from bot.service.thinking.solver_threads import SolverThreads
from bot.service.wish import DealSearch, NoneSoHard, NotGraded, NotInTime, NotPrepared, Wish, find
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules
from idle_year.solvers.difficulty import borders_of, hardness, stars
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import PACKAGES, play_carelessly, solver_for

PATIENT = Limit(seconds=60)
ADA = 1
LATE = find_game("late-binding")


def found(rules: AnyRules, wish: Wish) -> str:
    """Search for a deal until one turns up."""
    seed = find(rules, wish, PATIENT)
    assert seed is not None
    return seed


def test_a_winnable_deal_can_be_won() -> None:
    """A deal that was wished to be winnable can be won."""
    for _ in range(10):
        seed = found(LATE, Wish(winnable=True))
        assert solver_for(LATE).solve(LATE.start(seed), PATIENT).answer is Answer.WON


def test_without_time_no_deal_is_found() -> None:
    """Without time no deal is found, rather than one that nobody has proven."""
    assert find(find_game("late-binding"), Wish(winnable=True), Limit(seconds=0)) is None


def test_deals_differ() -> None:
    """Deals that are wished for differ from one another."""
    assert len({found(LATE, Wish(winnable=True)) for _ in range(10)}) == 10


@pytest.mark.parametrize(
    "game", ["late-binding", pytest.param("napoleon", marks=pytest.mark.slow), "cribbage", "cribbage-strict"]
)
def test_harder_deals_have_more_stars(game: str) -> None:
    """The harder a deal is, the more stars it has: it lies within their bounds, and can be won."""
    rules, borders = find_game(game), borders_of(game)
    assert list(borders) == sorted(set(borders))
    for wanted in range(1, 6):
        deal = rules.start(found(rules, Wish(wanted)))
        hard = hardness(rules, solver_for(rules), deal, PATIENT)
        assert hard is not None
        low, high = (0.0, *borders)[wanted - 1], (*borders, float("inf"))[wanted - 1]
        assert low <= hard <= high


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("napoleon", marks=pytest.mark.slow),
        pytest.param("napoleon-manual", marks=pytest.mark.slow),
        "cribbage",
        "cribbage-strict",
    ],
)
def test_hard_deals_are_won_less_often(game: str) -> None:
    """Careless players win most games of a deal of difficulty 1, and hardly any of a deal of difficulty 5."""
    rules = find_game(game)
    easy, hard = (play_carelessly(rules, rules.start(found(rules, Wish(wanted)))) for wanted in (1, 5))
    assert easy is not None
    assert hard is not None
    assert (easy == 0).mean() > 0.3
    assert (hard == 0).mean() < 0.2


def test_a_lost_deal_has_no_stars() -> None:
    """A deal that cannot be won has no stars."""
    deals = (LATE.start(f"s{number}") for number in range(100))
    lost = next(deal for deal in deals if solver_for(LATE).solve(deal, PATIENT).answer is Answer.LOST)
    assert stars(LATE, solver_for(LATE), lost, PATIENT) is None


def test_a_way_without_choices_is_not_narrow() -> None:
    """A deal without choices is not narrow, and the more moves lose, the narrower it is."""
    rules = find_game("accordion")
    deals = [rules.notation.read_position(row) for row in ("5S 6S", "5S 6S 6H 5H", "5S 6S 6H KH")]
    easy, harder, hardest = (hardness(rules, solver_for(rules), deal, PATIENT) for deal in deals)
    assert easy == 0
    assert harder is not None
    assert hardest is not None
    assert 0 < harder < hardest


async def test_a_deal_may_be_proven_winnable_before_its_solver_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The plain search may prove a deal winnable before its solver is ready, but cannot grade it."""
    monkeypatch.setattr("idle_year.solvers.registry._AT_HAND", {})
    preparation, threads = Preparation(), SolverThreads()
    preparation.expect(dict.fromkeys(PACKAGES, 60.0))
    search, rules = DealSearch(threads, preparation, PATIENT), find_game("royal-marriage")
    seed = await search.find(rules, Wish(winnable=True), ADA)
    assert solver_for(rules).solve(rules.start(seed), PATIENT).answer is Answer.WON
    with pytest.raises(NotPrepared):
        await search.find(find_game("accordion"), Wish(3), ADA)
    threads.close()


@pytest.mark.parametrize("game", ["accordion", "idle-year", "napoleon"])
async def test_no_newcomer_waits_where_all_can_be_won_or_hardly_any_is_proven(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No winnable deal is searched for of games that can always be won, hardly ever, or not proven soon."""
    monkeypatch.setattr("bot.service.wish._SOON", 60.0)
    threads = SolverThreads()
    search = DealSearch(threads, Preparation())
    assert await search.find_soon(LATE, ADA) is not None
    threads.close()
    assert await search.find_soon(find_game(game), ADA) is None


async def test_wishes_that_cannot_be_met_are_refused() -> None:
    """Wishes that cannot be met are refused, each for its reason and within the time allowed."""
    threads = SolverThreads()
    with pytest.raises(NotGraded):
        await DealSearch(threads, Preparation()).find(find_game("parlett"), Wish(3), ADA)
    with pytest.raises(NoneSoHard):
        await DealSearch(threads, Preparation()).find(find_game("pyramid"), Wish(2), ADA)
    with pytest.raises(NotInTime):
        await DealSearch(threads, Preparation(), Limit(seconds=0.01)).find(
            find_game("french"), Wish(winnable=True), ADA
        )
    threads.close()

"""Reviews: how each move affected the chance of winning."""

from __future__ import annotations

import asyncio
import math
import threading
from dataclasses import replace

import pytest

from bot.service.game import Game, Seat
from bot.service.lookup import Lookup
from bot.service.review import Light, NotOver, Review, Reviews, _light, look_further
from bot.service.thinking.fair_pool import Superseded
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import Status, Store
from idle_year.analysis import positions
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.rules import Outcome
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for
from tests.games import Games

PATIENT = Limit(seconds=60)
LATE = find_game("late-binding")


def _solve(name: str, seed: str) -> Session[object]:
    """Return a deal played as the solver would, or as far as a lost one goes."""
    rules = find_game(name)
    session = Session.deal(rules, seed)
    line = solver_for(rules).solve(session.state, PATIENT).line
    return session.play(" ".join(map(rules.notation.write_move, line)))


def review(session: Session[object], limit: Limit) -> Review:
    """Review a game in one slice."""
    return look_further(session, limit, None, math.inf).review


def test_a_won_game_lost_nothing() -> None:
    """A review of a won game shows that every move kept the win."""
    session = _solve("accordion", "tuesday")
    found = review(session, PATIENT)
    assert (found.won, found.turn, len(found.lights)) == (True, None, 51)
    assert set(found.lights) <= {Light.SAFE, Light.TRAPS, Light.ONLY}
    _agrees_with_the_solver(session, found.lights)


def test_slices_add_up() -> None:
    """A review that was interrupted again and again says the same as one in one go."""
    session, draft, slices = _solve("accordion", "tuesday"), None, 0
    while draft is None or not draft.done:
        draft, slices = look_further(session, PATIENT, draft, 0.001), slices + 1
    assert slices > 1
    assert draft.review == review(session, PATIENT)


def _agrees_with_the_solver(session: Session[object], lights: tuple[Light, ...]) -> None:
    """Count the moves that keep the win at each position, the slow way."""
    rules = session.rules
    for state, light in zip(positions(session), lights, strict=False):
        after = [solver_for(rules).solve(rules.play(state, move), PATIENT) for move in rules.moves(state)]
        keep = sum(verdict.answer is Answer.WON for verdict in after)
        few = Light.ONLY if keep == 1 < len(after) else Light.TRAPS
        assert light is (Light.SAFE if 2 * keep > len(after) else few)


def test_the_move_that_lost_a_game_turns_the_lights_red() -> None:
    """From the move that lost a game on all lights are red, and none before it is."""
    session = _blundered()
    found = review(session, PATIENT)
    assert found.turn is not None
    assert not found.won
    lost = found.lights.index(Light.LOST)
    assert lost == found.turn.number
    assert set(found.lights[lost:]) == {Light.LOST}
    wins = session.rules.notation.write_move
    better = Session.replay(LATE, session.seed, session.moves[:lost]).play(
        " ".join(map(wins, found.turn.line))
    )
    assert better.rules.outcome(better.state) is Outcome.WON


def _blundered() -> Session[object]:
    """Return a deal of 18 cards that could be won, played leftmost first until no move was left."""
    for number in range(100):
        session = Session.deal(LATE, f"s{number}")
        if solver_for(LATE).solve(session.state, PATIENT).answer is Answer.WON:
            while moves := LATE.moves(session.state):
                session = session.play(LATE.notation.write_move(moves[0]))
            if LATE.outcome(session.state) is not Outcome.WON:
                return session
    raise AssertionError("no such deal")


def test_no_move_of_a_deal_that_could_not_be_won_lost_it() -> None:
    """A review of a deal that could not be won says so of each of its moves, and none is blamed."""
    deals = (Session.deal(LATE, f"s{number}") for number in range(100))
    session = next(
        deal for deal in deals if solver_for(LATE).solve(deal.state, PATIENT).answer is Answer.LOST
    )
    session = session.play(LATE.notation.write_move(LATE.moves(session.state)[0]))
    found = review(session, PATIENT)
    assert (found.lights, found.turn, found.opening) == ((Light.NEVER,), None, Answer.LOST)


@pytest.mark.parametrize("played", ["r@3-5:3>4", "r@3-5:5>4"])
def test_the_only_button_that_keeps_the_win_is_the_only_move(played: str) -> None:
    """In Cribbage two moves that are one button keep the win as one, whichever was played."""
    rules = find_game("cribbage")
    state = rules.notation.read_position("2S TC 8S 6S 7D =56")
    assert _light(rules, state, rules.notation.read_move(played, state), 60) is Light.ONLY


def test_without_time_nothing_is_claimed() -> None:
    """Without time a review claims nothing, and its lights are unknown."""
    found = review(_blundered(), Limit(nodes=0, seconds=0))
    assert set(found.lights) == {Light.UNKNOWN}


async def test_a_game_in_play_is_not_reviewed(store: Store, threads: SolverThreads) -> None:
    """A game in play gets no review, which knows every card and would reveal what lies face down."""
    game = Game(1, Seat(1, 2, None), False, 1, Status.PLAYING, Session.deal(LATE, "tuesday"))
    with pytest.raises(NotOver):
        await Reviews(threads, store, Lookup(store)).review(game)


async def test_a_review_is_worked_out_once(store: Store, threads: SolverThreads) -> None:
    """A review is worked out once for each version of a game."""
    reviews = Reviews(threads, store, Lookup(store), PATIENT)
    game = Game(1, Seat(1, 2, None), False, 1, Status.FINISHED, _blundered())
    assert reviews.known(game) is None
    found = await reviews.review(game)
    assert await reviews.review(game) is reviews.known(game) is found
    assert reviews.known(replace(game, version=2)) is None


def test_a_game_given_up_in_time_was_lost_by_no_move() -> None:
    """A game that was given up while it could be won was lost by none of its moves, and none is unknown."""
    won = _solve("accordion", "tuesday")
    found = review(won.at(len(won.moves) // 2), PATIENT)
    assert (found.kept, found.turn, found.lost_by, found.settled) == (True, None, 0, True)
    assert set(found.lights) <= {Light.SAFE, Light.TRAPS, Light.ONLY}


async def test_a_review_that_lacked_time_looks_longer_once(store: Store, threads: SolverThreads) -> None:
    """What a review left open is found by looking longer, after which there is no more to ask for."""
    reviews = Reviews(threads, store, Lookup(store), Limit(nodes=0, seconds=0))
    game = Game(1, Seat(1, 2, None), False, 1, Status.FINISHED, _blundered())
    first = await reviews.review(game)
    assert (first.settled, first.is_longest) == (False, False)
    longer = await reviews.review(game, longer=True)
    assert (longer.settled, longer.is_longest) == (True, True)
    assert await reviews.review(game) is await reviews.review(game, longer=True) is longer


async def test_a_review_ends_when_its_player_asks_for_another(
    store: Store, threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A review ends in the middle when its player asks for another one."""
    monkeypatch.setattr("bot.service.review.SLICE", 0.001)
    reviews, session = Reviews(threads, store, Lookup(store), PATIENT), _solve("accordion", "tuesday")
    one, two, three = (Game(n, Seat(1, 2, None), False, 1, Status.FINISHED, session) for n in (1, 2, 3))
    await reviews.review(one)
    old = asyncio.create_task(reviews.review(two))
    while not threads._long._running:  # noqa: ASYNC110  it is no event that others wait for
        await asyncio.sleep(0)
    assert (await reviews.review(three)).won
    with pytest.raises(Superseded):
        await old


async def test_a_glance_ends_when_its_player_asks_for_something_newer(
    store: Store, threads: SolverThreads
) -> None:
    """A glance at a game ends when its player asks for something newer, and the board goes without it."""
    reviews, may_end = Reviews(threads, store, Lookup(store), PATIENT), threading.Event()
    one, two = (Game(n, Seat(1, 2, None), False, 1, Status.FINISHED, _blundered()) for n in (1, 2))
    others = [asyncio.create_task(threads.quickly(person, may_end.wait, 60)) for person in (7, 8)]
    old = asyncio.create_task(reviews.glance(one))
    while not threads.waiting("short"):  # noqa: ASYNC110  it is no event that others wait for
        await asyncio.sleep(0)
    newer = asyncio.create_task(reviews.glance(two))
    assert await old is None
    may_end.set()
    found = await newer
    assert found is not None
    assert found.turn is not None
    assert await asyncio.gather(*others) == [True, True]


@pytest.mark.parametrize("look", ["review", "glance"])
@pytest.mark.usefixtures("patient")
async def test_a_result_tells_which_move_lost(store: Store, threads: SolverThreads, look: str) -> None:
    """A result tells which move lost, once a review or the board of the lost game has found it."""
    games, session = Games(store), _blundered()
    dealt = await games.dealer.deal(Seat(1, 2, 3), LATE, session.seed)
    game = await games.play.move(dealt, write_moves(LATE, session.moves))
    before = await games.store.results.of(game.id)
    assert before is not None
    assert before.lost_by is None
    found = await getattr(Reviews(threads, store, Lookup(store), PATIENT), look)(game)
    after = await games.store.results.of(game.id)
    assert found.turn is not None
    assert after == before._replace(lost_by=found.turn.number + 1)


@pytest.mark.parametrize(
    ("won", "opening", "lost_by"),
    [
        (True, Answer.WON, 0),
        (False, Answer.LOST, 0),
        (False, Answer.WON, None),
        (False, Answer.UNKNOWN, None),
    ],
)
def test_no_move_is_blamed_without_proof(won: bool, opening: Answer, lost_by: int | None) -> None:
    """No move is blamed without proof that a game was lost by it."""
    assert Review((), None, won, opening).lost_by == lost_by

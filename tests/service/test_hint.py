"""Hints: a move, and how sure it is."""

from __future__ import annotations

import asyncio
import random
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.service.errors import GameOver
from bot.service.game import Game, Seat
from bot.service.hint import Hints
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import Status
from idle_year.advice import Hint, _best_move, advise
from idle_year.analysis import Analysis, Surety
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules, Move, Outcome
from idle_year.engine.session import Session
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.protocols import Answer, Limit, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

OPEN, PARLETT, NAPOLEON = (find_game(name) for name in ("accordion", "parlett", "napoleon"))
HIDDEN = ("till-dawn", "idle-year", "idle-year-slides", "goren", "parlett", "one-handed", "cribbage")
PATIENT = Limit(seconds=60)


def _advise(game: str, position: str) -> Hint:
    rules = find_game(game)
    return advise(rules, rules.notation.read_position(position), PATIENT)


@pytest.mark.usefixtures("patient")
def test_a_win_is_proven() -> None:
    """A hint proves a win, and says how many moves keep it."""
    hint = _advise("accordion", "5S 6S 6H 5H")
    assert (hint.analysis.surety, len(hint.analysis.keeping or ())) == (Surety.WON, 3)
    assert hint.move == hint.analysis.verdict.line[0]


@pytest.mark.usefixtures("patient")
def test_the_only_move_that_wins_is_found() -> None:
    """A hint finds the only move that wins."""
    hint = _advise("accordion", "5S 6S 6H KH")
    assert (hint.analysis.keeping, hint.move) == ((Move("<", (1,)),), Move("<", (1,)))


@pytest.mark.usefixtures("patient")
def test_a_loss_is_proven() -> None:
    """A hint proves a loss, and knows the best score that is left and the move towards it."""
    hint = _advise("accordion", "5S 6S TD KC")
    assert (hint.analysis.surety, hint.analysis.keeping, hint.move) == (Surety.LOST, (), Move("<", (1,)))
    assert hint.analysis.best is not None
    assert (hint.analysis.best.score.headline, hint.analysis.best.exact) == ("3 piles", True)


def test_what_is_not_settled_is_called_so() -> None:
    """With hardly any time a hint names a move, and does not speak of proof."""
    hint = advise(NAPOLEON, NAPOLEON.start("tuesday"), Limit(nodes=1, seconds=1e-9))
    assert hint.analysis.surety in (Surety.OPEN, Surety.ESTIMATE)
    assert hint.move is not None


@pytest.mark.parametrize(
    ("game", "position", "move"),
    [
        ("accordion", "5S 6S 6H KH", "2<"),  # the king can still move
        ("royal-marriage", "QH 5S 6S 5D 9C 9D 2S KH", "x5"),  # which leaves a pair to leave next
        ("royal-marriage", "QH 5S 6S 5D 9D 2S KH", "x4-5"),  # two cards, not one
        ("royal-marriage-dealt", "QH 5S 6S 5D +48", "d"),  # what can leave waits
        ("pyramid", "QS / 9C 4D / 8H 5S 2C +24", "8H+5S"),  # what may be buried does not
        ("pyramid", "QS / 9C 4D / 8H 6S 2C +24", "d"),
        ("one-handed", "4C 8S 7D QH 2S +1", "x3-4"),
    ],
)
def test_where_the_search_finds_nothing_there_is_still_a_hint(game: str, position: str, move: str) -> None:
    """Where the search finds nothing, the hint is the move that gains most or leaves most open."""
    rules = find_game(game)
    view = rules.view(rules.notation.read_position(position))
    found = _best_move(rules, view, Analysis(Verdict(Answer.UNKNOWN)))
    assert found is not None
    assert rules.notation.write_move(found) == move


def test_a_stock_face_down_proves_nothing() -> None:
    """With a stock face down a hint is an estimate, even if the row alone could be won."""
    hint = _advise("parlett", "5S 6S KD QD +3")
    assert hint.analysis.surety is Surety.ESTIMATE


def test_one_move_that_surely_wins_is_proof() -> None:
    """One move that surely wins is proof of a win, whatever the others are worth."""
    sure, likely = Chance.certain(Move("s", (1, 0)), 1.0, 1.0), Chance.counted(Move("s", (2, 1)), 9, 10)
    unsettled = Verdict(Answer.UNKNOWN, hidden=True)
    found = Analysis(unsettled, chances=(sure, likely))
    assert (found.surety, found.keeping) == (Surety.WON, None)
    assert Analysis(unsettled, chances=(likely,)).surety is Surety.ESTIMATE


@pytest.mark.parametrize(
    ("name", "seed", "played", "wins"),
    [
        (
            "goren",
            "s4",
            "d d d d d d 7<<< 5< 4<<< d 5<<< d d 6< d 6< d d d 8< d 8< d 8<<< 5<<< 3< 4< 4<<< d 4<<< d 4< d "
            "4<<< d 4< d d 5< d 5< d 5< d d 6< d d 7<<< 5< 4<<< d 5< d 5< d d 6< d d 7<<< 4< 4<<< d 5<<< d "
            "5< d d 6<<< 5< d d d 7< d d 8<<< 7< d d d 8<<< d 5<<< d 3< d 4<<< d 7<<< d",
            "6<<< d 9<<< 7<<< 4<<< 4<<< 4<<< 2< 2< 2<",
        ),
        (
            "parlett",
            "s1",
            "d 2< d 2< d d 3< d d 4< d d d 6< d 6< 5< 4<<< 2< d d 4< d d 5<<< d d 6<<< d d d d d 10< d d d d "
            "d d 15<<< d 15<<< 12<<< 13<<< 10<<< 11<<< d 11<<< 8<<< 8< d d 10< d 10<<< d d 11<<< d d 12< d d "
            "13<<< d 13<<< 10< 10<<< d d d d d 15<<< d d 16<<< 13< 12< d 14< d 14< d",
            "d d 16<<< 13<<< 10< 11<<< 10< 8<<< 5< 6<<< 3< 6<<< 4< 4< 4< 3< 2<",
        ),
    ],
)
def test_a_game_that_is_won_was_never_proven_lost(name: str, seed: str, played: str, wins: str) -> None:
    """A game that is won in the end was never proven lost: the fair player may miss the winning move."""
    rules = find_game(name)
    session = Session.deal(rules, seed).play(played)
    hint = advise(rules, session.state, PATIENT)
    assert rules.outcome(session.play(wins).state) is Outcome.WON
    assert hint.analysis.surety is Surety.ESTIMATE


@pytest.mark.parametrize("name", HIDDEN)
async def test_a_hint_never_depends_on_what_lies_face_down(name: str, threads: SolverThreads) -> None:
    """Whatever the order of the stock, the hint is the same, and so is all that its words are made from."""
    rules = find_game(name)
    hints, chance = Hints(threads, Limit(nodes=400, seconds=60)), random.Random(1883)  # noqa: S311  no secret
    for seed in range(3):
        session = _played(rules, f"s{seed}", chance)
        stocks = [chance.sample(session.state.stock, len(session.state.stock)) for _ in range(3)]
        states = [replace(session.state, stock=tuple(stock)) for stock in stocks]
        same = [await hints.hint(game_of(replace(session, state=state))) for state in states]
        assert same[0] == same[1] == same[2]


def _played(rules: AnyRules, seed: str, chance: random.Random) -> Session[Any]:
    """Return a game after some random moves."""
    session = Session.deal(rules, seed)
    for _ in range(chance.randrange(20)):
        session = session.play(rules.notation.write_move(chance.choice(rules.moves(session.state))))
    return session


def game_of(session: Session[Any], status: Status = Status.PLAYING) -> Game:
    """Return a session as a game that somebody plays."""
    return Game(1, Seat(1, 2, None), public=False, version=1, status=status, session=session)


async def test_there_is_no_hint_when_the_game_is_over(threads: SolverThreads) -> None:
    """There is no hint when the game is over, neither after the last move nor after a resignation."""
    with pytest.raises(GameOver):
        await Hints(threads).hint(game_of(Session.deal(OPEN, "tuesday"), Status.RESIGNED))
    stuck = Session(OPEN, "x", OPEN.notation.read_position("5S KD"))
    with pytest.raises(GameOver):
        await Hints(threads).hint(game_of(stuck, Status.PLAYING))


async def test_the_bot_goes_on_while_hints_are_searched(
    threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop stays free while hints for several people are searched."""
    begun, may_end = threading.Event(), threading.Event()

    def ask_at_leisure(_rules: AnyRules, think: Callable[..., Any], *args: Any) -> Any:
        begun.set()
        assert may_end.wait(60), "the event loop waits for the search"
        return think(*args)

    monkeypatch.setattr(threads, "ask", ask_at_leisure)
    hints = Hints(threads, Limit(seconds=0.1))
    games = [replace(game_of(Session.deal(NAPOLEON, f"s{n}")), seat=Seat(n, 2, None)) for n in range(3)]
    search = asyncio.gather(*map(hints.hint, games))
    while not begun.is_set():  # noqa: ASYNC110  the search runs in a thread
        await asyncio.sleep(0)
    may_end.set()
    assert len(await search) == 3

"""Taking every hint leads to the end of a game, and wins as often as the fair player does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from bot.service.hint import Hints
from bot.service.survey import Followed, follow, follow_deals
from bot.service.thinking.solver_threads import SolverThreads
from idle_year.advice import Advisor, Hint, Plans
from idle_year.analysis import Analysis
from idle_year.engine.games import ALL
from idle_year.engine.rules import DEAL, AnyRules, Move, Outcome
from idle_year.engine.session import Session
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.generic import Search
from idle_year.solvers.protocols import Answer, Limit, Verdict
from idle_year.solvers.registry import fair_counter_for
from idle_year.solvers.win_rate import deal
from tests.service.test_hint import game_of

NAPOLEON, PYRAMID = ALL["napoleon"], ALL["pyramid"]
ONLY_A_KING = (
    "5D / 9H 2D / KS 5H 7C / 5C 9S 8S 8C / AH QC - - - / AD JD - - - - / - 8H - - - - - "
    "| 4C 2H 6S 4D JH JC 3C KH 2S TC AS QH QD =2"
)
"""Nothing of this pyramid can leave any more, and the king of the stock still can."""
WON_PYRAMIDS = ("5D / JH - w: KC KH | 2C 8S =2", "5S / 5H 8S / - 5D 8H / - - 5C 8D | 8C =2")
"""Here a new plan of the plain search is often longer than what is left of the one before."""
LOST_PYRAMIDS = (6, 14, 25, 45)
"""Deals in which no more than kings of the stock can leave in the end."""
LIMIT = Limit(nodes=20_000, seconds=60)


STRAYED = (
    "4H 5C KD3HKS8H7H6H TC JD2HJS8S7S6S - 3C QHJH KCQC 9D "
    "w:6HQH7HJD4D6CTDQD8D5HJH7DKSJC6D9HTS4C9C5D8C5SQDTHQS9C4HQC2CKH9HTCKDJC3H5H7C4SKC9STH8H8CKH "
    "f:7CACTD3D2HAHQS3S"
)
"""Here the six of hearts goes to an empty column, and is needed where it was."""


def _position(text: str) -> Any:
    return NAPOLEON.notation.read_position(text)


SEVEN_CAN_GO = _position("9D 8C7C KC KD KH KS QC QD - - w:2C f:KSKHJCJDQH | TD")
"""The seven can go to an empty column and back, or the next card be turned."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number", "won"), [("napoleon", 0, False), ("napoleon-manual", 1, True)])
def test_hints_of_napoleon_come_to_an_end(name: str, number: int, *, won: bool) -> None:
    """Hints of Napoleon never lead in a circle, and win a deal if the fair player does."""
    fair = fair_counter_for(ALL[name])
    assert fair is not None
    followed = follow(ALL[name], deal(ALL[name], 1, number))
    assert not followed.repeats
    assert (followed.won, fair(ALL[name], 1, number, 1)) == (won, won)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["accordion", "parlett", "queen-and-her-lad", "french", "one-handed", "cribbage", "pyramid-all"]
)
def test_hints_of_other_games_come_to_an_end(name: str) -> None:
    """Hints of other games never lead in a circle, as their moves cannot go back at all."""
    assert not follow(ALL[name], deal(ALL[name], 1, 0)).repeats


def test_hints_that_go_in_circles_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that go in circles are noticed, as whoever followed them would do so for ever."""
    to_and_fro = cycle(NAPOLEON.notation.read_move(text, SEVEN_CAN_GO) for text in ("t2>t9", "t9>t2"))

    class Circling(Advisor):
        def advise(self, rules: AnyRules, positions: Sequence[Any], limit: Limit) -> Hint:
            found = super().advise(rules, positions, limit)
            return replace(found, move=next(to_and_fro))

    monkeypatch.setattr("bot.service.survey.Advisor", Circling)
    assert follow(NAPOLEON, SEVEN_CAN_GO) == Followed(won=False, moves=6, repeats=True, end=SEVEN_CAN_GO)


def test_hints_that_go_round_a_stock_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that go round a stock are noticed when the first position recurs, in whatever pass."""
    state = PYRAMID.notation.read_position(ONLY_A_KING)
    cards = len(state.stock) + len(state.waste)
    monkeypatch.setattr("bot.service.survey.Advisor", _GoingRound)
    followed = follow(PYRAMID, state)
    assert (followed.moves, followed.repeats) == (cards + 1, True)


class _GoingRound(Advisor):
    """Deals, and turns the waste over."""

    def advise(self, rules: AnyRules, positions: Sequence[Any], limit: Limit) -> Hint:
        state = positions[-1]
        return Hint(rules, state, rules.moves(state)[-1], Analysis(Verdict(Answer.LOST)))


@pytest.mark.parametrize(("game", "moves"), [("pyramid", 9), ("pyramid-three-passes", 9), ("pyramid-all", 9)])
def test_hints_of_a_lost_pyramid_end_it(game: str, moves: int) -> None:
    """Hints lead past the last king of the stock, to an end that counts, and no further."""
    rules = ALL[game]
    state = rules.notation.read_position(ONLY_A_KING)
    followed = follow(rules, state)
    assert (followed.repeats, followed.moves) == (False, moves)
    assert rules.outcome(followed.end) is Outcome.STUCK
    assert followed.end.places == state.places


@pytest.mark.parametrize("position", WON_PYRAMIDS)
def test_hints_of_a_won_pyramid_do_not_go_round_its_stock(
    position: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hints of a won pyramid win it, though each plan of the plain search may begin with another pass."""
    monkeypatch.setattr("idle_year.analysis.solver_for", Search)
    rules = ALL["pyramid-all"]
    followed = follow(rules, rules.notation.read_position(position))
    assert (followed.won, followed.repeats) == (True, False)


@pytest.mark.parametrize("number", LOST_PYRAMIDS)
def test_hints_of_a_lost_deal_of_pyramid_come_to_an_end(number: int) -> None:
    """Hints of a lost deal lead to its end, though the stock may be gone through as often as one likes."""
    followed = follow(PYRAMID, deal(PYRAMID, 1, number))
    assert not followed.repeats
    assert PYRAMID.outcome(followed.end) is Outcome.STUCK


def test_hints_that_are_forgotten_come_to_an_end_as_well() -> None:
    """Even if what was planned is forgotten at once, hints lead round at most once, and to as good an end."""
    rules, limit = ALL["pyramid-all"], Limit(nodes=500, seconds=60)
    state = deal(rules, 4, 1)
    positions = [state]
    while rules.moves(state):
        move = Advisor().advise(rules, positions, limit).move
        assert move is not None
        positions = [] if rules.reveals(state, move) else positions
        state = rules.play(state, move)
        positions.append(state)
        assert [rules.position(each) for each in positions].count(rules.position(state)) <= 2
    assert rules.score(state).headline == "2 cards"


def test_deals_by_hints_are_counted() -> None:
    """Deals that are played by hints are counted, and the parts of a survey add up to the whole."""
    whole = follow_deals("late-binding", 3, 0, 6)
    assert (whole.deals, whole.repeats) == (6, 0)
    assert follow_deals("late-binding", 3, 0, 2) + follow_deals("late-binding", 3, 2, 4) == whole
    assert 0 < whole.wins < 6


def test_a_plan_is_followed_until_a_card_is_turned() -> None:
    """Each hint is the next move of the plan behind the first, and the last one turns the next card."""
    advisor, state = Advisor(), deal(NAPOLEON, 1, 1)
    plan = advisor.advise(NAPOLEON, [state], LIMIT).analysis.plan
    positions = [state]
    played: list[Move] = []
    while len(played) < len(plan):
        move = advisor.advise(NAPOLEON, positions, LIMIT).move
        assert move is not None
        played.append(move)
        positions.append(NAPOLEON.play(positions[-1], move))
    assert tuple(played) == plan
    assert NAPOLEON.reveals(positions[-2], plan[-1])


def test_who_plays_something_else_is_not_sent_back() -> None:
    """Who has made another move than the hint's is not sent back for an estimate, but told to turn a card."""
    state = SEVEN_CAN_GO
    to_and_fro = [NAPOLEON.notation.read_move(text, state) for text in ("t2>t9", "t9>t2")]
    after = NAPOLEON.play(state, to_and_fro[0])
    assert NAPOLEON.play(after, to_and_fro[1]) == state
    chances = (Chance.counted(to_and_fro[1], 9, 10), Chance.counted(DEAL, 5, 10))
    found = Analysis(Verdict(Answer.UNKNOWN, hidden=True), chances=chances)
    assert Plans().next_move(NAPOLEON, [state, after], found) == DEAL


@pytest.mark.parametrize("forgets", [False, True])
@pytest.mark.usefixtures("patient")
def test_who_has_strayed_in_a_lost_game_is_led_back(*, forgets: bool) -> None:
    """Hints lead to the best end that is proven, even by going back, and then say that it is over."""
    before, advisor = _position(STRAYED), Advisor()
    positions = [before, NAPOLEON.play(before, NAPOLEON.notation.read_move("t3>t6", before))]
    while (hint := advisor.advise(NAPOLEON, positions, LIMIT)).move is not None:
        positions.append(NAPOLEON.play(positions[-1], hint.move))
        advisor = Advisor() if forgets else advisor
    assert NAPOLEON.score(positions[-1]).headline == "40 cards on the aces"


@pytest.mark.parametrize("times", [1, 9])
def test_who_has_strayed_from_a_win_is_led_back(times: int) -> None:
    """Nobody is told to resign a game that is proven to be won, wherever its winning line leads."""
    state = SEVEN_CAN_GO
    to_and_fro = [NAPOLEON.notation.read_move(text, state) for text in ("t2>t9", "t9>t2")]
    found = Analysis(Verdict(Answer.WON, line=(to_and_fro[1], DEAL)))
    positions = [state, NAPOLEON.play(state, to_and_fro[0])] * times
    plans, round_about = Plans(), Analysis(Verdict(Answer.WON, line=(*to_and_fro, DEAL)))
    assert plans.next_move(NAPOLEON, positions, found) == to_and_fro[1]
    assert plans.next_move(NAPOLEON, [*positions, state], round_about) == DEAL


def test_where_nothing_leads_on_there_is_no_hint() -> None:
    """Without a stock there is no hint of a move that exposes no card."""
    state = _position("9D 8C7C KC KD KH KS QC QD - - w:2C f:KSKHJCJDQH")
    moves = [move for move in NAPOLEON.moves(state) if NAPOLEON.play(state, move).up == state.up]
    found = Analysis(Verdict(Answer.UNKNOWN), chances=tuple(Chance.certain(move, 0, 0) for move in moves))
    assert moves
    assert Plans().next_move(NAPOLEON, [state], found) is None


@pytest.mark.parametrize(("line", "is_followed"), [("t1>t2 t1>f", True), ("t1>t2", False)])
def test_a_plan_is_followed_only_if_it_leads_to_something_better(line: str, is_followed: bool) -> None:
    """A plan is followed only if it leads to something better, and not for a move that gains nothing."""
    state = _position("2S5H - - - - - - - - - f:AS")
    plan = tuple(NAPOLEON.notation.read_move(text, state) for text in line.split())
    found = Analysis(Verdict(Answer.UNKNOWN, line=plan))
    assert Plans().next_move(NAPOLEON, [state], found) == (plan[0] if is_followed else None)


async def test_a_hint_remembers_its_plan_from_one_press_to_the_next(threads: SolverThreads) -> None:
    """All hints of a game in play follow one plan from one press to the next."""
    hints, session = Hints(threads, LIMIT), Session.deal(NAPOLEON, "tuesday")
    first = await hints.hint(game_of(session))
    assert (first.move, *first.analysis.plan[1:]) == first.analysis.plan
    session = session.play(NAPOLEON.notation.write_move(first.analysis.plan[0]))
    second = await hints.hint(game_of(session))
    assert second.move == first.analysis.plan[1]

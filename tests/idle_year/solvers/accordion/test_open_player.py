"""The fair player of open rows that are dealt card by card."""

from __future__ import annotations

import dataclasses
import random
from itertools import permutations

import pytest

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games.accordion import Accordion
from idle_year.engine.games.accordion_deals import TARBART, TILL_DAWN, TOWER_OF_BABEL
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, Outcome, Pile
from idle_year.solvers.accordion.open.player import InformationSet, OpenAccordionPlayer
from idle_year.solvers.accordion.open.solver import OpenAccordionSolver
from idle_year.solvers.fair_play import play_fairly
from idle_year.solvers.protocols import Answer, Limit

GAMES = pytest.mark.parametrize("rules", [TILL_DAWN, TARBART, TOWER_OF_BABEL], ids=lambda rules: rules.id)


def test_what_it_sees_has_no_place_for_the_order() -> None:
    """Every order of the stock gives the same view, made of an unordered set and a number."""
    position = TARBART.notation.read_position("5S 9D/3 QC | 2H 3H KD")
    player = OpenAccordionPlayer(TARBART)
    views = {player.see(_with_stock(position, stock)) for stock in permutations(position.stock)}
    assert len(views) == 1
    kinds = {field.name: field.type for field in dataclasses.fields(InformationSet)}
    assert kinds == {"tops": "tuple[Card, ...]", "unseen": "frozenset[Card]", "stock": "int"}


def _with_stock(state: Row, stock: tuple[Card | None, ...]) -> Row:
    return dataclasses.replace(state, stock=stock)


def test_a_stock_face_down_may_hold_any_card_that_is_not_seen() -> None:
    """A stock face down may hold any card that is not seen, also one that is buried."""
    view = OpenAccordionPlayer(TARBART).see(TARBART.notation.read_position("5S 9D/3 QC +47"))
    assert (len(view.unseen), view.stock) == (49, 47)


@GAMES
def test_every_legal_move_is_weighed_dealing_first(rules: Accordion) -> None:
    """Nothing is lost by dealing, so no move has a better chance; and equal views are weighed equally."""
    chance = random.Random(rules.id)  # noqa: S311  the same rows every time
    for _ in range(8):
        cards = chance.sample(PACK, 9)
        state = Row(tuple(Pile(card) for card in cards[:6]), tuple(cards[6:]))
        view = OpenAccordionPlayer(rules).see(state)
        chances = OpenAccordionPlayer(rules).weigh(view)
        assert {weighed.move for weighed in chances} == set(rules.moves(state))
        assert chances[0].move == DEAL
        assert all(0 <= weighed.wins <= chances[0].wins and not weighed.is_certain for weighed in chances)
        assert OpenAccordionPlayer(rules).weigh(view) == chances


def test_its_chances_are_those_of_all_orders_together() -> None:
    """The player's chances agree with those of all orders of the stock, within the reported errors."""
    state = TARBART.notation.read_position("5S 9D QC 5H QS | 9H 3H QD 5C")
    player = OpenAccordionPlayer(TARBART)
    weighed = {chance.move: chance for chance in player.weigh(player.see(state))}
    for move in TARBART.moves(TARBART.view(state)):
        after = state if move == DEAL else TARBART.play(state, move)
        solved = [
            OpenAccordionSolver(TARBART).solve(_with_stock(after, stock), Limit()).answer is Answer.WON
            for stock in permutations(state.stock)
        ]
        chance = sum(solved) / len(solved)
        assert abs(weighed[move].wins - chance) <= weighed[move].high - weighed[move].low


def test_it_knows_once_all_cards_lie_open() -> None:
    """Once all cards lie open the player is certain, and takes a win or the way to the fewest piles."""
    player = OpenAccordionPlayer(TARBART)
    won = TARBART.notation.read_position("5S 6H 6S 7S")
    best = player.weigh(player.see(won))[0]
    assert (best.low, best.wins) == (1, 1)
    lost = TARBART.notation.read_position("KH 5S 6S 5D 7C")
    weighed = player.weigh(player.see(lost))
    assert {chance.wins for chance in weighed} == {0}
    end, _ = play_fairly(TARBART, player, lost)
    assert TARBART.score(end).rank == OpenAccordionSolver(TARBART).best(lost, Limit()).score.rank


def test_it_wins_a_deal_without_seeing_the_stock() -> None:
    """The player wins a deal without seeing the stock, as it deals first."""
    state = TILL_DAWN.start("tuesday")
    while len(state.stock) > 3:
        state = TILL_DAWN.play(state, DEAL)
    end, moves = play_fairly(TILL_DAWN, OpenAccordionPlayer(TILL_DAWN), state)
    assert moves[:3] == (DEAL,) * 3
    assert TILL_DAWN.outcome(end) is Outcome.WON

"""The fair player of compacted deals and One-Handed Solitaire."""

from __future__ import annotations

import random
from dataclasses import fields
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games import ALL
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, REDEAL, Outcome, Pile
from idle_year.solvers.fair_play import AnyPlayer, Chance, play_fairly
from idle_year.solvers.generic import search_best
from idle_year.solvers.marriage.forced import player_for
from idle_year.solvers.marriage.forced.moves import first_with, removal_rules
from idle_year.solvers.marriage.forced.one_handed import fewest_left
from idle_year.solvers.marriage.forced.player import InformationSet, roll_out
from idle_year.solvers.protocols import Limit

GAMES = {rules.id: rules for rules in ALL.values() if isinstance(rules, Marriage) and player_for(rules)}
BY_ID = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use fewer rollouts than in real play."""
    monkeypatch.setattr("idle_year.solvers.marriage.forced.player._BUDGET", 20_000)
    monkeypatch.setattr("idle_year.solvers.marriage.forced.one_handed._ORDERS", 200)


def _player(rules: Marriage) -> AnyPlayer:
    found = player_for(rules)
    assert found is not None
    return found


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.read(card) for card in text.split())


def _row(text: str) -> tuple[Pile, ...]:
    return tuple(Pile(card) for card in _cards(text))


def _after(rules: Marriage, seed: str, moves: int) -> Row:
    """Return the state after `moves` moves, always the first legal one."""
    state: Row = rules.start(seed)
    for _ in range(moves):
        state = rules.play(state, rules.moves(state)[0])
    return state


@BY_ID
def test_the_order_of_the_stock_changes_nothing(rules: Marriage) -> None:
    """The order of the stock changes neither the view nor the weighing of any move."""
    state = _after(rules, "order", 20)
    ends = rules.ends or ()
    *before, last = state.stock
    random.Random(1).shuffle(before)  # noqa: S311  any other order
    other = Row(state.piles, (*before, last) if ends else (last, *before), state.used, seed="another")
    assert other.stock != state.stock
    fair = _player(rules)
    assert fair.see(state) == fair.see(other)
    assert fair.weigh(fair.see(state)) == fair.weigh(fair.see(other))


@BY_ID
def test_a_view_holds_what_a_player_knows(rules: Marriage) -> None:
    """The unseen cards are sorted, so that they cannot reveal their order, and nothing else is held."""
    view = _player(rules).see(_after(rules, "view", 10))
    assert [field.name for field in fields(InformationSet)] == ["row", "unseen", "stock", "last", "used"]
    assert list(view.unseen) == sorted(view.unseen)
    assert view.last == (rules.ends or ())[1:]


@BY_ID
def test_a_stock_face_down_may_hold_whatever_is_not_in_sight(rules: Marriage) -> None:
    """A stock face down may hold any card that is not in sight, even one that has left."""
    state = _after(rules, "hidden", 30)
    view = _player(rules).see(rules.view(state))
    assert len(view.unseen) + len(view.last) + len(state.piles) == 52 * rules.packs
    assert view.stock + len(view.last) == len(state.stock)
    assert _player(rules).weigh(view)


@BY_ID
def test_every_legal_move_is_weighed(rules: Marriage) -> None:
    """Every legal move is weighed, the best first, and none is certain before the stock is known."""
    state = rules.start("legal")
    while moves := rules.moves(state):
        chances = _player(rules).weigh(_player(rules).see(state))
        assert sorted(chance.move for chance in chances) == sorted(moves)
        assert all(0 <= chance.wins <= 1 for chance in chances)
        assert [chance.worth for chance in chances] == sorted((c.worth for c in chances), reverse=True)
        if len(state.stock) > 2 or REDEAL in moves:
            assert not any(chance.is_certain for chance in chances)
        state = rules.play(state, moves[0])
    assert _player(rules).weigh(_player(rules).see(state)) == ()


def test_the_last_cards_are_no_secret() -> None:
    """If only one order is left, the chances are 0 or 1 and certain."""
    rules = GAMES["one-handed"]
    state = Row(_row("4C 8S 7D"), _cards("4S"))
    (deal,) = _player(rules).weigh(_player(rules).see(state))
    assert deal == Chance.certain(DEAL, 1.0, 1.0)
    state = Row(_row("4C 8S 7D"), _cards("5S"))
    (deal,) = _player(rules).weigh(_player(rules).see(state))
    assert deal == Chance.certain(DEAL, 0.0, 0.0)


def test_a_move_of_one_handed_is_worth_what_a_clairvoyant_makes_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A move of One-Handed is worth the average over all orders of what a clairvoyant makes of it."""
    monkeypatch.setattr("idle_year.solvers.marriage.forced.one_handed._ORDERS", 50_000)
    rules, chance = GAMES["one-handed"], random.Random(5)  # noqa: S311  the same positions every time
    compared = 0
    while compared < 5:
        cards = chance.sample(PACK, 15)
        row, stock = tuple(Pile(card) for card in cards[:11]), cards[11:]
        if len(rules.moves(Row(row, tuple(stock)))) == 1:
            continue
        for each in _player(rules).weigh(_player(rules).see(Row(row, tuple(stock)))):
            lefts = [
                search_best(rules, rules.play(Row(row, order), each.move), Limit()).score.rank[0]
                for order in permutations(stock)
            ]
            mean = sum(0.5 ** max(left - rules.target, 0) for left in lefts) / len(lefts)
            assert each.worth == pytest.approx(mean, rel=0.05)
        compared += 1


def test_a_rollout_looks_at_the_new_end_after_four_cards_have_left() -> None:
    """What was passed over before may leave then: here a card is dealt past two fives, and later all go."""
    rules = GAMES["one-handed"]
    cards = np.array([int(card) for card in _cards("5S 2D 9C 5H KH 4S 3D KC")], np.int8)
    game, places = removal_rules(rules), np.arange(len(cards), dtype=np.int8)
    assert fewest_left(cards, 4) == 0
    assert roll_out(cards, places, 5, 5, first_with(4), game) == 0


@pytest.mark.parametrize("game", ["royal-marriage-compacted", "double-jump-compacted", "push-pin-compacted"])
def test_the_chance_is_that_of_all_orders(game: str) -> None:
    """Without choices the chance is the share of the orders that win."""
    rules, chance = GAMES[game], random.Random(game)  # noqa: S311  the same positions every time
    first, last = rules.ends or _cards("QH JH")
    uncertain = 0
    while uncertain < 5:
        cards = chance.sample([card for card in PACK if card not in (first, last)], 6)
        row = tuple(Pile(card) for card in (first, *cards[:2]))
        # Any of them may be the last, unless the rules say which.
        hidden, fixed = (cards[2:], (last,)) if rules.ends else ([*cards[2:], last], ())
        (deal,) = _player(rules).weigh(_player(rules).see(Row(row, (*hidden, *fixed))))
        ends = [_first_moves(rules, Row(row, (*order, *fixed))) for order in permutations(hidden)]
        share = sum(rules.outcome(end) is Outcome.WON for end in ends) / len(ends)
        assert abs(deal.wins - share) < deal.high - deal.low
        uncertain += 0 < share < 1


def test_the_redeal_is_one_of_all_orders() -> None:
    """A redeal is weighed as one of all orders, as nobody knows beforehand what it brings."""
    rules = GAMES["french-compacted"]
    state = Row(_row("2C 2D KH"))
    (redeal,) = _player(rules).weigh(_player(rules).see(state))
    assert redeal.move == REDEAL
    cards = [pile.top for pile in state.piles]
    ends = [
        _first_moves(rules, Row((Pile(order[0]),), tuple(order[1:]), used=True))
        for order in permutations(cards)
    ]
    share = sum(rules.outcome(end) is Outcome.WON for end in ends) / len(ends)
    assert 0 < share < 1
    assert abs(redeal.wins - share) < redeal.high - redeal.low


def _first_moves(rules: Marriage, state: Any) -> Any:
    while moves := rules.moves(state):
        state = rules.play(state, moves[0])
    return state


def test_a_player_wins_as_often_as_it_says() -> None:
    """The player wins as often as it says, from one position with many orders of its stock."""
    rules = GAMES["concertina-compacted"]
    fair, state = _player(rules), _after(rules, "honest", 40)
    said = fair.weigh(fair.see(state))[0].wins
    chance = random.Random(2)  # noqa: S311  the same orders every time
    games, won = 60, 0
    for _ in range(games):
        stock = chance.sample(state.stock, len(state.stock))
        end, _ = play_fairly(rules, fair, Row(state.piles, tuple(stock)))
        won += rules.outcome(end) is Outcome.WON
    assert abs(won / games - said) < 4 * (0.25 / games) ** 0.5

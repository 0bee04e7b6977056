"""The fair player of compulsory play."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from functools import cache

import pytest

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games.accordion import Accordion, Compulsion
from idle_year.engine.games.accordion_deals import DEALS, GOREN, PARLETT
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, Move, Outcome, Pile
from idle_year.solvers.accordion.compulsory import count_fair_wins
from idle_year.solvers.accordion.compulsory.player import CompulsoryAccordionPlayer, InformationSet
from idle_year.solvers.fair_play import play_fairly

COMPELLED = [rules for rules in DEALS if rules.compulsion is not Compulsion.NONE]


def _ending(chance: random.Random, left: int) -> Row:
    """Draw a row with a few cards left, of few ranks so that many match."""
    cards = chance.sample([card for card in PACK if card.rank < 5], chance.randint(2, 6) + left)
    return Row(tuple(Pile(card) for card in cards[left:]), tuple(cards[:left]))


def _chance_of(rules: Accordion, state: Row, unseen: frozenset[Card]) -> float:
    """Compute the chance of the best fair play by the rules alone."""

    @cache
    def chance(state: Row, unseen: frozenset[Card]) -> float:
        moves = rules.moves(state)
        if not moves:
            return float(rules.outcome(state) is Outcome.WON)
        return max(after(state, unseen, move) for move in moves)

    def after(state: Row, unseen: frozenset[Card], move: Move) -> float:
        if move != DEAL:
            return chance(rules.play(state, move), unseen)
        dealt = [
            chance(rules.play(replace(state, stock=(card, *state.stock[1:])), DEAL), unseen - {card})
            for card in unseen
        ]
        return sum(dealt) / len(dealt)

    return chance(state, unseen)


@pytest.mark.parametrize("rules", COMPELLED, ids=[rules.id for rules in COMPELLED])
def test_endings_are_worked_out(rules: Accordion) -> None:
    """With few cards left (with grace, one), chances are those of the best play without knowing the order."""
    chance, seen = random.Random(rules.id), set()  # noqa: S311  the same rows every time
    for _ in range(25):
        state = _ending(chance, left=1 if rules is GOREN else 3)
        unseen = frozenset(card for card in state.stock if card is not None)
        for weighed in CompulsoryAccordionPlayer(rules).weigh(CompulsoryAccordionPlayer(rules).see(state)):
            if weighed.move != DEAL:
                after = rules.play(state, weighed.move)
                assert weighed.wins == pytest.approx(_chance_of(rules, after, unseen))
                # With grace, every row on the way is quiescent: some are left out, so less is certain.
                assert weighed.is_certain or (rules is GOREN and weighed.wins < 1)
                seen.add(weighed.wins)
    assert any(0 < wins < 1 for wins in seen) or rules is GOREN


@pytest.mark.parametrize("rules", COMPELLED, ids=[rules.id for rules in COMPELLED])
def test_every_legal_move_is_weighed_the_best_first(rules: Accordion) -> None:
    """Throughout a game, each chance has valid numbers."""
    player, state = CompulsoryAccordionPlayer(rules), rules.start("weigh")
    for _ in range(40):
        chances = player.weigh(player.see(state))
        assert {chance.move for chance in chances} == set(rules.moves(state))
        assert [one.worth for one in chances] == sorted((one.worth for one in chances), reverse=True)
        assert all(0 <= one.wins <= 1 and one.low <= one.wins <= one.high for one in chances)
        state = rules.play(state, chances[0].move)


def test_the_order_of_the_stock_plays_no_part() -> None:
    """Whatever the order of the stock, the view and the chances are the same."""
    player, state = CompulsoryAccordionPlayer(PARLETT), PARLETT.start("order")
    for move in (DEAL, DEAL, DEAL):
        state = PARLETT.play(state, next(iter(PARLETT.moves(state)), move))
    other = replace(state, stock=tuple(reversed(state.stock)))
    assert player.see(state) == player.see(other)
    assert player.weigh(player.see(state)) == player.weigh(player.see(other))


def test_a_view_has_no_place_for_the_order() -> None:
    """Unseen cards are a set, and the stock is a number."""
    view = CompulsoryAccordionPlayer(PARLETT).see(PARLETT.start("view"))
    assert [field.name for field in fields(InformationSet)] == ["tops", "unseen", "left", "used"]
    assert (type(view.unseen), len(view.unseen), view.left) == (frozenset, 51, 51)


@pytest.mark.parametrize(
    "position", ["5S/30 9D QC 5H +2", "5S 9D QC 5H +48", "5S +51", "5S/51 6S", "5S/52", "5S 9D"]
)
def test_positions_that_do_not_tell_what_is_covered(position: str) -> None:
    """Where a position does not tell what is covered, its legal moves are weighed all the same."""
    state = PARLETT.notation.read_position(position)
    player = CompulsoryAccordionPlayer(PARLETT)
    chances = player.weigh(player.see(state))
    assert {chance.move for chance in chances} == set(PARLETT.moves(state))


def test_a_row_in_which_everything_matches_is_weighed() -> None:
    """A row in which everything matches is weighed, though it has more moves than can be followed."""
    state = Row(tuple(Pile(card) for card in PACK[:48]), PACK[48:])
    player = CompulsoryAccordionPlayer(GOREN)
    assert {chance.move for chance in player.weigh(player.see(state))} == set(GOREN.moves(state))


def test_games_are_played_to_the_end() -> None:
    """Games are played by the moves of the rules alone, and the survey does the same in one kernel."""
    player = CompulsoryAccordionPlayer(PARLETT)
    end, _ = play_fairly(PARLETT, player, PARLETT.start("game"))
    assert PARLETT.outcome(end) is not None
    assert count_fair_wins(PARLETT, 1, 0, 2) in range(3)

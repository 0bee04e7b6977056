"""What solver and fair players say about unseen cards and the redeal."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, REDEAL, Outcome
from idle_year.solvers.fair_play import play_fairly
from idle_year.solvers.generic import Search
from idle_year.solvers.marriage.interval import player_for
from idle_year.solvers.marriage.interval.player import FrenchPlayer, RoyalMarriagePlayer
from idle_year.solvers.marriage.interval.redeal import log_chance
from idle_year.solvers.protocols import Answer, Limit
from tests.idle_year.solvers.marriage.rows import chance_of, game
from tests.idle_year.solvers.marriage.test_interval import PATIENT, solver_of

DEALT = ("royal-marriage-dealt", "queen-and-her-lad", "queen-and-her-lad-lenient")
STUCK = "5C 5H 8D 9C 6H 6D"


def dealt_player(name: str) -> RoyalMarriagePlayer:
    """Return the fair player of a game that is dealt singly."""
    player = player_for(game(name))
    assert isinstance(player, RoyalMarriagePlayer)
    return player


def french_player() -> FrenchPlayer:
    """Return the fair player of French."""
    player = player_for(game("french"))
    assert isinstance(player, FrenchPlayer)
    return player


def after_deals(name: str, seed: str, left: int) -> Row:
    """Deal until `left` cards are left in the stock."""
    rules = game(name)
    state = rules.start(seed)
    while len(state.stock) > left:
        state = rules.play(state, DEAL)
    return state


def test_players_are_for_games_with_something_hidden() -> None:
    """Only games with hidden cards that are solved here have a player here."""
    assert player_for(game("royal-marriage")) is None
    assert player_for(game("royal-marriage-compacted")) is None


@pytest.mark.parametrize("name", DEALT)
def test_a_hidden_stock_leaves_the_answer_open(name: str) -> None:
    """A hidden stock leaves verdict, moves and best score open."""
    rules = game(name)
    view = rules.view(after_deals(name, "s", 20))
    verdict = solver_of(name).solve(view, PATIENT)
    assert (verdict.answer, verdict.hidden) == (Answer.UNKNOWN, True)
    assert not solver_of(name).best(view, PATIENT).exact
    assert {answer for _, answer in solver_of(name).judge(view, PATIENT)} == {Answer.UNKNOWN}


@pytest.mark.parametrize("name", DEALT)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_stock_that_can_only_be_one_is_known(name: str, left: int) -> None:
    """The last card of the deal is known, and hence the one before: the answer is that for the state."""
    rules, solver = game(name), solver_of(name)
    for number in range(6):
        state = after_deals(name, f"end{number}", left)
        view = rules.view(state)
        assert solver.solve(view, PATIENT) == solver.solve(state, PATIENT)
        assert solver.judge(view, PATIENT) == solver.judge(state, PATIENT)
        chances = dealt_player(name).weigh(dealt_player(name).see(view))
        judged = dict(solver.judge(state, PATIENT))
        assert {chance.move for chance in chances if chance.is_certain} == set(judged)
        assert all((chance.wins == 1.0) == (judged[chance.move] is Answer.WON) for chance in chances)


@pytest.mark.parametrize("name", DEALT)
def test_the_player_does_not_know_the_order(name: str) -> None:
    """Whatever the order of the stock, and even if it lies face down, it is seen and weighed the same."""
    rules, player, chance = game(name), dealt_player(name), chance_of(name)
    state = after_deals(name, "same", 25)
    others = list(state.stock[:-1])
    chance.shuffle(others)
    other = replace(state, stock=(*others, state.stock[-1]))
    assert player.see(state) == player.see(other) == player.see(rules.view(state))
    assert player.weigh(player.see(state)) == player.weigh(player.see(other))
    assert {chance.move for chance in player.weigh(player.see(state))} == set(rules.moves(state))


@pytest.mark.parametrize("name", DEALT)
def test_chances_are_shares_of_the_orders(name: str) -> None:
    """With four cards unseen the chance of every move is its share of all orders, within its error."""
    rules, player, solver = game(name), dealt_player(name), solver_of(name)
    state = after_deals(name, "orders", 5)
    orders = [replace(state, stock=(*order, state.stock[-1])) for order in permutations(state.stock[:-1])]
    for chance in player.weigh(player.see(state)):
        after = [rules.play(order, chance.move) for order in orders]
        share = sum(solver.solve(row, PATIENT).answer is Answer.WON for row in after) / len(orders)
        assert abs(chance.wins - share) <= 1.3 * (chance.high - chance.low)


@pytest.mark.parametrize("name", DEALT)
def test_the_player_deals_first_and_wins_what_can_be_won(name: str) -> None:
    """Dealing never hurts; once all cards lie open the player never loses a winnable game."""
    rules, player = game(name), dealt_player(name)
    state = rules.start("play")
    end, moves = play_fairly(rules, player, after_deals(name, "play", 6))
    won = solver_of(name).solve(state, PATIENT).answer is Answer.WON
    assert moves[:6] == (DEAL,) * 6
    assert (rules.outcome(end) is Outcome.WON) == won


@pytest.mark.parametrize("text", ["QH +3", "QH 5C +1", "QH 5C 9D 5H | 7C 8C 2D KH"])
def test_odd_positions_are_weighed(text: str) -> None:
    """Positions that no deal leads to, with few cards or with some missing, are weighed all the same."""
    rules = game("royal-marriage-dealt")
    state = rules.notation.read_position(text)
    player = dealt_player("royal-marriage-dealt")
    assert {chance.move for chance in player.weigh(player.see(state))} == set(rules.moves(state))
    assert len(solver_of(rules.id).judge(state, PATIENT)) == len(rules.moves(state))
    assert solver_of(rules.id).best(rules.view(state), PATIENT).score.rank <= (
        len(state.piles + state.stock),
    )


def test_the_redeal_leaves_a_lost_layout_open() -> None:
    """What cannot be won before the redeal may be won after it."""
    rules = game("french")
    state = rules.view(rules.start("thursday"))
    verdict = solver_of("french").solve(state, PATIENT)
    assert (verdict.answer, verdict.hidden) == (Answer.UNKNOWN, True)
    assert {answer for _, answer in solver_of("french").judge(state, PATIENT)} == {Answer.UNKNOWN}
    assert not solver_of("french").best(state, PATIENT).exact


@pytest.mark.parametrize(
    ("position", "answer"),
    [
        ("5C 9D 5H", Answer.WON),
        ("5C 6D 7H", Answer.LOST),
        ("5C 6D 7H 7C", Answer.UNKNOWN),
        ("5C 6D 7H 7C !", Answer.LOST),
        ("5C 6D", Answer.WON),
    ],
)
def test_only_what_is_certain_is_claimed_before_the_redeal(position: str, answer: Answer) -> None:
    """Before the redeal only a row that wins without it, or could in no order, is decided."""
    rules = game("french")
    state = rules.view(rules.notation.read_position(position))
    assert solver_of("french").solve(state, PATIENT).answer is answer


def test_nobody_looks_through_a_redeal() -> None:
    """Nobody looks through a redeal: solver, judge and player leave it open whatever the seed."""
    rules = game("french")
    for seed in (None, "r1", "r2", "r3"):
        state = replace(rules.notation.read_position("5C 9C 6D"), seed=seed)
        verdict = solver_of("french").solve(state, PATIENT)
        assert (verdict.answer, verdict.hidden) == (Answer.UNKNOWN, True)
        assert solver_of("french").judge(state, PATIENT) == ((REDEAL, Answer.UNKNOWN),)
        assert Search(rules).judge(state, PATIENT) == ((REDEAL, Answer.UNKNOWN),)
        assert not solver_of("french").best(state, PATIENT).exact
        assert not Search(rules).best(state, PATIENT).exact
        (chance,) = french_player().weigh(french_player().see(state))
        assert chance.low < 1 / 3 < chance.high


def test_the_chance_of_a_redeal_is_its_share_of_all_orders() -> None:
    """The chance of a redeal is its share of all orders of six cards, within its error."""
    rules, player = game("french"), french_player()
    (chance,) = player.weigh(player.see(rules.notation.read_position(STUCK)))
    rows = [rules.notation.read_position(" ".join(order) + " !") for order in permutations(STUCK.split())]
    won = sum(solver_of("french").solve(row, Limit()).answer is Answer.WON for row in rows)
    assert chance.move == REDEAL
    assert 0 < won / len(rows) < 1
    assert abs(chance.wins - won / len(rows)) <= 1.3 * (chance.high - chance.low)


def test_the_player_keeps_better_cards_than_the_fewest() -> None:
    """What is left for the redeal is worth more than the fewest cards, and nothing else can leave."""
    rules, player, tally = game("french"), french_player(), np.zeros(17)
    for seed in ("a", "b"):
        state = rules.start(seed)
        fewest = solver_of("french").best(state, PATIENT).line
        kept = state
        while (move := player.weigh(player.see(kept))[0].move) != REDEAL:
            kept = rules.play(kept, move)
        plain = state
        for move in fewest:
            plain = rules.play(plain, move)
        assert rules.moves(kept) == (REDEAL,)
        assert log_chance(_cards(kept), tally) > log_chance(_cards(plain), tally)


def test_a_win_in_the_layout_is_taken() -> None:
    """A win in the layout before the redeal is certain, and is taken."""
    rules, player = game("french"), french_player()
    state = rules.notation.read_position("5C 9D 5H 9H 9C")
    chances = player.weigh(player.see(state))
    judged = dict(solver_of("french").judge(rules.view(state), PATIENT))
    assert chances[0].wins == 1.0
    assert chances[0].is_certain
    assert {chance.move for chance in chances if chance.wins == 1.0} == {
        move for move, answer in judged.items() if answer is Answer.WON
    }
    used = player.weigh(player.see(replace(state, used=True)))
    assert all(chance.is_certain for chance in used)


def test_the_player_of_french_does_not_know_the_redeal() -> None:
    """The player of French sees nothing of the seed from which the redeal is shuffled."""
    rules, player = game("french"), french_player()
    state = rules.start("one")
    assert player.see(state) == player.see(replace(state, seed="two")) == player.see(rules.view(state))


def _cards(state: Row) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    return np.array([pile.top for pile in state.piles], np.int8)

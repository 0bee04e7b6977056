"""Invariants of every registered game, in every position that random play reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from idle_year.engine.games import ALL
from tests.idle_year.engine.walks import EVERY_KIND, FEW, RANDOM_PLAY, walk

if TYPE_CHECKING:
    from idle_year.engine.rules import AnyRules


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_positions_survive_being_written(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """A position reads back as written, with its stock open and with its stock face down."""
    state = walk(rules, seed, choices).last
    for seen in (state, rules.view(state)):
        assert rules.notation.read_position(rules.notation.write_position(seen)) == seen


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_moves_survive_being_written(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Every legal move reads back as written."""
    state = walk(rules, seed, choices).last
    for move in rules.moves(state):
        assert rules.notation.read_move(rules.notation.write_move(move), state) == move


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_a_game_ends_when_no_move_is_left(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """A game has an outcome exactly when nothing can be played."""
    for state in walk(rules, seed, choices).states:
        assert (rules.outcome(state) is None) == bool(rules.moves(state))


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_legality_needs_no_hidden_card(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """What may be played depends only on what the player sees."""
    state = walk(rules, seed, choices).last
    assert rules.moves(rules.view(state)) == rules.moves(state)


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_the_seed_is_kept_back_while_it_would_tell_something(
    rules: AnyRules, seed: str, choices: list[int]
) -> None:
    """If a game hides nothing, its player knows the whole state and no move shows anything new."""
    for state in walk(rules, seed, choices).states:
        if not rules.hides(state):
            assert rules.view(state) == state
            assert not any(rules.reveals(state, move) for move in rules.moves(state))


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_every_legal_move_can_be_played_and_changes_something(
    rules: AnyRules, seed: str, choices: list[int]
) -> None:
    """Every legal move can be played and changes the state, and none is listed twice."""
    state = walk(rules, seed, choices).last
    moves = rules.moves(state)
    assert len(set(moves)) == len(moves)
    for move in moves:
        assert rules.play(state, move) != state


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_states_are_values(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """The same seed and moves lead to the same state, which can be a dictionary key."""
    assert len({walk(rules, seed, choices).last, walk(rules, seed, choices).last}) == 1


def test_ids_and_names_are_told_apart() -> None:
    """Each game has a unique id, a unique name and a page of rules."""
    assert all(key == game.id for key, game in ALL.items())
    assert len({game.name for game in ALL.values()}) == len(ALL)
    for game in ALL.values():
        assert all((game.page.goal, game.page.deal, game.page.play, game.page.source))


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_moves_lead_on_and_never_back(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """No position occurs twice, except in games that declare that it may."""
    states = walk(rules, seed, choices).states
    assert rules.reversible or len(set(states)) == len(states)

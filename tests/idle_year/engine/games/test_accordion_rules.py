"""The engine against an independent implementation of the rule book, in random games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from idle_year.engine.errors import IllegalMove
from idle_year.engine.rules import Move
from tests.idle_year.engine.games.plain_accordion import PlainGame
from tests.idle_year.engine.walks import EVERY_ACCORDION, FEW, RANDOM_PLAY, walk

if TYPE_CHECKING:
    from idle_year.engine.positions.row import Row
    from idle_year.engine.rules import AnyRules

SENTENCE = re.compile(r"[A-Z0-9`][^\n]{15,}\.")
VERBS = ("<", "<<", "<<<", "<<<<", ">", ">>", ">>>", ">>>>")


def _plain(rules: AnyRules, row: Row) -> PlainGame:
    return PlainGame(rules.id, [[str(pile.top)] for pile in row.piles], [str(card) for card in row.stock])


def _size_and_top(row: Row) -> list[tuple[str, int]]:
    return [(str(pile.top), pile.size) for pile in row.piles]


@EVERY_ACCORDION
@RANDOM_PLAY
@FEW
def test_both_readings_of_the_rules_agree(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Engine and plain rules allow the same moves in the same order, with the same resulting rows."""
    played = walk(rules, seed, choices)
    plain = _plain(rules, played.states[0])
    for state, move in zip(played.states, [*played.moves, None], strict=True):
        assert [rules.notation.write_move(legal) for legal in rules.moves(state)] == plain.legal()
        assert _size_and_top(state) == [(pile[-1], len(pile)) for pile in plain.piles]
        if move is not None:
            plain.play(rules.notation.write_move(move))


@EVERY_ACCORDION
@RANDOM_PLAY
@FEW
def test_what_is_not_legal_is_refused_with_a_reason(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Every pile, every direction and the deal are either legal or refused with a whole sentence."""
    state = walk(rules, seed, choices).last
    places = range(-1, len(state.piles) + 1)
    every_move = {Move("d"), *(Move(verb, (place,)) for verb in VERBS for place in places)}
    legal = set(rules.moves(state))
    assert legal <= every_move
    for move in every_move - legal:
        with pytest.raises(IllegalMove) as refusal:
            rules.play(state, move)
        assert SENTENCE.fullmatch(str(refusal.value))


@EVERY_ACCORDION
@RANDOM_PLAY
@FEW
def test_no_card_is_lost(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Row and stock together hold the same number of cards after every move."""
    rows = walk(rules, seed, choices).states
    assert len({sum(pile.size for pile in row.piles) + len(row.stock) for row in rows}) == 1


@EVERY_ACCORDION
@RANDOM_PLAY
@FEW
def test_nothing_shows_a_card_of_the_stock(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Neither the player's view nor the table nor the menus hold an undealt card."""
    row = walk(rules, seed, choices).last
    shown = f"{rules.view(row)} {rules.table(row)} {rules.menus(row)}"
    assert not [card for card in row.stock if repr(card) in shown or card.symbol in shown]
    assert rules.view(row).piles == row.piles
    assert len(rules.view(row).stock) == len(row.stock)


@EVERY_ACCORDION
@RANDOM_PLAY
@FEW
def test_menus_offer_every_legal_move_of_a_pile(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """The menus hold each legal move of a pile once, and no empty menu is offered."""
    row = walk(rules, seed, choices).last
    menus = rules.menus(row)
    assert all(menu.choices for menu in menus)
    offered = [choice.move for menu in menus for choice in menu.choices]
    assert sorted(offered) == sorted(move for move in rules.moves(row) if move.verb != "d")


@EVERY_ACCORDION
@RANDOM_PLAY
@FEW
def test_a_pile_can_be_named_by_its_top_card(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """`8S<` and `8♠<` are the same move as by the pile's number."""
    row = walk(rules, seed, choices).last
    for move in rules.moves(row):
        for place in move.at:
            top = row.piles[place].top
            assert rules.notation.read_move(f"{top}{move.verb}", row) == move
            assert rules.notation.read_move(f"{top.symbol}{move.verb}", row) == move

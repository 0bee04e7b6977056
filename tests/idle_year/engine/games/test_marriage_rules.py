"""Royal Marriage and its kin against an independent implementation of the rule book, in random games."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import games_of
from idle_year.engine.rules import Move
from idle_year.engine.session import NothingToUndo, Session
from tests.idle_year.engine.games import plain_marriage
from tests.idle_year.engine.walks import FEW, RANDOM_PLAY, each_kind, walk

if TYPE_CHECKING:
    from idle_year.engine.positions.row import Row
    from idle_year.engine.rules import AnyRules

GAMES = {game.id: game for game in games_of("marriage")}
EVERY_MARRIAGE = each_kind(GAMES.values())
SENTENCE = re.compile(r"[A-Z0-9`][^\n]{15,}\.")


def _cards(row: Row) -> list[str]:
    return [str(pile.top) for pile in row.piles]


def _dealt(rules: AnyRules, seed: str) -> Row:
    """Deal while nothing can leave, so that random play begins with a longer row."""
    state: Row = rules.start(seed)
    while rules.moves(state) == (Move("d"),):
        state = rules.play(state, Move("d"))
    return state


@EVERY_MARRIAGE
@RANDOM_PLAY
@FEW
def test_both_readings_of_the_rules_agree(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Engine and plain rules allow the same moves in the same order, with the same resulting rows."""
    played = walk(rules, seed, choices)
    write = rules.notation.write_move
    for number, state in enumerate(played.states):
        position = rules.notation.write_position(state)
        assert [write(legal) for legal in rules.moves(state)] == plain_marriage.legal(rules.id, position)
        if number < len(played.moves) and played.moves[number].verb != "r":
            row = plain_marriage.after(position, write(played.moves[number]))
            assert _cards(played.states[number + 1]) == row


@each_kind(rules for rules in GAMES.values() if rules.start("s").stock)
@RANDOM_PLAY
@FEW
def test_both_readings_agree_when_all_cards_lie_open(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """What may leave from a long row is the same in games dealt singly."""
    state = rules.start(seed)
    position = " ".join([*_cards(state), *map(str, state.stock)])
    row = rules.notation.read_position(position)
    for choice in choices:
        legal = [rules.notation.write_move(move) for move in rules.moves(row)]
        assert legal == plain_marriage.legal(rules.id, rules.notation.write_position(row))
        if not legal:
            break
        row = rules.play(row, rules.moves(row)[choice % len(legal)])


@EVERY_MARRIAGE
@pytest.mark.parametrize("seed", ["1883", "tuesday"])
def test_what_is_not_legal_is_refused_with_a_reason(rules: AnyRules, seed: str) -> None:
    """Every block, every pair, the deal and the redeal are either legal or refused with a whole sentence."""
    state = _dealt(rules, seed)
    places = range(-1, min(len(state.piles), 12) + 1)
    spans = [tuple(range(first, last + 1)) for first in places for last in places if first <= last]
    every_move = {Move("d"), Move("r"), Move("<", (3,)), Move("x"), Move("x", (4, 3))}
    every_move |= {Move("x", at) for at in (*spans, *combinations(places, 2))}
    for move in every_move - set(rules.moves(state)):
        with pytest.raises(IllegalMove) as refusal:
            rules.play(state, move)
        assert SENTENCE.fullmatch(str(refusal.value))


@EVERY_MARRIAGE
@RANDOM_PLAY
@FEW
def test_cards_only_ever_leave(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """After every move the row and the stock hold what they held before, less what was removed."""
    played = walk(rules, seed, choices)
    for before, move, now in zip(played.states, played.moves, played.states[1:], strict=False):
        held = sorted([*_cards(before), *map(str, before.stock)])
        holds = sorted([*_cards(now), *map(str, now.stock)])
        out = [str(before.piles[place].top) for place in move.at]
        assert sorted([*holds, *out]) == held


@EVERY_MARRIAGE
@RANDOM_PLAY
@FEW
def test_a_game_replays_and_undoes(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Seed and moves lead to the same state again, and undo goes back as far as the last card shown."""
    played = walk(rules, seed, choices)
    session = Session.replay(rules, seed, played.moves)
    assert session.state == played.last
    for before, move in zip(reversed(played.states[:-1]), reversed(played.moves), strict=True):
        if rules.reveals(before, move):
            with pytest.raises(NothingToUndo):
                session.undo()
            break
        session = session.undo()
        assert session.state == before


@EVERY_MARRIAGE
@RANDOM_PLAY
@FEW
def test_nothing_shows_a_card_that_was_not_dealt(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Neither the player's view nor the table nor the menus hold a card of the stock, or the seed."""
    row = walk(rules, f"{seed[:26]}-shown", choices).last
    shown = f"{rules.view(row)} {rules.table(row)} {rules.menus(row)} {rules.hopeless(row)}"
    hidden = set(row.stock) - {pile.top for pile in row.piles}
    assert not [card for card in hidden if repr(card) in shown or card.symbol in shown]
    assert "-shown" not in shown
    assert rules.view(row).piles == row.piles


@EVERY_MARRIAGE
@RANDOM_PLAY
@FEW
def test_menus_offer_every_removal(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """The menus hold each removal once, with a label that fits a list, and no menu is empty."""
    row = walk(rules, seed, choices).last
    menus = rules.menus(row)
    assert all(menu.choices for menu in menus)
    offered = [choice for menu in menus for choice in menu.choices]
    assert sorted(choice.move for choice in offered) == [
        move for move in rules.moves(row) if move.verb == "x"
    ]
    assert all(choice.where.startswith("card") for choice in offered)
    assert all([row.piles[place].top for place in choice.move.at] == [*choice.takes] for choice in offered)
    assert all(len(choice.label) <= 100 for choice in offered)


@EVERY_MARRIAGE
@RANDOM_PLAY
@FEW
def test_what_leaves_can_be_named_by_card(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """`x8S` and `x8♠-KC` are the same moves as by number, if each card is in the row only once."""
    row = walk(rules, seed, choices).last
    cards = [pile.top for pile in row.piles]
    mark = "," if rules.notation.write_move(Move("x", (0, 1))) == "x1,2" else "-"
    for move in rules.moves(row):
        named = [cards[place] for place in sorted({*move.at[:1], *move.at[-1:]})]
        if move.verb == "x" and all(cards.count(card) == 1 for card in named):
            for spelt in (map(str, named), (card.symbol for card in named)):
                assert rules.notation.read_move(f"x{mark.join(spelt)}", row) == move


@EVERY_MARRIAGE
@RANDOM_PLAY
@FEW
def test_a_hopeless_row_is_lost(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """No line of play wins a row of six that is called hopeless, unless by a redeal."""
    deck = [str(pile.top) for pile in rules.start(seed).piles] + [
        str(card) for card in rules.start(seed).stock
    ]
    row = rules.notation.read_position(
        " ".join(dict.fromkeys(deck[choice] for choice in (0, 9, *choices[:4], 40)))
    )
    if rules.hopeless(row) is not None:
        assert not _can_win(rules, row)


def _can_win(rules: AnyRules, row: Row) -> bool:
    moves = [move for move in rules.moves(row) if move.verb == "x"]
    return rules.outcome(row) == "won" or any(_can_win(rules, rules.play(row, move)) for move in moves)


@EVERY_MARRIAGE
def test_examples_of_the_pages_can_be_played(rules: AnyRules) -> None:
    """The example on a page of rules is a legal move of its position."""
    example = rules.page.example
    assert example is not None
    row = rules.notation.read_position(example.position)
    assert rules.notation.read_move(example.move, row) in rules.moves(row)

"""What a game shows: no hidden card, every other one, and moves that can be found on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from idle_year.engine.cards import Card
from idle_year.engine.positions import napoleon, pyramid
from idle_year.engine.rules import IN_NO_MENU
from tests.idle_year.engine.walks import EVERY_KIND, FEW, RANDOM_PLAY, walk

if TYPE_CHECKING:
    from idle_year.engine.rules import AnyRules


@EVERY_KIND
def test_nobody_sees_the_stock_of_a_new_game(rules: AnyRules) -> None:
    """The stock of a new game shows how many cards it holds, and none of them."""
    start = rules.start("tuesday")
    assert rules.view(start).stock == (None,) * len(start.stock)


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_a_board_shows_what_is_face_up(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """A board shows each pile by its top card and size, and how many cards are left in the stock."""
    state = walk(rules, seed, choices).last
    table = rules.table(state)
    shown = [(pile.top, pile.size) for row in table.rows for pile in row.piles if pile is not None]
    assert shown == _face_up(state)
    assert table.stock == (len(state.stock) if rules.start(seed).stock else None)


@EVERY_KIND
@RANDOM_PLAY
@FEW
def test_what_can_be_chosen_is_what_can_be_played(rules: AnyRules, seed: str, choices: list[int]) -> None:
    """Menus list every legal move but dealing once, with a card that lies where they say."""
    state = walk(rules, seed, choices).last
    offered = [choice for menu in rules.menus(state) for choice in menu.choices]
    listed = sorted(move for move in rules.moves(state) if move not in IN_NO_MENU)
    assert sorted(choice.move for choice in offered) == listed
    for choice in offered:
        assert rules.choice(state, choice.move) == choice
        assert _top(state, choice.place) == choice.card


def _face_up(state: Any) -> list[tuple[Card, int]]:
    """Return what lies face up: the piles of a row, or the open cards and the tops of other piles."""
    match state:
        case napoleon.Columns():
            columns = [(card, 1) for column in state.columns for card in column]
            heights = [(suit, height) for suit, both in enumerate(state.foundations) for height in both]
            tops = [(Card.of(suit, height - 1), height) for suit, height in heights if height]
            return [*columns, *_waste(state), *tops]
        case pyramid.Triangle():
            return [*((card, 1) for card in state.places if card is not None), *_waste(state)]
    return [(pile.top, pile.size) for pile in state.piles]


def _waste(state: napoleon.Columns | pyramid.Triangle) -> list[tuple[Card, int]]:
    return [(state.waste[-1], len(state.waste))] if state.waste else []


def _top(state: Any, place: int) -> Card:
    """Return the card at a place, which in Pyramid is the card itself."""
    match state:
        case napoleon.Columns():
            return state.pile(place)[-1]
        case pyramid.Triangle():
            return Card(place)
    top: Card = state.piles[place].top
    return top

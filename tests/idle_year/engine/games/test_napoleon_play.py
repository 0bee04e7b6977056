"""Napoleon at St Helena against an independent implementation, and invariants of all its games."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idle_year.engine.cards import PACK, RANKS, SUITS, Card, shuffled
from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL
from idle_year.engine.games.napoleon_moves import POSITIONS, dead_end
from idle_year.engine.line import count_lines
from idle_year.engine.positions.napoleon import COLUMNS, PACKS
from idle_year.engine.rules import DEAL, Move
from idle_year.engine.session import NothingToUndo, Session
from tests.idle_year.engine.games.plain_napoleon import PlainGame
from tests.idle_year.engine.walks import FEW, RANDOM_PLAY, walk

if TYPE_CHECKING:
    from idle_year.engine.positions.napoleon import Columns

BOTH = pytest.mark.parametrize("game", ["napoleon", "napoleon-manual"])
TABLE = "9C8S 9D 7S KC8S 6S KH - - 3C4C5D 2D w:3SQD f:AHAH2S | AS 2H"


def position(game: str, text: str) -> Columns:
    """Read a position."""
    return ALL[game].notation.read_position(text)  # type: ignore[no-any-return]  # the states of ALL are of any kind


def small(seed: int, cards: int, columns: int) -> str:
    """Write a few spades at random as a position without a stock; a two and an ace are up."""
    order = shuffled([card for card in PACK * 2 if card.suit == 3 and card.rank > 1], str(seed))[:cards]
    words = ["".join(map(str, order[column:cards:columns])) or "-" for column in range(columns)]
    return " ".join([*words, *["-"] * (10 - columns), "f:2SAS"])


def cards_of(state: Columns) -> Counter[Card | None]:
    """Count every card of a state."""
    up = [
        Card(suit * 13 + rank)
        for suit, both in enumerate(state.foundations)
        for height in both
        for rank in range(height)
    ]
    return Counter([*up, *state.waste, *state.stock, *(card for column in state.columns for card in column)])


SMALL = st.builds(small, st.integers(1, 999), st.integers(1, 6), st.integers(1, 6))


@BOTH
@RANDOM_PLAY
@FEW
def test_moves_are_those_of_the_rule_book(game: str, seed: str, choices: list[int]) -> None:
    """A second program with the same rules lists the same moves of Napoleon throughout whole games."""
    rules = ALL[game]
    played = walk(rules, seed, choices)
    plain = PlainGame(rules.notation.write_position(played.states[0]))
    for state, move in zip(played.states, [*played.moves, None], strict=True):
        assert [rules.notation.write_move(each) for each in rules.moves(state)] == plain.legal()
        assert state.waste == tuple(map(Card.read, plain.piles["w"]))
        if move is not None:
            plain.play(rules.notation.write_move(move), aces=game == "napoleon")


@given(text=SMALL)
@FEW
def test_every_other_move_is_refused(text: str) -> None:
    """Moves of Napoleon that are not listed cannot be played, and those that are can."""
    rules: Any = ALL["napoleon-manual"]
    state = position("napoleon-manual", text)
    for move in [Move(">", (source, target)) for source in range(12) for target in range(12)]:
        if move in rules.moves(state):
            assert cards_of(rules.play(state, move)) == cards_of(state)
        else:
            with pytest.raises(IllegalMove):
                rules.play(state, move)


@BOTH
@RANDOM_PLAY
@FEW
def test_no_card_is_lost(game: str, seed: str, choices: list[int]) -> None:
    """No card is lost in a game of Napoleon: two packs remain two packs."""
    assert cards_of(walk(ALL[game], seed, choices).last) == Counter(PACK * 2)


@BOTH
@RANDOM_PLAY
@FEW
def test_replay_and_undo(game: str, seed: str, choices: list[int]) -> None:
    """The moves replay to the same table, and undo takes the last one back unless it turned a card."""
    played = walk(ALL[game], seed, choices)
    session = Session.replay(ALL[game], seed, played.moves)
    assert session.state == played.last
    if not played.moves or played.moves[-1] == DEAL:
        with pytest.raises(NothingToUndo):
            session.undo()
    else:
        assert session.undo().state == played.states[-2]


def test_lines_of_play_are_as_many_as_in_the_rule_book() -> None:
    """Napoleon has as many lines of three moves as in the rule book."""
    state = position("napoleon-manual", TABLE)
    assert count_lines(ALL["napoleon-manual"], state, 3) == _lines(PlainGame(TABLE), 3)


@pytest.mark.slow
def test_dead_ends_are_those_of_the_whole_search() -> None:
    """Where the search can see to the end, the verdict is exactly whether a card can ever go up."""
    chance, verdicts = random.Random(1883), Counter[bool]()  # noqa: S311  the same tables every time
    while verdicts.total() < 150:
        text = _loose_ends(chance)
        dead = PlainGame(text).is_dead(POSITIONS)
        if dead is not None:
            assert dead_end(position("napoleon", text)) == dead
            verdicts[dead] += 1
    assert min(verdicts[True], verdicts[False]) > 40


def _loose_ends(chance: random.Random) -> str:
    """Return a table without a stock, on which cards of two suits at most can be put onto each other."""
    suits, low = chance.sample(SUITS, chance.choice((1, 2))), chance.randrange(2, 7)
    cards = [rank + suit for rank in RANKS[low : low + 5] for suit in suits] * PACKS
    chance.shuffle(cards)
    columns = [[cards.pop()] for _ in range(chance.randint(4, 7))]
    for _ in range(chance.randint(0, 3)):
        chance.choice(columns).append(cards.pop())
    # Kings move onto nothing, and alone in a column they stay.
    columns += [["K" + suit] for suit in SUITS * PACKS][: COLUMNS - len(columns) - chance.randint(0, 1)]
    chance.shuffle(columns)
    words = ["".join(column) for column in columns] + ["-"] * (COLUMNS - len(columns))
    waste = "".join(cards.pop() for _ in range(min(len(cards), chance.randint(0, 3))))
    tops = "".join(chance.choice(RANKS[low - 2 : low]) + suit for suit in suits)
    return " ".join([*words, f"w:{waste}"] if waste else words) + f" f:{tops}"


def _lines(game: PlainGame, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in game.legal():
        following = game.copy()
        following.play(move, aces=False)
        total += _lines(following, depth - 1)
    return total

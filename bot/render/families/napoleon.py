"""Napoleon at St Helena: columns, foundations and a waste, and runs of cards that move as one.

A run is cards of one suit in order, moved one by one through the empty columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise, takewhile
from math import inf
from typing import Any, ClassVar, NamedTuple

from bot.render.cards import EMPTY, Style
from bot.render.families.family import AS_ON_A_TABLE, About, Face, Family
from bot.render.language import Language, _, n_, read_here, worded
from bot.render.layout import BACK, COVERED, Bar, Layout, Place, downwards, shown, upright
from bot.render.marks import Spot
from idle_year.engine.cards import Card
from idle_year.engine.games.napoleon import LABELS, Napoleon
from idle_year.engine.games.napoleon_moves import CARRY
from idle_year.engine.positions.napoleon import FOUNDATION, PLACE_NAMES, WASTE, Columns
from idle_year.engine.rules import AnyRules, Choice, Move, Table
from idle_year.engine.wording import sentence

_PLAIN = Style()
_COLUMNS_BEGIN = 1.15
"""How far down the columns begin, below the stock, the waste and the foundations."""


class NapoleonRun(NamedTuple):
    """Cards that can go from one column to another, the lowest one last, and the single moves that do it."""

    source: int
    target: int
    cards: tuple[Card, ...]
    onto: Card | None
    """The card that they go onto, or None for an empty column."""
    moves: tuple[Move, ...]

    @property
    def names(self) -> tuple[int, int, int]:
        """What tells it from all others: from where, to where, and how many cards."""
        return self.source, self.target, len(self.cards)

    def face(self, style: Style, *, where: bool = False) -> Face:
        """Return the face of its button: `9♠ +2 →10♠`, or whole words for whoever listens.

        With `where`, its columns are told, as another one looks alike.
        """
        first, *others = self.cards
        columns = f" · {self.source + 1}→{self.target + 1}" if where else ""
        if style.spoken:
            return Face(style.say(_in_words(self) + columns))
        rest = others[0].symbol if len(others) == 1 else len(others)
        says = f"+{rest} →{self.onto.symbol}" if self.onto else f"+{rest} ▢"
        says += columns
        picture = style.picture(first)
        return Face(style.say(says if picture else f"{first.symbol} {says}"), picture)


class NapoleonFamily(Family):
    """What Napoleon and its variant say of themselves."""

    about: ClassVar = {
        "napoleon": About(sentence("Forty Thieves: two packs, ten columns, one card at a time"), 110),
        "napoleon-manual": About(sentence("Aces stay until you move them"), 110),
    }
    achievement: ClassVar = (sentence("Off the island"), sentence("win Napoleon at St Helena"))
    goals: ClassVar = {
        "napoleon": (
            sentence("Build each ace up to the king of its suit."),
            sentence(
                "The last card of a column or of the waste moves there, or onto a column that ends with the "
                "next higher card of its suit."
            ),
        ),
    }
    legend: ClassVar = sentence("On buttons, ↑ is a foundation, ▢ an empty column.")
    local_names: ClassVar = {
        "napoleon": ("Vierzig Räuber", "Cuarenta ladrones", "40 voleurs", "40人の盗賊", "ナポレオン")
    }
    bigger: ClassVar = AS_ON_A_TABLE
    over: ClassVar = sentence("It's over: no further card can reach the foundations.")

    def on_table(self, table: Table, _state: Columns) -> Layout:
        """Return upright columns, below the stock, the waste and the foundations."""
        places, lowest = [Place(0, 0, BACK if table.stock else EMPTY)], 0
        bars: dict[Spot, Bar] = {}
        for row, line in enumerate(table.rows):
            if row < WASTE:
                cards = tuple(map(shown, line.piles))
                spots = [(row, number) for number in range(len(cards))]
                places += downwards(row, _COLUMNS_BEGIN, cards, spots)
                tops = [_COLUMNS_BEGIN + COVERED * number for number in range(len(cards))]
                tops.append(tops[-1] + 1)
                bars |= {(row, number): Bar(row, top, row + 1, top) for number, top in enumerate(tops)}
                lowest = max(lowest, len(cards) - 1)
            else:
                first = 1 if row == WASTE else 2
                places += [Place(first + n, 0, shown(pile), (row, n)) for n, pile in enumerate(line.piles)]
                bars |= {(row, n): upright(first + n, 0) for n in range(len(line.piles) + 1)}
        return Layout(WASTE, _COLUMNS_BEGIN + COVERED * lowest + 1, places, bars, [])

    def gone_up(self, rules: AnyRules, before: Columns, after: Columns) -> Sequence[Card]:
        """Return the aces, unless the game leaves them to the player."""
        if not isinstance(rules, Napoleon) or not rules.plays_aces:
            return ()
        begun = [[sum(map(bool, heights)) for heights in each.foundations] for each in (before, after)]
        return [
            Card.of(suit, 0)
            for suit, (was, now) in enumerate(zip(*begun, strict=True))
            for _ in range(now - was)
        ]

    def signs(self, choice: Choice) -> str | None:
        """Return an arrow up for any foundation, whatever lies there."""
        return "↑" if choice.move.at[1] == FOUNDATION else None

    def runs(self, state: Columns) -> Iterable[NapoleonRun]:
        """Return every run of two or more cards that single moves can bring elsewhere."""
        return _runs(state)

    def offered_runs(self, state: Columns) -> Sequence[NapoleonRun]:
        """Return the runs worth a button: to an empty column only whole ones, and to one such column."""
        found = list(_runs(state))
        first = min((run.target for run in found if run.onto is None), default=None)
        return [
            run
            for run in found
            if run.onto is not None
            or (run.target == first and len(run.cards) == _length(state.columns[run.source]))
        ]

    def run_named(self, state: Columns, word: str) -> NapoleonRun | None:
        """Return the one run that a word such as `t3>t7`, `9S>10S` or `9S>t7` names."""
        found = [run for run in _runs(state) if _is_named(run, word)]
        return found[0] if len(found) == 1 else None

    def closed_up(self, text: str) -> str:
        """Return a line with the places of the board as they are written: `3>7` is `t3>t7`."""
        names, place = _places(read_here())
        text = re.sub(r">\s+", ">", text)
        return place.sub(lambda found: names.get(found[0].lower(), f"t{found[0]}"), text)

    def with_two(self, _state: Any, one: Card, other: Card) -> str:
        """Return the move of one card onto the other."""
        return f"{one}>{other}"

    def called(self, _rules: AnyRules, state: Columns) -> Iterator[tuple[str, Sequence[Move]]]:
        """Yield what runs are called on their buttons, with and without how many moves they are."""
        for run in _runs(state):
            name = _in_words(run)
            yield from ((name, run.moves), (re.split(r"\s*[(（]", name)[0], run.moves))
            yield run.face(_PLAIN).label or "", run.moves

    def example(self, written: str) -> str:
        """Return a move with the numbers of columns as the board has them."""
        return written.replace("t", "")


def _runs(state: Columns) -> Iterator[NapoleonRun]:
    empty = [place for place, column in enumerate(state.columns) if not column]
    if not empty:
        return
    for source, column in enumerate(state.columns):
        length = _length(column)
        for target in range(len(state.columns)):
            spare = tuple(place for place in empty if place != target)
            for count in _counts(state, source, target, length):
                if _fewest(count, len(spare)) < inf:
                    moves = tuple(_carried(count, source, target, spare))
                    onto = state.columns[target][-1] if state.columns[target] else None
                    yield NapoleonRun(source, target, column[-count:], onto, moves)


def _length(column: tuple[Card, ...]) -> int:
    """Return how many cards at the end of a column are of one suit and go down by one."""
    steps = pairwise(reversed(column))
    return sum(1 for _ in takewhile(lambda step: _follows(*step), steps)) + bool(column)


def _follows(lower: Card, upper: Card) -> bool:
    return (upper.suit, upper.rank) == (lower.suit, lower.rank + 1)


def _counts(state: Columns, source: int, target: int, length: int) -> range:
    """Return how many cards at the end of a column may go to another one, at least two of them."""
    column, onto = state.columns[source], state.columns[target]
    if source == target:
        return range(0)
    if not onto:
        return range(2, min(length, len(column) - 1) + 1)
    count = next((count for count in range(2, length + 1) if _follows(column[-count], onto[-1])), 0)
    return range(count, count + bool(count))


def _carried(count: int, source: int, target: int, spare: tuple[int, ...]) -> Iterator[Move]:
    """Yield the fewest single moves: some cards aside, the others onto the target, then those from aside."""
    if count == 1:
        yield Move(CARRY, (source, target))
        return
    first, *rest = spare
    aside = min(range(1, count), key=lambda aside: _moves_with(aside, count, len(rest)))
    yield from _carried(aside, source, first, tuple(rest))
    yield from _carried(count - aside, source, target, tuple(rest))
    yield from _carried(aside, first, target, tuple(rest))


@cache
def _fewest(count: int, spare: int) -> float:
    """Return how many single moves bring cards over with so many empty columns, infinity if none do."""
    if count == 1:
        return 1
    return min(_moves_with(aside, count, spare - 1) for aside in range(1, count)) if spare else inf


def _moves_with(aside: int, count: int, spare: int) -> float:
    return 2 * _fewest(aside, spare) + _fewest(count - aside, spare)


def _in_words(run: NapoleonRun) -> str:
    """Say what a run does: `9♠ and 2 more onto 10♠ (5 moves)`."""
    card, *others = (card.symbol for card in run.cards)
    rest = others[0] if len(others) == 1 else n_("{n} more", "{n} more", len(others))
    moves = n_("{n} move", "{n} moves", len(run.moves))
    if run.onto is None:
        return _("{card} and {cards} to the empty column ({moves})", card=card, cards=rest, moves=moves)
    other = run.onto.symbol
    # Translators: such as "9♠ and 2 more onto 10♠ (5 moves)", or "9♠ and 8♠ onto 10♠ (3 moves)"
    return _("{card} and {cards} onto {other} ({moves})", card=card, cards=rest, other=other, moves=moves)


def _is_named(run: NapoleonRun, word: str) -> bool:
    """Whether a word such as `t3>t7`, `9S>10S` or `9S>t7` names a run by its places or cards."""
    source, _, target = word.rstrip(",;").partition(">")
    places = PLACE_NAMES[run.source], PLACE_NAMES[run.target]
    by_place = run.onto is not None and source.lower() == places[0]
    return (by_place or _is_card(source, run.cards[0])) and (
        target.lower() == places[1] or (run.onto is not None and _is_card(target, run.onto))
    )


def _is_card(word: str, card: Card) -> bool:
    try:
        return Card.read(word) == card
    except ValueError:
        return False


@lru_cache(maxsize=8)
def _places(_language: Language) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return what boards call the waste and the aces of Napoleon, and what finds a place in a move."""
    waste, aces = (
        {label.text.strip(), worded(label.text).strip().lower()}
        for label in (LABELS[WASTE], LABELS[FOUNDATION])
    )
    names = dict.fromkeys(waste, PLACE_NAMES[WASTE]) | dict.fromkeys(aces, PLACE_NAMES[FOUNDATION])
    source, target = ("|".join(["10", "[1-9]", *map(re.escape, words)]) for words in (waste, aces))
    return names, re.compile(rf"\b(?:{source})(?=>)|(?<=>)(?:{target})(?![\w♣♦♥♠])", re.IGNORECASE)

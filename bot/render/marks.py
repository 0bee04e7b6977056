"""What is marked on a board: the cards that can move, and the two places of the last move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from idle_year.engine.rules import IN_NO_MENU, AnyRules, Choice, Pile, Table
from idle_year.engine.session import Session

Spot: TypeAlias = tuple[int, int]
"""A row of a table and a place in it, counted from 0."""
_Piles: TypeAlias = tuple[Pile | None, ...]


class Marks(NamedTuple):
    """The marked places of a table."""

    free: frozenset[Spot] = frozenset()
    """Where the cards lie that can move or leave."""
    bars: frozenset[Spot] = frozenset()
    """The places with a bar before them: either side of a card that has come, one where a card has gone."""


UNMARKED = Marks()


def marks_of(session: Session[Any]) -> Marks:
    """Return what to mark on the board of a game: nothing can move once it is over."""
    table = session.table
    choices = [choice for menu in session.menus for choice in menu.choices]
    free = {place for choice in choices for place in _places(table, choice)}
    return Marks(frozenset(free), frozenset(_bars(session)))


def _places(table: Table, choice: Choice) -> Iterator[Spot]:
    """Yield where the cards of a move lie."""
    if table.rows[0].label is None:
        yield from ((0, place) for place in (choice.move.at if choice.takes else [choice.place]))
        return
    cards = choice.takes or (choice.card,)
    for number, row in enumerate(table.rows):
        for place, pile in enumerate(row.piles):
            if pile is None or pile.top not in cards:
                continue
            # Of two identical cards in columns, only that on top of its own column can move.
            if choice.takes or (number == choice.place and place == len(row.piles) - 1):
                yield number, place


def _bars(session: Session[Any]) -> Iterator[Spot]:
    """Yield where the bars of the last move are; what shuffles all cards anew has none."""
    if not session.moves or not session.table.rows:
        return
    rules = session.rules
    before = {row.label: row.piles for row in rules.table(session.before).rows}
    for row, (now, label, _) in enumerate(session.table.rows):
        was = before.get(label, ())
        bars = _changed(was, now) if label else _moved(rules, session, was, now)
        yield from ((row, place) for place in bars)


def _changed(was: _Piles, now: _Piles) -> Iterator[int]:
    """Yield the bars of a column, or of a line in which every card keeps its place."""
    for place, pile in enumerate(now):
        if place >= len(was) or was[place] != pile:
            yield from (place, place + 1)
    if len(was) > len(now):
        yield len(now)


def _moved(rules: AnyRules, session: Session[Any], was: _Piles, now: _Piles) -> Iterator[int]:
    """Yield the bars of a row that closes its gaps."""
    start, end = _ends(was, now)
    move = session.moves[-1]
    if move in IN_NO_MENU:
        if len(now) > len(was):
            yield from (start, start + 1)
        return
    choice = rules.choice(session.before, move)
    yield from (start, end)
    for place, pile in enumerate(now[start:end], start):
        if pile and pile.top == choice.card and not choice.takes:
            yield from (place, place + 1)


def _ends(was: _Piles, now: _Piles) -> tuple[int, int]:
    """Return where two rows begin to differ, and where the second one ends to."""
    same = min(len(was), len(now))
    start = next((place for place in range(same) if was[place] != now[place]), same)
    tail = next((place for place in range(same - start) if was[-1 - place] != now[-1 - place]), same - start)
    return start, len(now) - tail

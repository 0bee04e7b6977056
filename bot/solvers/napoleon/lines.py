"""Line translation: a kernel's steps as moves of the rules, with the safe moves that kernels leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games.napoleon_moves import CARRY, SOURCES
from bot.engine.positions.napoleon import FOUNDATION
from bot.engine.rules import DEAL, Move
from bot.solvers.napoleon.expand import DEALT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.engine.cards import Card
    from bot.engine.games.napoleon import Napoleon
    from bot.engine.positions.napoleon import Columns


def moves_of(rules: Napoleon, state: Columns, steps: Iterable[tuple[int, int]]) -> Iterator[Move]:
    """Yield every move of a line: kernels leave out the cards that `settle` sends up, some rules the aces."""
    for step in (None, *steps):
        if step is not None:
            move = move_of(*step)
            yield move
            state = rules.play(state, move)
        while (source := _safe(state)) is not None:
            move = Move(CARRY, (source, FOUNDATION))
            yield move
            state = rules.play(state, move)


def move_of(source: int, target: int) -> Move:
    """Return the move from one place to another, or the one that turns a card."""
    return DEAL if target == DEALT else Move(CARRY, (source, target))


def _safe(state: Columns) -> int | None:
    """Return a place whose top card the lower foundation of its suit is ready for, or None."""
    return next((place for place in SOURCES if _waited_for(state, state.pile(place))), None)


def _waited_for(state: Columns, pile: tuple[Card, ...]) -> bool:
    return bool(pile) and pile[-1].rank == state.foundations[pile[-1].suit][1]

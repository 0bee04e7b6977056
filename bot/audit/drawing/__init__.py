"""Small positions of every game, in every phase, drawn from few ranks and suits so rare things happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.audit.drawing.accordion import draw_accordion
from bot.audit.drawing.cribbage import draw_cribbage
from bot.audit.drawing.marriage import draw_marriage
from bot.audit.drawing.napoleon import draw_napoleon
from bot.audit.drawing.pyramid import draw_pyramid

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from bot.engine.rules import AnyRules

_DRAW: dict[str, Callable[[Any, random.Random], Any]] = {
    "accordion": draw_accordion,
    "marriage": draw_marriage,
    "cribbage": draw_cribbage,
    "napoleon": draw_napoleon,
    "pyramid": draw_pyramid,
}


def draw(rules: AnyRules, chance: random.Random) -> Any:
    """Return a small position of a game, with all cards of its stock known."""
    state = _DRAW[rules.family](rules, chance)
    return _played_on(rules, state, chance) if chance.random() < 0.3 else state


def _played_on(rules: AnyRules, state: Any, chance: random.Random) -> Any:
    """Return the state after a few random moves, thus with chances that were passed up."""
    for _ in range(chance.randint(1, 6)):
        moves = rules.moves(state)
        if not moves:
            break
        state = rules.play(state, chance.choice(moves))
    return state

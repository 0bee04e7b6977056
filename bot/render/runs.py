"""The words of a run in Napoleon at St Helena: its cards, where they go, and how many moves that is."""

from __future__ import annotations

from bot.engine.wording import counted
from bot.render.cards import Style
from bot.render.labels import Face
from bot.service.runs import Run


def run_face(run: Run, style: Style) -> Face:
    """Return the face of the button that moves a run: `9♠ and 2 more onto 10♠ (5 moves)`."""
    first, *others = run.cards
    picture = style.picture(first)
    rest = others[0].symbol if len(others) == 1 else f"{len(others)} more"
    onto = f"onto {run.onto.symbol}" if run.onto else "to the empty column"
    says = f"and {rest} {onto} ({counted(len(run.moves), 'move')})"
    return Face(style.say(says if picture else f"{first.symbol} {says}"), picture)

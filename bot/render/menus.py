"""The lists under a board, and what is typed instead: what they hold, and what each move is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.rules import Choice, Menu
    from bot.render.style import Style
    from bot.service.game import Game

_LONGEST_LABEL, _LONGEST_TITLE = 100, 45
TYPED = "Moves, with a space between them"
"""What stands over the field in which moves are typed."""


def option_text(choice: Choice, style: Style) -> str:
    """Return a move in the player's words; of cards that are too many, the first, but always the place."""
    label = style.say(choice.label)
    if len(label) <= _LONGEST_LABEL:
        return label
    place = style.say(f"… · {choice.where}")
    return label[: _LONGEST_LABEL - len(place)] + place


def list_text(menu: Menu, part: Sequence[Choice], style: Style) -> str:
    """Say what a list holds; of several, first from where to where, because a phone cuts the end off."""
    total = counted(len(menu.choices), "move")
    says = f"{menu.title} — {total}"
    if len(part) < len(menu.choices):
        says = f"{part[0].where} to {part[-1].where} · {menu.title} — {len(part)} of {total}"
    return style.say(says) if style.spoken else f"{menu.arrows} {says}".strip()


def typing_title(game: Game) -> str:
    """Return what stands over the form in which moves are typed."""
    return f"Moves · {game.rules.name}"[:_LONGEST_TITLE]


def typing_example(game: Game) -> str:
    """Return some moves that could be typed now."""
    moves = [game.rules.notation.write_move(move) for move in game.rules.moves(game.state)]
    return f"such as {' or '.join(moves[:3])}"

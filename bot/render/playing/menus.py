"""What the moves under a board are called, on buttons, in selects and in the modal for typing them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.engine.positions.row import pile_number
from bot.engine.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.rules import Choice
    from bot.render.cards.style import Style
    from bot.service.game import Game

_LONGEST_LABEL, _LONGEST_TITLE, _LONGEST_ON_BUTTON = 100, 45, 80
TYPED = "Moves, with a space between them"
"""The label of the field in which moves are typed."""


class Face(NamedTuple):
    """What is on a button: text, the picture of a card, or both."""

    label: str | None
    picture: str | None = None


def move_face(choice: Choice, style: Style, *, where: bool = False) -> Face:
    """Return the face of a move's button, with its place (`where`) if the cards do not tell it apart."""
    picture = style.picture(choice.card)
    says = choice.does if picture else choice.what
    says = style.say(f"{says} · {choice.where}" if where else says)
    return Face(says[:_LONGEST_ON_BUTTON] or None, picture)


def card_face(choice: Choice, style: Style, *, where: bool = False) -> Face:
    """Return the face of a movable card's button, with its place (`where`) if there are two such cards."""
    picture, number = style.picture(choice.card), f"{pile_number(choice.place)}" if where else ""
    if picture:
        return Face(number or None, picture)
    return Face(f"{style.say(choice.card.symbol)} {number}".strip())


def option_text(choice: Choice, style: Style) -> str:
    """Return a move in the player's words; if there are too many cards, the first, but always the place."""
    label = style.say(choice.label)
    if len(label) <= _LONGEST_LABEL:
        return label
    place = style.say(f"… · {choice.where}")
    return label[: _LONGEST_LABEL - len(place)] + place


def list_text(part: Sequence[Choice], style: Style) -> str:
    """Say from which move to which a select goes; that comes first, because a phone cuts the end off."""
    first, last = part[0].card.symbol, part[-1].card.symbol
    return style.say(f"Other moves: {first} to {last} — {counted(len(part), 'move')}")


def typing_title(game: Game) -> str:
    """Return the title of the modal in which moves are typed."""
    return f"Moves · {game.rules.name}"[:_LONGEST_TITLE]


def typing_example(game: Game) -> str:
    """Return some moves that could be typed now."""
    moves = [game.rules.notation.write_move(move) for move in game.session.legal]
    return f"such as {' or '.join(moves[:3])}"

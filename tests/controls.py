"""The controls of a board that make a move, found as a player finds them: by what they play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.render import labels
from bot.ui.presses import Press
from small_discord import Message, Person, Reply
from small_discord.limits.kinds import Kind, walk

HERE = "The Parlour/#patience"
"""Where people play, if it matters to nobody."""


class Control(NamedTuple):
    """A button, or an option of a list."""

    custom_id: str
    chosen: list[str]
    """The value of the option; empty for a button."""

    @property
    def taps(self) -> int:
        """How many taps it takes: one for a button, two for an option, whose list is opened first."""
        return 2 if self.chosen else 1


def offered(board: Message) -> dict[str, Control]:
    """Return the card moves that a single control makes, buttons first."""
    moves = {press.rest or "": Control(press.custom_id, []) for press in _presses(board, "play")}
    for select in board.selects:
        for option in select["options"]:
            moves[option["value"]] = Control(select["custom_id"], [option["value"]])
    return moves


def first(board: Message) -> str:
    """Return the first move that a single control makes."""
    return next(iter(offered(board)))


async def make(person: Person, board: Message, move: str) -> Reply:
    """Make a move by the control that offers it, or by choosing the card and then where it goes."""
    board, control = await find(person, board, move)
    return await person.use(board, control.custom_id, control.chosen)


async def find(
    person: Person, board: Message, move: str, place: int | None = None
) -> tuple[Message, Control]:
    """Return the control that makes a move, and its message: the board, or the one after a card was chosen.

    If `place`, where the card lies, is not given, one card after another is tried.
    """
    if move in offered(board):
        return board, offered(board)[move]
    for press in _presses(board, "card"):
        if place is not None and press.numbers() != [place]:
            continue
        chosen = (await person.use(board, press.custom_id, [])).message
        if chosen is None:
            continue
        if move in offered(chosen):
            return chosen, offered(chosen)[move]
        await person.press(chosen, labels.OTHER_CARD)
    raise LookupError(f"No control makes {move}; there are {list(offered(board))}.")


def shown(reply: Reply) -> Message:
    """Return the message that an answer shows."""
    if reply.message is None:
        raise RuntimeError("The bot answered without a message.")
    return reply.message


def _presses(board: Message, verb: str) -> Iterator[Press]:
    """Yield the presses that the buttons with a verb stand for, in order."""
    for component in walk(board.components):
        if component["type"] == Kind.BUTTON and component.get("custom_id", "").startswith("iy:"):
            press = Press.read(component["custom_id"])
            if press.verb == verb:
                yield press

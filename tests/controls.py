"""The controls of a board that make a move, found as a player finds them: by what they play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.ui.moves import farther
from bot.ui.presses import Press
from small_discord import Message, Person, Reply
from small_discord.limits.kinds import Kind, walk
from small_discord.people.message import button_face

HERE = "The Parlour/#patience"
"""Where people play, if it matters to nobody."""

_PLAYS = ("play", "parlour")
_COLOURS = (1, 3, 4)
"""Blue, green and red; grey is 2, and a link 5."""


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
    presses = (Press.read(each) for each in _custom_ids(board) if each.startswith("iy:"))
    moves = {press.rest or "": Control(press.custom_id, []) for press in presses if press.verb in _PLAYS}
    for select in board.selects:
        for option in select["options"]:
            if farther(option["value"]) is None:
                moves[option["value"]] = Control(select["custom_id"], [option["value"]])
    return moves


def farther_away(board: Message) -> Control:
    """Return the option of a list that shows the moves farther away from the last one."""
    options = ((select["custom_id"], each["value"]) for select in board.selects for each in select["options"])
    return next(Control(menu, [value]) for menu, value in options if farther(value) is not None)


def first(board: Message) -> str:
    """Return the first move that a single control makes."""
    return next(iter(offered(board)))


def button(message: Message, verb: str) -> str:
    """Return the custom_id of the button that does something, whatever language it is in."""
    return next(each for each in _custom_ids(message) if Press.read(each).verb == verb)


def does(message: Message, verb: str) -> bool:
    """Whether a message has a button that does something."""
    ids = (each for each in _custom_ids(message) if each.startswith("iy:"))
    return any(Press.read(each).verb == verb for each in ids)


def coloured(message: Message) -> list[str]:
    """Return the labels of the buttons that stand out."""
    buttons = (each for each in walk(message.components) if each["type"] == Kind.BUTTON)
    return [button_face(each) for each in buttons if each["style"] in _COLOURS]


async def make(person: Person, board: Message, move: str) -> Reply:
    """Make a move by the control that offers it."""
    control = offered(board)[move]
    return await person.use(board, control.custom_id, control.chosen)


def shown(reply: Reply) -> Message:
    """Return the message that an answer shows."""
    if reply.message is None:
        raise RuntimeError("The bot answered without a message.")
    return reply.message


def _custom_ids(board: Message) -> Iterator[str]:
    """Yield what the buttons of a message send, in order."""
    for component in walk(board.components):
        if component["type"] == Kind.BUTTON:
            yield component.get("custom_id", "")

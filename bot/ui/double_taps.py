"""A double tap is one tap: the second of two taps on one spot is no move if the first has changed the spot.

When a press was made is read from its id, which Discord stamps; when a message was redrawn, from the id of
the press that redrew it and from how long that took us. So it does not matter what our own clock says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import discord

from bot.ui.request import Request

_QUICK = 0.5
"""Seconds after a redraw in which nobody has read it yet."""
_MOVES = {"play", "run", "take", "shown", "redeal", "undo", "redo"}
"""Verbs that are no move if nobody can have meant them. Whoever deals, or follows a line, may go fast."""
_MOST_MESSAGES = 1000
"""Messages whose last redraw is remembered: far more than half a second brings."""
_Spot: TypeAlias = tuple[int, int]
"""A row, counted from the last one up, as Discord keeps the end of a message in sight; and where in it."""


class _Meaning(NamedTuple):
    """What a component says, and what it sends: the same words may be another move."""

    label: str
    sent: str


class _Redraw(NamedTuple):
    """The last redraw of a message."""

    at: float
    """Seconds, on Discord's clock."""
    before: Sequence[Any]
    """The components that the message had; what they mean is read only if a press comes so soon."""


class DoubleTaps:
    """Knows which messages have just been redrawn, and what was where before."""

    def __init__(self) -> None:
        self._redraws: dict[int, _Redraw] = {}

    def note_redraw(self, request: Request, seconds: float) -> None:
        """Remember that Discord has acknowledged a redraw of what was pressed, so long after the press."""
        if (message := request.message) is None:
            return
        self._redraws.pop(message.id, None)
        self._redraws[message.id] = _Redraw(request.made_at + seconds, message.components)
        if len(self._redraws) > _MOST_MESSAGES:
            del self._redraws[next(iter(self._redraws))]

    def is_second_tap(self, request: Request) -> bool:
        """Whether a press would move, and came too soon on a place that meant something else before."""
        message = request.message
        redraw = self._redraws.get(message.id) if message is not None else None
        if message is None or redraw is None or request.press.verb not in _MOVES:
            return False
        if request.made_at - redraw.at >= _QUICK:
            return False
        sent = _sent(request.press.custom_id)
        before = dict(_placed(redraw.before))
        return any(
            before.get(place, meaning) != meaning
            for place, meaning in _placed(message.components)
            if meaning.sent == sent
        )


def _placed(components: Iterable[Any]) -> Iterator[tuple[_Spot, _Meaning]]:
    """Yield what is where in a message."""
    for up, row in enumerate(reversed([*_rows(components)])):
        for across, each in enumerate(row.children):
            yield (up, across), _meaning(each)


def _rows(components: Iterable[Any]) -> Iterator[discord.ActionRow]:
    for each in components:
        if isinstance(each, discord.ActionRow):
            yield each
        else:
            yield from _rows(getattr(each, "children", ()))


def _meaning(component: Any) -> _Meaning:
    label, emoji, sent = (getattr(component, each, None) or "" for each in ("label", "emoji", "custom_id"))
    return _Meaning(f"{label} {emoji}", _sent(sent))


def _sent(custom_id: object) -> str:
    """Return the verb of a custom_id and what follows it; the game and its version are before that."""
    return str(custom_id or "").split(":", 3)[-1]

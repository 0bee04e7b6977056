"""Oddities: events with a field missing, null, of another type, or of an unknown value.

Discord adds values to its lists without notice, leaves out what its documentation promises, and sends null
where it has nothing to say. A client that takes any of that for granted fails on a day like that.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

Place: TypeAlias = tuple[str | int, ...]
"""The keys and numbers that lead to a field."""
_UNKNOWN_NUMBER = 9999
_UNKNOWN_NAME = "nobody_knows_this"


_NEEDED = ("READY", "RESUMED")
"""What is never odd now and then: without it there is no session."""


class Oddity(NamedTuple):
    """What is odd about an event."""

    place: Place
    way: str

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.place))}: {self.way}"

    def of(self, event: Any) -> Any:
        """Return an odd event; raise LookupError if it has no such field."""
        odd = copy.deepcopy(event)
        holder: Any = odd
        for key in self.place[:-1]:
            holder = holder[key]
        _WAYS[self.way](holder, self.place[-1])
        return odd


def oddities_of(event: Any) -> Iterator[Oddity]:
    """Yield each way in which a field of an event can be odd; of a list, the first entry can."""
    for place in _places(event):
        for way in _WAYS:
            yield Oddity(place, way)


def now_and_then(luck: Random, share: float) -> Callable[[str, Any], Any]:
    """Return weather in which this share of the events is odd in a way drawn at random.

    What begins a session never is.
    """

    def spoil(name: str, told: Any) -> Any:
        if name in _NEEDED or luck.random() >= share:
            return told
        ways = list(oddities_of(told))
        return luck.choice(ways).of(told) if ways else told

    return spoil


def _places(value: Any, above: Place = ()) -> Iterator[Place]:
    entries: Iterator[tuple[str | int, Any]] = iter(())
    if isinstance(value, dict):
        entries = iter(value.items())
    elif isinstance(value, list):
        entries = iter(enumerate(value[:1]))
    for key, entry in entries:
        yield (*above, key)
        yield from _places(entry, (*above, key))


def _leave_out(holder: Any, key: str | int) -> None:
    del holder[key]


def _nullify(holder: Any, key: str | int) -> None:
    holder[key] = None


def _change_type(holder: Any, key: str | int) -> None:
    holder[key] = {} if isinstance(holder[key], str | int | list | None) else "text"


def _make_unknown(holder: Any, key: str | int) -> None:
    if isinstance(holder[key], int) and not isinstance(holder[key], bool):
        holder[key] = _UNKNOWN_NUMBER
    elif isinstance(holder[key], str):
        holder[key] = _UNKNOWN_NAME


_WAYS = {"missing": _leave_out, "null": _nullify, "another type": _change_type, "unknown": _make_unknown}

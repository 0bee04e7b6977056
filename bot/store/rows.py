"""Reading rows as values: one that cannot be read is left out, and does not keep others from being read.

A newer process beside this one may write a kind that this one does not know, and SQLite lets any program
write anything into any column.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar, get_type_hints

from bot.store.once_a_minute import OnceAMinute

log = logging.getLogger(__name__)
_LOGGED = OnceAMinute()
T = TypeVar("T")


def misfits(shape: Any, row: Mapping[Any, Any]) -> list[str]:
    """Return the names of what in a row is not of the type that a class has for it."""
    hints = _hints(shape)
    return [name for name, value in row.items() if not _fits(value, hints[name])]


def fitting(shape: type[T], rows: Iterable[Sequence[Any]]) -> list[T]:
    """Return a named tuple for each row, which has its fields in their order; the log names what is bad."""
    found = []
    for row in rows:
        bad = _misfits_in_order(shape, row)
        if bad:
            _log(f"A row of {shape.__name__} is left out: {', '.join(bad)} cannot be read.")
        else:
            found.append(shape(*row))
    return found


def _log(line: str) -> None:
    if _LOGGED.held_back(line) is not None:
        log.error("%s", line)


def _misfits_in_order(shape: Any, row: Sequence[Any]) -> list[str]:
    return misfits(shape, dict(zip(_hints(shape), row, strict=False)))


@functools.cache
def _hints(shape: Any) -> dict[str, Any]:
    return get_type_hints(shape)


def _fits(value: object, hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return value in {each.value for each in hint}
    return isinstance(value, hint)

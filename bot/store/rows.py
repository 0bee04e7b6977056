"""Reading rows as values: one that cannot be read is left out, and does not keep others from being read.

A newer process beside this one may write a kind that this one does not know, and SQLite lets any program
write anything into any column.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar, get_type_hints

T = TypeVar("T")


def misfits(shape: Any, row: Mapping[Any, Any]) -> list[str]:
    """Return the names of what in a row is not of the type that a class has for it."""
    hints = _hints(shape)
    return [name for name, value in row.items() if not _fits(value, hints[name])]


def fitting(shape: type[T], rows: Iterable[Sequence[Any]], leave_out: Callable[[list[str]], None]) -> list[T]:
    """Return a named tuple for each row, which has its fields in their order.

    `leave_out` is told what is bad in a row that cannot be read.
    """
    found = []
    for row in rows:
        bad = misfits(shape, dict(zip(shape.__annotations__, row, strict=False)))
        if bad:
            leave_out(bad)
        else:
            found.append(shape(*row))
    return found


@functools.cache
def _hints(shape: Any) -> dict[str, Any]:
    return get_type_hints(shape)


def _fits(value: object, hint: Any) -> bool:
    if not (isinstance(hint, type) and issubclass(hint, Enum)):
        return isinstance(value, hint)
    try:
        hint(value)
    except ValueError:
        return False
    return True

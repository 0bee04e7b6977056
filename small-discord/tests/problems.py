"""Reading a refusal: which field it names and with which code."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from small_discord.limits.errors import ApiError


def found(refusal: ApiError) -> dict[str, str]:
    """Return the codes by dotted path; an error without fields is found under its number."""
    return dict(_walk(refusal.errors, ())) if refusal.errors else {"": str(refusal.code)}


def named(cases: Iterable[str], *, not_implemented: str) -> list[Any]:
    """Return the names of cases, one of which is also logged."""
    told = pytest.mark.logs("The small Discord does not implement")
    return [pytest.param(name, marks=told) if name == not_implemented else name for name in cases]


def _walk(node: Any, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for key, value in node.items():
        if key == "_errors":
            yield ".".join(path), value[0]["code"]
        else:
            yield from _walk(value, (*path, key))

"""The table in the README: which of Discord's routes work, and which answer 501."""

import re
from collections import defaultdict
from collections.abc import Iterable

from small_discord.rest.route import Route
from small_discord.wire import Json

HEAD = "| of Discord's API | works | answers 501 |\n|---|---|---|\n"
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_PARAMETER = re.compile(r"\{[^}]*\}")
_BEGIN = re.compile(r"/[^/{]+(?:/\{\})*/[^/{]+")
"""Up to the second word of a path."""
Called = tuple[str, str]
"""A method and a path, whose parameters have no names."""


def shape(path: str) -> str:
    """Return a path without the names of its parameters."""
    return _PARAMETER.sub("{}", path)


def works(routes: Iterable[Route]) -> dict[str, str]:
    """Return what works, by the beginning of its path."""
    return {
        begin: _told(found) for begin, found in _grouped((r.method, shape(r.path)) for r in routes).items()
    }


def table(document: Json, routes: list[Route]) -> str:
    """Return the table, with a row for each path of which something works, and one for all else of a kind."""
    all_ = [
        (method, shape(path))
        for path, item in document["paths"].items()
        for method in _METHODS
        if method.lower() in item
    ]
    here = works(routes)
    known = {(route.method, shape(route.path)) for route in routes}
    missing = _grouped(called for called in all_ if called not in known)
    rows = [f"| `{begin}` | {told} | {_told(missing.get(begin, []))} |" for begin, told in here.items()]
    return HEAD + "\n".join([*sorted(rows), *_nothing_of(missing.keys() - here.keys())]) + "\n"


def _nothing_of(begins: Iterable[str]) -> list[str]:
    kinds: dict[str, list[str]] = defaultdict(list)
    for begin in sorted(begins):
        kind, _, rest = begin[1:].partition("/")
        kinds[kind].append(rest.removeprefix("{}/") or "/")
    return [f"| `/{kind}`, the rest | | `{'`, `'.join(rest)}` |" for kind, rest in kinds.items()]


def _grouped(called: Iterable[Called]) -> dict[str, list[Called]]:
    """Return methods and the ends of paths, by how the paths begin."""
    groups: dict[str, list[Called]] = defaultdict(list)
    for method, path in called:
        begin = found[0] if (found := _BEGIN.match(path)) else path
        groups[begin].append((method, path.removeprefix(begin)))
    return groups


def _told(called: Iterable[Called]) -> str:
    methods: dict[str, list[str]] = defaultdict(list)
    for method, end in called:
        methods[end].append(method)
    ends = sorted(methods)
    in_order = {end: " ".join(sorted(methods[end], key=_METHODS.index)) for end in ends}
    return "; ".join(f"{names} `{end}`" if end else names for end, names in in_order.items())

"""The commands of a page of the documentation, in the order in which a reader meets them."""

from __future__ import annotations

import re

from tests.night.exports import ROOT

_HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def section(page: str, heading: str) -> str:
    """Return what stands below a heading, up to the next one that is not below it; raise LookupError."""
    text = (ROOT / page).read_text()
    # In a block of code, # begins a comment.
    blank = _FENCE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    found = [*_HEADING.finditer(blank)]
    for number, each in enumerate(found):
        if each[2] == heading:
            ends = (other.start() for other in found[number + 1 :] if len(other[1]) <= len(each[1]))
            return text[each.end() : next(ends, len(text))]
    raise LookupError(f"{page} has no heading {heading!r}")


def commands(page: str, heading: str, *, alone: bool = False) -> list[str]:
    """Return the blocks of shell commands below a heading; `alone` leaves out what has one of its own."""
    text = section(page, heading)
    if alone:
        text = re.split(r"^#+ ", text, maxsplit=1, flags=re.MULTILINE)[0]
    return [
        re.sub(rf"^{indent}", "", block, flags=re.MULTILINE)
        for indent, kind, block in _FENCE.findall(text)
        if kind == "sh"
    ]


def spans(page: str, heading: str) -> list[str]:
    """Return what stands in the running text below a heading as code."""
    return re.findall(r"`([^`\n]+)`", _FENCE.sub("", section(page, heading)))

"""What people read of a message."""

from __future__ import annotations

import re

_CLICKABLE = re.compile(r"</([^:>]+):[0-9]+>|`/([^`]+)`")


def as_read(text: str) -> str:
    """Return a text with the plain names of commands, whether a click runs them or not yet."""
    return _CLICKABLE.sub(lambda found: f"/{found[1] or found[2]}", text)

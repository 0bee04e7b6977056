"""Leaderboards as text for Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.rules import AnyRules
    from bot.render.style import Style
    from bot.store import Place

_MEDALS = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}


def leaderboard_text(
    rules: AnyRules, title: str, places: Sequence[Place], own: Place | None, style: Style
) -> str:
    """Return a page of a leaderboard, with the place of whoever asks under it."""
    lines = [f"### {rules.name} · {title}"]
    lines += [_line(rules, place) for place in places] or [
        "Nobody stands here yet: `/deal` and be the first."
    ]
    if own is not None and own not in places:
        lines += ["⋯", _line(rules, own)]
    elif own is None and places:
        lines.append("-# You do not stand here yet.")
    lines.append("-# Clean results (no undo, hint or check) stand above assisted ones (🛟). Days are UTC.")
    return style.say("\n".join(lines))


def worth(rules: AnyRules, left: int) -> str:
    """Return what a result is ranked by in words: `3 piles`, `61 points`."""
    (name, _), *_ = rules.score(rules.start("a")).parts
    return counted(abs(left), name.removesuffix("s").replace("_", " "))


def duration(seconds: int) -> str:
    """Return a time as people say it: `40 s`, `9 min`, `3 h`, `2 days`."""
    for limit, unit, name in ((120, 1, "s"), (7200, 60, "min"), (172_800, 3600, "h")):
        if seconds < limit:
            return f"{seconds // unit} {name}"
    return f"{seconds // 86_400} days"


def _line(rules: AnyRules, place: Place) -> str:
    helped = " · 🛟" if place.assisted else ""
    facts = f"{worth(rules, place.left)} · {counted(place.moves, 'move')} · {duration(place.seconds)}{helped}"
    return f"`{place.number:>2}` {_MEDALS.get(place.number, '')}<@{place.player}> · {facts}"

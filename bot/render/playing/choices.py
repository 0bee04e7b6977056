"""The wording of autocomplete choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.refusals import refusal_text

if TYPE_CHECKING:
    from bot.engine.errors import GameError
    from bot.engine.rules import AnyRules


def game_choice(rules: AnyRules) -> str:
    """Return a game and how it is dealt."""
    return f"{rules.name} · {rules.page.deal}"


def seed_choice(seed: str) -> str:
    """Return a seed that was typed."""
    return f"{seed} · the same cards for everyone who types it"


def date_choice(today: str) -> str:
    """Return today's date as a seed."""
    return f"{today} · today's date, easy to share"


def new_seed_choice(seed: str) -> str:
    """Return a seed that has just been made up."""
    return f"{seed} · made up just now"


def hidden_line_choice(line: str) -> str:
    """Return a line of moves about which nothing can be said yet."""
    return f"{line} · turns up a card first"


def warning_choice(error: GameError) -> str:
    """Say why what was typed is not possible."""
    return f"⚠ {refusal_text(error)}"

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.engine.games.marriage import Marriage
from bot.engine.games.napoleon import Napoleon
from bot.engine.games.pyramid import Pyramid
from tests.flow.conftest import allowed, art, first_start, parlour

__all__ = ["allowed", "art", "first_start", "parlour"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often some rules are asked to play a move, and for all that could be played."""
    many = Counter[str]()

    def counted(of: type, name: str) -> None:
        ask: Callable[..., Any] = getattr(of, name)

        def count(*given: Any) -> Any:
            many[name] += 1
            return ask(*given)

        monkeypatch.setattr(of, name, count)

    for of in (Marriage, Napoleon, Pyramid):
        counted(of, "play")
        counted(of, "menus")
        counted(of, "moves")
    return many

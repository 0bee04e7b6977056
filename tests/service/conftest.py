from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.service.thinking import Thinker
from tests.databases import postgres, store, url

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["postgres", "store", "url"]


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    """Think in threads, which end with the test."""
    thinker = Thinker()
    yield thinker
    thinker.close()

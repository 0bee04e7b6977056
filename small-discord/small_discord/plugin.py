"""The pytest plugin: a fixture with a small Discord that discord.py connects to instead of the real one.

pytest loads it wherever small-discord is installed, so it imports nothing of ours before the fixture is used.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from small_discord.server import SmallDiscord

try:
    from pytest_asyncio import fixture
except ModuleNotFoundError:
    # A test that uses it is told by pytest what it lacks.
    fixture = pytest.fixture  # type: ignore[assignment]


@fixture
async def small_discord() -> AsyncIterator[SmallDiscord]:
    """Start a fresh small Discord; every discord.py client that the test makes connects to it."""
    from small_discord.redirect import pointed_at
    from small_discord.server import SmallDiscord

    local = SmallDiscord()
    await local.start()
    try:
        with pointed_at(local.url):
            yield local
    finally:
        await local.close()

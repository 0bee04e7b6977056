"""The pytest plugin: a fixture with a small Discord that discord.py connects to instead of the real one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from small_discord.redirect import point_client_at
from small_discord.server import SmallDiscord

try:
    from pytest_asyncio import fixture
except ModuleNotFoundError:
    # pytest loads this wherever small-discord is installed, and tells a test that uses it what it lacks.
    fixture = pytest.fixture  # type: ignore[assignment]


@pytest.fixture
def small_discord_options() -> dict[str, Any]:
    """Return what `small_discord` is made with, as SmallDiscord takes it; a test, or a file, has its own."""
    return {}


@fixture
async def small_discord(small_discord_options: dict[str, Any]) -> AsyncIterator[SmallDiscord]:
    """Start a fresh small Discord; every discord.py client that the test makes connects to it."""
    local = SmallDiscord(**small_discord_options)
    await local.start()
    try:
        with point_client_at(local.url):
            yield local
    finally:
        await local.close()

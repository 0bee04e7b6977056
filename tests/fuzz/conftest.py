"""The small Discord alone, and with the whole bot in it."""

import pytest

from bot.service.players.limits import NO_LIMITS, Allowed
from tests.flow.conftest import art, parlour, patience
from tests.local.conftest import local

__all__ = ["art", "local", "parlour", "patience"]


@pytest.fixture
def allowed() -> Allowed:
    """Refuse nobody: thousands of buttons are pressed."""
    return NO_LIMITS

"""The whole bot, in which everybody may do everything."""

import pytest

from bot.service.limits import NO_LIMITS, Allowed
from tests.flow.conftest import art, first_start, parlour, patience

__all__ = ["art", "first_start", "parlour", "patience"]


@pytest.fixture
def allowed() -> Allowed:
    """Refuse nobody: thousands of buttons are pressed."""
    return NO_LIMITS

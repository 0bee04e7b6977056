"""The small Discord alone, and with the whole bot in it."""

from tests.flow.conftest import art, parlour, patience
from tests.local.conftest import local

__all__ = ["art", "local", "parlour", "patience"]

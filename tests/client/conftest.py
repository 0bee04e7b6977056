from tests.flow.conftest import allowed, art, first_start, parlour

__all__ = ["allowed", "art", "first_start", "parlour"]

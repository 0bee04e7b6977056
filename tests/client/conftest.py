from tests.flow.conftest import allowed, art, parlour

__all__ = ["allowed", "art", "parlour"]

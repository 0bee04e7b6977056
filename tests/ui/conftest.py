from tests.flow.conftest import art, parlour

__all__ = ["art", "parlour"]

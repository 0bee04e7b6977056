from tests.flow.conftest import art, no_errors_logged, parlour

__all__ = ["art", "no_errors_logged", "parlour"]

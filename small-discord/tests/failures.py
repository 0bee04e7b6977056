"""Failures that are logged while a test runs: each is either expected by the test, or fails it."""

import re

from small_discord import failures


class Failures(failures.Failures):
    """Tells what a test has not expected, and what it has expected in vain."""

    def check(self, expected: list[str]) -> None:
        """Fail unless every failure reported is expected, and every expected one was reported."""
        unexpected = self.unexpected(expected)
        assert not unexpected, "Nobody has expected this in the log:\n" + "\n".join(unexpected)
        missing = [each for each in expected if not any(re.search(each, told) for told in self.told)]
        assert not missing, f"This was expected in the log: {missing}"

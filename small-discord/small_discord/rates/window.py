"""A count of requests that starts again after some seconds."""

import math

from small_discord.rates.limits import Limit


class Window:
    """Counts the requests of one bucket; its time begins with the first of them."""

    def __init__(self, limit: Limit, now: float) -> None:
        self.limit = limit
        self._used = 0
        self._ends = now + limit.seconds

    @property
    def remaining(self) -> int:
        """How many more requests fit."""
        return self.limit.requests - self._used

    def is_over(self, now: float) -> bool:
        """Say whether its time has run out."""
        return now >= self._ends

    def take(self) -> bool:
        """Count a request; return False if it does not fit."""
        if self.remaining <= 0:
            return False
        self._used += 1
        return True

    def wait(self, now: float) -> float:
        """Return the seconds until it is over, rounded up to milliseconds, as Discord gives them."""
        return math.ceil((self._ends - now) * 1000) / 1000

    def headers(self, bucket: str, now: float) -> dict[str, str]:
        """Return the rate limit headers of an answer."""
        return {
            "X-RateLimit-Limit": str(self.limit.requests),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": f"{self._ends:.3f}",
            "X-RateLimit-Reset-After": f"{self.wait(now):.3f}",
            "X-RateLimit-Bucket": bucket,
        }

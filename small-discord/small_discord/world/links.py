"""Signed addresses of files, which expire as Discord's own do: ids alone can be guessed."""

import hashlib
import hmac
import time
from collections.abc import Callable, Mapping

_A_DAY = 24 * 3600
_AN_HOUR = 3600


class Links:
    """Signs addresses and checks them; each is good for a day."""

    def __init__(self, secret: str, now: Callable[[], float] = time.time) -> None:
        self._secret = secret.encode()
        self.now = now

    def sign(self, path: str) -> str:
        """Return an address signed for the next day; it stays the same for an hour."""
        begin = int(self.now()) // _AN_HOUR * _AN_HOUR
        issued, ends = f"{begin:x}", f"{begin + _A_DAY:x}"
        return f"{path}?ex={ends}&is={issued}&hm={self._signature(path, ends, issued)}"

    def is_good(self, path: str, query: Mapping[str, str]) -> bool:
        """Return whether an address was signed here for this file, less than a day ago."""
        ends, issued, given = (query.get(key, "") for key in ("ex", "is", "hm"))
        right = hmac.compare_digest(self._signature(path, ends, issued).encode(), given.encode())
        return right and int(ends, 16) > self.now()

    def _signature(self, path: str, ends: str, issued: str) -> str:
        return hmac.new(self._secret, f"{path} {ends} {issued}".encode(), hashlib.sha256).hexdigest()

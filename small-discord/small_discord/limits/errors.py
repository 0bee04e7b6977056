"""Discord's error responses."""

import logging
from collections.abc import Iterator

from small_discord.wire import Json

Path = tuple[str, ...]
_log = logging.getLogger(__name__)


class ApiError(Exception):
    """A refusal, as the REST interface words it."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """Return the JSON body of the refusal."""
        body: Json = {"message": self.message, "code": self.code}
        return body if self.errors is None else body | {"errors": self.errors}


INTERNAL_ERROR = ApiError(500, 0, "500: Internal Server Error")
"""What Discord says if it has no words for what is wrong."""


class Problems:
    """Collects what is wrong with one request body, each problem at its path."""

    def __init__(self, prefix: Path = ()) -> None:
        self.prefix = prefix
        self._found: list[tuple[Path, str, str]] = []

    def add(self, path: Path, code: str, message: str) -> None:
        """Note one problem, at a path inside the body."""
        self._found.append((self.prefix + path, code, message))

    def lack(self, path: Path, what: str) -> None:
        """Note, and log, a part of Discord that is not here: a bot may swallow the refusal."""
        lack = f"The small Discord does not implement {what}"
        _log.error(lack)
        self.add(path, "NOT_IMPLEMENTED", lack)

    def __iter__(self) -> Iterator[tuple[Path, str, str]]:
        return iter(self._found)

    def __bool__(self) -> bool:
        return bool(self._found)

    def refuse(self) -> None:
        """Raise Discord's "Invalid Form Body" if anything was noted."""
        if self._found:
            raise ApiError(400, 50035, "Invalid Form Body", self.tree())

    def tree(self) -> Json:
        """Return the problems as Discord nests them."""
        tree: Json = {}
        for path, code, message in self._found:
            node = tree
            for step in path:
                node = node.setdefault(step, {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        return tree


def invalid(path: Path, code: str, message: str) -> ApiError:
    """Return an "Invalid Form Body" with a single problem."""
    problems = Problems()
    problems.add(path, code, message)
    return ApiError(400, 50035, "Invalid Form Body", problems.tree())


def unknown(what: str) -> ApiError:
    """Return the 404 for something that does not exist, such as a "Message"."""
    return ApiError(404, UNKNOWN[what], f"Unknown {what}")


def missing_permissions() -> ApiError:
    """Return the refusal of what is not permitted."""
    return ApiError(403, 50013, "Missing Permissions")


def missing_access() -> ApiError:
    """Return the refusal of what is hidden from the bot."""
    return ApiError(403, 50001, "Missing Access")


def wrong_channel() -> ApiError:
    """Return the refusal of what channels of this type do not have."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def by_discord() -> ApiError:
    """Return the refusal of what is not done to messages that Discord has written."""
    return ApiError(403, 50021, "Cannot execute action on a system message")


def archived() -> ApiError:
    """Return the refusal of what is not done in an archived thread."""
    return ApiError(400, 50083, "Thread is archived")


UNKNOWN = {
    "Channel": 10003,
    "Guild": 10004,
    "Member": 10007,
    "Message": 10008,
    "Overwrite": 10009,
    "Role": 10011,
    "User": 10013,
    "Emoji": 10014,
    "Webhook": 10015,
    "Ban": 10026,
    "Interaction": 10062,
    "application command": 10063,
}

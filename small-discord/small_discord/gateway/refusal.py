"""Why the gateway closes a connection."""


class Refusal(Exception):  # noqa: N818  named for what it is
    """The connection is closed with one of Discord's codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def wrong_token() -> Refusal:
    """Return the refusal of a token that is not, or no longer, the bot's."""
    return Refusal(4004, "Authentication failed.")

"""Who has added the app to their account, to have it with them everywhere."""

from typing import TYPE_CHECKING

from small_discord.world.file import WorldFile

if TYPE_CHECKING:
    from collections.abc import Callable

BY_SERVER, BY_USER = "0", "1"
"""How an app can be installed, as Discord writes it in `authorizing_integration_owners`."""


class Installs:
    """The ids of those people, kept in the world's file; listeners hear of every change."""

    def __init__(self, file: WorldFile) -> None:
        self._file = file
        self._users = {body["id"] for body in file.all("install")}
        self.listeners: list[Callable[[], None]] = []

    def __contains__(self, user_id: str) -> bool:
        return user_id in self._users

    def add(self, user_id: str) -> None:
        """Add the app to an account."""
        self._users.add(user_id)
        self._file.put("install", user_id, {"id": user_id})
        self._tell()

    def remove(self, user_id: str) -> None:
        """Remove the app from an account."""
        self._users.discard(user_id)
        self._file.drop("install", user_id)
        self._tell()

    def _tell(self) -> None:
        for listener in tuple(self.listeners):
            listener()

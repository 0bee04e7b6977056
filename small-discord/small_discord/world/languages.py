"""The language that each person's Discord is in; a server's stands with the server."""

from __future__ import annotations

from collections.abc import Callable

from small_discord.world.file import WorldFile

LOCALE = "en-GB"
"""What everybody and every server speaks unless another language was chosen."""


class Languages:
    """What people have chosen, by their ids; listeners hear of every change."""

    def __init__(self, file: WorldFile) -> None:
        self._file = file
        self._chosen: dict[str, str] = {body["id"]: body["locale"] for body in file.all("language")}
        self.listeners: list[Callable[[], None]] = []

    def of(self, user_id: str) -> str:
        """Return the language of a person's Discord, such as `pt-BR`."""
        return self._chosen.get(user_id, LOCALE)

    def choose(self, user_id: str, locale: str) -> None:
        """Change it."""
        self._chosen[user_id] = locale
        self._file.put("language", user_id, {"id": user_id, "locale": locale})
        for listener in tuple(self.listeners):
            listener()

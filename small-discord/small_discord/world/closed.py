"""Who accepts no direct messages from the bot: it may open the conversation, but send nothing in it."""

from small_discord.world.file import WorldFile


class ClosedMessages:
    """The ids of those people, kept in the world's file."""

    def __init__(self, file: WorldFile) -> None:
        self._file = file
        self._users = {body["id"] for body in file.all("closed")}

    def __contains__(self, user_id: object) -> bool:
        return user_id in self._users

    def close(self, user_id: str) -> None:
        """Block the bot's messages to a user."""
        self._users.add(user_id)
        self._file.put("closed", user_id, {"id": user_id})

    def open(self, user_id: str) -> None:
        """Let the bot send to a user again."""
        self._users.discard(user_id)
        self._file.drop("closed", user_id)

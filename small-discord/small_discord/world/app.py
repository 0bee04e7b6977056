"""What the bot has registered: commands, globally and per server, and emoji."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from small_discord.ids import Snowflakes
from small_discord.limits.commands import check_commands, check_one_command
from small_discord.limits.errors import ApiError, invalid, unknown
from small_discord.limits.normal import normal_command
from small_discord.wire import Json
from small_discord.world.file import WorldFile
from small_discord.world.places import App

MOST_EMOJI = 2000
MOST_BYTES = 256 * 1024
_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
_DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,(.*)", re.DOTALL)
_SIGNATURES = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
}


class Commands:
    """Application commands in Discord's JSON form; those of one server carry its `guild_id`."""

    def __init__(self, file: WorldFile, ids: Snowflakes, app: App) -> None:
        self._file = file
        self._ids = ids
        self._app = app
        self._known = file.all("command")

    def overwrite(self, guild_id: str | None, commands: list[Json]) -> list[Json]:
        """Register these commands in place of all others in this scope; a name that stays keeps its id."""
        check_commands(commands)
        old = self._ids_by_name(guild_id)
        fresh = [self._complete(command, guild_id, old) for command in commands]
        others = [command for command in self._known if command.get("guild_id") != guild_id]
        self._put(others, *fresh)
        return fresh

    def create(self, guild_id: str | None, command: Json) -> tuple[Json, bool]:
        """Register a command, replacing any with its name; return it, and whether it is new."""
        ids, kind = self._ids_by_name(guild_id), command.get("type", 1)
        same_id = ids.get((kind, str(command.get("name")))) if isinstance(kind, int) else None
        check_one_command(command, [each for each in self.registered(guild_id) if each["id"] != same_id])
        complete = self._complete(command, guild_id, ids)
        self._put([each for each in self._known if each["id"] != same_id], complete)
        return complete, same_id is None

    def get(self, guild_id: str | None, command_id: str) -> Json:
        """Return the command with an id in this scope, or raise ApiError."""
        for command in self.registered(guild_id):
            if command["id"] == command_id:
                return command
        raise unknown("application command")

    def edit(self, guild_id: str | None, command_id: str, changes: Json) -> Json:
        """Change the given fields of a command."""
        old = self.get(guild_id, command_id)
        changed = old | {key: changes[key] for key in changes.keys() - {"id", "type"}}
        check_one_command(changed, [each for each in self.registered(guild_id) if each is not old])
        changed = normal_command(changed) | {"version": self._ids.next()}
        self._put([each for each in self._known if each is not old], changed)
        return changed

    def delete(self, guild_id: str | None, command_id: str) -> None:
        """Delete a command."""
        old = self.get(guild_id, command_id)
        self._put([each for each in self._known if each is not old])

    def _ids_by_name(self, guild_id: str | None) -> dict[tuple[int, str], str]:
        return {(command["type"], command["name"]): command["id"] for command in self.registered(guild_id)}

    def _put(self, others: list[Json], *commands: Json) -> None:
        self._known = [*others, *commands]
        self._file.replace_all("command", self._known)

    def registered(self, guild_id: str | None) -> list[Json]:
        """Return the commands of one server or, with None, the global ones."""
        return [command for command in self._known if command.get("guild_id") == guild_id]

    def all(self) -> list[Json]:
        """Return all commands, whatever their scope."""
        return list(self._known)

    def _complete(self, command: Json, guild_id: str | None, old: dict[tuple[int, str], str]) -> Json:
        key = (command.get("type", 1), command["name"])
        complete = normal_command(command) | {
            "id": old.get(key) or self._ids.next(),
            "application_id": self._app.id,
            "version": self._ids.next(),
        }
        return complete if guild_id is None else complete | {"guild_id": guild_id}


class AppEmoji:
    """Emoji by id, with their pictures in the world's file."""

    def __init__(self, file: WorldFile, ids: Snowflakes, app: App) -> None:
        self._file = file
        self._ids = ids
        self._app = app
        self.by_id: dict[str, Json] = {body["id"]: body for body in file.all("emoji")}

    def get(self, emoji_id: str) -> Json:
        """Return an emoji, or raise ApiError "Unknown Emoji"."""
        try:
            return self.by_id[emoji_id]
        except KeyError:
            raise unknown("Emoji") from None

    def create(self, name: object, image: object) -> Json:
        """Add an emoji from a name and a picture given as a data URI."""
        if len(self.by_id) >= MOST_EMOJI:
            raise ApiError(400, 30008, f"Maximum number of emojis reached ({MOST_EMOJI})")
        checked = self._free_name(name)
        picture, kind = _picture(image)
        emoji: Json = {
            "id": self._ids.next(),
            "name": checked,
            "roles": [],
            "user": self._app.bot.payload,
            "require_colons": True,
            "managed": False,
            "animated": kind == "image/gif",
            "available": True,
        }
        self._file.put_bytes(emoji["id"], picture)
        return self._keep(emoji)

    def rename(self, emoji_id: str, name: object) -> Json:
        """Rename an emoji."""
        emoji = self.get(emoji_id)
        return self._keep(emoji | {"name": self._free_name(name, but_for=emoji_id)})

    def delete(self, emoji_id: str) -> None:
        """Delete an emoji and its picture."""
        del self.by_id[self.get(emoji_id)["id"]]
        self._file.drop("emoji", emoji_id)
        self._file.drop_bytes(emoji_id)

    def _keep(self, emoji: Json) -> Json:
        self._file.put("emoji", emoji["id"], emoji)
        self.by_id[emoji["id"]] = emoji
        return emoji

    def _free_name(self, name: Any, but_for: str = "") -> str:
        if not isinstance(name, str) or not 2 <= len(name) <= 32:
            raise invalid(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 32 in length.")
        if not _NAME.fullmatch(name):
            raise invalid(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(emoji["name"] == name and emoji["id"] != but_for for emoji in self.by_id.values()):
            raise invalid(
                ("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji of this name already exists"
            )
        return name


def _picture(image: object) -> tuple[bytes, str]:
    match = _DATA_URI.fullmatch(image) if isinstance(image, str) else None
    try:
        picture = base64.b64decode(match[2], validate=True) if match else b""
    except binascii.Error:
        picture = b""
    if not match or not picture.startswith(_SIGNATURES[match[1]]):
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
    if len(picture) > MOST_BYTES:
        raise invalid(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return picture, match[1]

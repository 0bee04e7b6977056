"""The application's own emoji."""

import base64
import binascii
import re
from typing import Any

from small_discord.limits.errors import ApiError, invalid, unknown
from small_discord.snowflakes import Snowflakes
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

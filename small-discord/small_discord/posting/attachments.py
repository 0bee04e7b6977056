"""Files of a message: stored, described, and found by ``attachment://name``."""

import mimetypes
import re
from collections.abc import Iterable

from small_discord.limits.errors import ApiError, invalid
from small_discord.limits.kinds import Kind
from small_discord.limits.messages import MOST_ATTACHMENTS
from small_discord.posting.body import Body, Upload
from small_discord.wire import Json
from small_discord.world.world import World

_UNSAFE = re.compile(r"[^\w.-]")


def attach(world: World, body: Body, old: list[Json]) -> list[Json]:
    """Store the files of a request and return all attachments that the message then has."""
    listed = body.json.get("attachments")
    about = {str(entry.get("id")): entry for entry in listed or []}
    kept = old if listed is None else [one for one in old if one["id"] in about]
    if len(kept) + len(body.files) > MOST_ATTACHMENTS:
        raise ApiError(400, 30015, f"Maximum number of attachments in a message reached ({MOST_ATTACHMENTS})")
    return kept + [store(world, file, about.get(str(number), {})) for number, file in body.files.items()]


def store(world: World, file: Upload, about: Json) -> Json:
    """Store a file and return it in Discord's JSON form; its address begins at the server's root."""
    snowflake = world.ids.next()
    filename = _UNSAFE.sub("_", about.get("filename") or file.filename)
    url = f"/attachments/{snowflake}/{filename}"
    world.file.put_bytes(snowflake, file.content)
    return {
        "id": snowflake,
        "filename": filename,
        "description": about.get("description"),
        "content_type": mimetypes.guess_type(filename)[0] or "application/octet-stream",
        "size": len(file.content),
        "url": url,
        "proxy_url": url,
        "flags": 0,
    }


def resolve_media(components: Iterable[Json], attachments: list[Json]) -> None:
    """Replace each ``attachment://name`` in freshly parsed components by the file's address.

    A file component is given its name and size as well, as Discord does.
    """
    for component in components:
        match component["type"]:
            case Kind.MEDIA_GALLERY:
                for item in component["items"]:
                    _resolve(item["media"], attachments)
            case Kind.THUMBNAIL:
                _resolve(component["media"], attachments)
            case Kind.FILE:
                attachment = _resolve(component["file"], attachments)
                if attachment is not None:
                    component |= {"name": attachment["filename"], "size": attachment["size"]}


def resolve_pictures(embeds: list[Json], attachments: list[Json]) -> None:
    """Do the same for the pictures of freshly parsed embeds."""
    for embed in embeds:
        for part in ("image", "thumbnail"):
            _resolve(embed.get(part) or {}, attachments)


def _resolve(media: Json, attachments: list[Json]) -> Json | None:
    """Put in the address of a file of the message; return the file, or None if it is none of them."""
    url = media.get("url") or ""
    if not url.startswith("attachment://"):
        return None
    name = _UNSAFE.sub("_", url.removeprefix("attachment://"))
    for attachment in attachments:
        if attachment["filename"] == name:
            media["url"] = attachment["url"]
            return attachment
    raise invalid(("components",), "MEDIA_ATTACHMENT_NOT_FOUND", f"There is no file {name!r} in this message")

"""What the small Discord shows, as text: what is new, changed or gone since somebody looked last."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

from bot.render.cards import picture_name
from idle_year.engine.cards import PACK
from small_discord.limits.kinds import SELECTS, Kind
from small_discord.people.message import Message, Modal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from small_discord.people.message import Choice
    from small_discord.wire import Json
    from small_discord.world.posts import Post
    from small_discord.world.world import World

_LINK = re.compile(r"https://discord\.com/channels/[@\w]+/(\d+)(/\d+)?")
_ID = re.compile(r"\b\d{15,20}\b")
_COMMAND, _EMOJI = re.compile(r"</([^:>]+):\d+>"), re.compile(r"<:(\w+):\d+>")
_CLOCK = re.compile(r"\d\d:\d\d")
"""What the time is now in the zones that are offered: the real time."""
_VERSION = re.compile(r"\b\d+\.\d+\.\d+(\+\w+)?")
_STAMP = re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(Z|[+]00:00)?")
_LOOKS = {1: "blue", 2: "", 3: "green", 4: "red", 5: "link"}
_LONGEST_FILE = 40  # lines
_LETTERS = str.maketrans("♣♦♥♠", "CDHS")
_CARDS = {
    picture_name(card, two_colours=two): f"{card.symbol.translate(_LETTERS)}{'2' if two else ''}"
    for card in PACK
    for two in (True, False)
}
"""The names of pictures, shortened; 2 stands for those in two colours."""


class Shown:
    """Looks at all that a small Discord shows, and tells what has changed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._seen: dict[str, Post] = {}
        self._numbers: dict[str, int] = {}

    def changes(self) -> list[str]:
        """Return what is new, changed or gone since the last look, as lines."""
        now = {post.id: post for channel in self._channels() for post in self._world.posts.within(channel)}
        before, self._seen = self._seen, now
        lines: list[str] = []
        for post_id in sorted(before.keys() | now.keys(), key=int):
            old, new = before.get(post_id), now.get(post_id)
            if new is None or new.dismissed:
                lines += [f"Gone: {self._name(post_id)}"] if old and not old.dismissed else []
            elif old is None:
                lines += [f"New: {self._name(post_id)}, {self._place(new)}", *self.read(Message(new))]
            elif new is not old and (whole := self.read(Message(new))) != self.read(Message(old)):
                lines += [f"Changed: {self._name(post_id)}, {self._place(new)}", *whole]
        return lines

    def read(self, message: Message) -> list[str]:
        """Return all that is to be read in a message, line by line."""
        lines = [*message.content.splitlines(), *self._components(message.components)]
        lines += [line for file in message.attachments for line in self._file(file)]
        return [f"  {self._settled(line)}".rstrip() for line in lines]

    def form(self, modal: Modal) -> list[str]:
        """Return what a form asks."""
        lines = [f"Form: {modal.title}"]
        for label in modal.payload["components"]:
            asked = label.get("component", label)
            lines.append(
                f"  {label.get('label')} [{asked.get('placeholder', '')}] = {asked.get('value', '')}"
            )
        return [self._settled(line) for line in lines]

    def offers(self, choices: Iterable[Choice]) -> list[str]:
        """Return what is offered to somebody who types."""
        told = (name if name == value else f"{name} = {value}" for name, value in choices)
        return [f"  offered: {_CLOCK.sub('HH:MM', self._settled(each))}" for each in told]

    def _channels(self) -> Iterator[str]:
        yield from self._world.channels
        yield from (each.id for each in self._world.dms.values())

    def _name(self, post_id: str) -> str:
        return f"message {self._numbers.setdefault(post_id, len(self._numbers) + 1)}"

    def _place(self, post: Post) -> str:
        place = self._channel(post.channel_id)
        return place if post.viewer is None else f"{place}, only for {self._world.users[post.viewer].name}"

    def _channel(self, channel_id: str) -> str:
        for dm in self._world.dms.values():
            if dm.id == channel_id:
                return f"messages of {self._world.users[str(dm.user_id)].name}"
        return f"#{self._world.channels[channel_id].name}"

    def _components(self, components: Iterable[Json]) -> Iterator[str]:
        for each in components:
            kind = each["type"]
            if kind == Kind.TEXT_DISPLAY:
                yield from each["content"].splitlines()
            elif kind == Kind.ACTION_ROW and each["components"][0]["type"] == Kind.BUTTON:
                yield " ".join(map(_button, each["components"]))
            elif kind in SELECTS:
                yield from _select(each)
            elif kind == Kind.MEDIA_GALLERY:
                yield from (f"(picture: {item.get('description')})" for item in each["items"])
            elif kind == Kind.SEPARATOR:
                yield "———"
            else:
                yield from self._components(each.get("components", ()))

    def _file(self, file: Json) -> Iterator[str]:
        content = self._world.file.bytes_of(file["id"]) or b""
        yield f"(file {file['filename']}, {file.get('description')})"
        if b"\0" in content:
            return
        lines = [self._settled(line) for line in content.decode().splitlines()]
        if len(lines) <= _LONGEST_FILE:
            yield from (f"| {line}" for line in lines)
        else:
            digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
            yield f"| {len(lines)} lines, {digest[:16]}"

    def _settled(self, text: str) -> str:
        """Return a text with names in the place of ids, which are others each day."""
        text = _COMMAND.sub(r"/\1", text)
        text = _EMOJI.sub(_card, text)
        text = _LINK.sub(lambda found: f"link to {self._channel(found[1])}", text)
        text = _VERSION.sub("VERSION", _STAMP.sub("TIME", text))
        return _ID.sub(lambda found: self._who(found[0]), text)

    def _who(self, number: str) -> str:
        world = self._world
        if number in world.users:
            return world.users[number].name
        if number in world.guilds:
            return world.guilds[number].name
        dms = {each.id for each in world.dms.values()}
        return self._channel(number) if number in world.channels or number in dms else "ID"


def _card(found: re.Match[str]) -> str:
    """Return a picture's card in short: `:8S:`."""
    return f":{_CARDS.get(found[1], found[1])}:"


def _button(button: Json) -> str:
    looks = [_LOOKS[button["style"]], "off" if button.get("disabled") else ""]
    picture = (button.get("emoji") or {}).get("name") or ""
    shown = f":{_CARDS[picture]}:" if picture in _CARDS else picture
    face = " ".join(filter(None, (shown, button.get("label"))))
    return f"[{', '.join(filter(None, (face, *looks)))}]"


def _select(select: Json) -> Iterator[str]:
    off = ", off" if select.get("disabled") else ""
    yield f"<{select.get('placeholder') or ''}{off}>"
    for option in select.get("options", ()):
        told: list[Any] = [
            option["label"],
            option.get("description"),
            "chosen" if option.get("default") else "",
        ]
        yield f"  - {', '.join(filter(None, told))}"

"""What a person sees: messages with their controls, and modals to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from small_discord.limits.kinds import SELECTS, Kind, walk
from small_discord.limits.messages import MOST_ATTACHMENTS
from small_discord.wire import Json, Upload
from small_discord.world.places import Channel, User
from small_discord.world.posts import Post

MOST_CHARACTERS = 2000
_FIELDS = (Kind.TEXT_INPUT, *SELECTS, Kind.FILE_UPLOAD)
Value = str | list[str] | Upload | list[Upload]
"""A text, values or labels of a menu, or files."""


class Refused(Exception):
    """Discord does not let a person do this; the text says why in a sentence."""


def check_said(text: str, files: Sequence[object]) -> None:
    """Raise Refused for a message that is too long, brings along too much, or says nothing."""
    if len(text) > MOST_CHARACTERS or not (text or files):
        raise Refused(f"A message has 1 to {MOST_CHARACTERS} characters, not {len(text)}.")
    if len(files) > MOST_ATTACHMENTS:
        raise Refused(f"A message has up to {MOST_ATTACHMENTS} files, not {len(files)}.")


class Choice(NamedTuple):
    """One choice that an autocomplete offers."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it stood when looked at; later edits do not change it."""

    post: Post

    @property
    def id(self) -> str:
        """The message's id."""
        return self.post.id

    @property
    def channel_id(self) -> str:
        """The id of its channel."""
        return self.post.channel_id

    @property
    def components(self) -> list[Json]:
        """The top-level components, in Discord's JSON form."""
        components: list[Json] = self.post.payload["components"]
        return components

    @property
    def content(self) -> str:
        """The text outside of components and embeds."""
        return str(self.post.payload["content"])

    @property
    def text(self) -> str:
        """All text that can be read in it: content, embeds and text displays, a line each."""
        embeds = chain.from_iterable(map(_read_embed, self.post.payload["embeds"]))
        displays = (each["content"] for each in self._all(Kind.TEXT_DISPLAY))
        return "\n".join(filter(None, (self.content, *embeds, *displays)))

    @property
    def buttons(self) -> list[str]:
        """The labels of all buttons; for a button without one, the name of its emoji."""
        return [button_face(button) for button in self._all(Kind.BUTTON)]

    @property
    def selects(self) -> list[Json]:
        """All select menus, in Discord's JSON form."""
        return list(self._all(*SELECTS))

    @property
    def attachments(self) -> list[Json]:
        """The files, in Discord's JSON form; addresses begin at the server's root and are good for a day."""
        attachments: list[Json] = self.post.payload["attachments"]
        return attachments

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.post.viewer is not None

    @property
    def thinking(self) -> bool:
        """Whether it is a deferred answer that has not come yet."""
        return self.post.thinking

    @property
    def reactions(self) -> dict[str, int]:
        """How many react with each emoji: its character, or the name of one of the app's."""
        return {each.emoji["name"]: len(each.users) for each in self.post.reactions}

    @property
    def pinned(self) -> bool:
        """Whether it is pinned."""
        return self.post.pinned_at is not None

    @property
    def edited(self) -> bool:
        """Whether it is marked as edited."""
        return self.post.payload["edited_timestamp"] is not None

    def find(self, label_or_custom_id: str) -> Json:
        """Return the button with this label, emoji or custom_id; raise Refused unless there is just one."""
        found = [
            button
            for button in self._all(Kind.BUTTON)
            if label_or_custom_id in (button_face(button), button.get("custom_id"))
        ]
        if len(found) != 1:
            raise Refused(
                f"{len(found)} buttons are called {label_or_custom_id!r}; there are {self.buttons}."
            )
        return found[0]

    def find_select(self, custom_id_or_placeholder: str) -> Json:
        """Return the one select menu with this custom_id or placeholder prefix; else raise Refused."""
        found = [
            select
            for select in self.selects
            if select["custom_id"] == custom_id_or_placeholder
            or (select.get("placeholder") or "").startswith(custom_id_or_placeholder)
        ]
        if len(found) != 1:
            there = [(select["custom_id"], select.get("placeholder")) for select in self.selects]
            raise Refused(f"{len(found)} menus are called {custom_id_or_placeholder!r}; there are {there}.")
        return found[0]

    def control(self, custom_id: str) -> Json:
        """Return the button or menu with this custom_id; raise Refused if there is none."""
        for component in walk(self.components):
            if component.get("custom_id") == custom_id:
                return component
        raise Refused("The message no longer has this button or menu.")

    def _all(self, *kinds: Kind) -> Iterator[Json]:
        return (component for component in walk(self.components) if component["type"] in kinds)


def _read_embed(embed: Json) -> Iterator[str | None]:
    """Yield the texts of an embed, from the top."""
    yield from (embed.get("author", {}).get("name"), embed.get("title"), embed.get("description"))
    for field in embed.get("fields", []):
        yield from (field["name"], field["value"])
    yield embed.get("footer", {}).get("text")


def button_face(button: Json) -> str:
    """Return what is written on a button: its label, or else the name of its emoji."""
    return str(button.get("label") or (button.get("emoji") or {}).get("name") or "")


@dataclass(frozen=True, slots=True)
class Modal:
    """A modal as the bot sent it, for whom and where it was opened, and by whose installs of the app."""

    payload: Json
    user: User
    channel: Channel
    owners: dict[str, str]
    opened_by: Json
    """What Discord tells of the interaction that it answers."""
    source_id: str | None = None

    @property
    def title(self) -> str:
        """The headline."""
        return str(self.payload["title"])

    @property
    def custom_id(self) -> str:
        """The bot's name for it."""
        return str(self.payload["custom_id"])

    @property
    def fields(self) -> dict[str, Json]:
        """Text inputs, menus and file uploads by custom_id, in Discord's JSON form."""
        return {
            each["custom_id"]: each for each in walk(self.payload["components"]) if each["type"] in _FIELDS
        }

    @property
    def text(self) -> str:
        """All text shown between the fields, a line each."""
        shown = (each.get("content") or each.get("label") for each in walk(self.payload["components"]))
        return "\n".join(filter(None, shown))

    def filled(self, values: dict[str, Value]) -> list[Json]:
        """Return the components of a submission; a field that is not named keeps its value."""
        if strangers := values.keys() - self.fields.keys():
            raise Refused(f"The modal has no field {sorted(strangers)}; it has {list(self.fields)}.")
        return [_filled(component, values) for component in self.payload["components"]]


def _filled(component: Json, values: dict[str, Value]) -> Json:
    kept: Json = {key: component[key] for key in ("type", "id") if key in component}
    if component["type"] == Kind.ACTION_ROW:
        return kept | {"components": [_filled(child, values) for child in component["components"]]}
    if component["type"] == Kind.LABEL:
        return kept | {"component": _filled(component["component"], values)}
    if component["type"] == Kind.TEXT_INPUT:
        custom_id = component["custom_id"]
        return kept | {"custom_id": custom_id, "value": values.get(custom_id, component.get("value") or "")}
    if component["type"] in _FIELDS:
        given = values.get(component["custom_id"], _chosen_before(component))
        chosen = given if isinstance(given, list) else [given]
        return kept | {"custom_id": component["custom_id"], "values": chosen}
    return kept


def _chosen_before(select: Json) -> list[str]:
    chosen = [option["value"] for option in select.get("options", ()) if option.get("default")]
    return chosen + [default["id"] for default in select.get("default_values") or ()]

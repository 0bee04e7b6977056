"""A modal that the bot opened, and the form that goes back."""

from dataclasses import dataclass

from small_discord.limits.kinds import SELECTS, Kind
from small_discord.people.refused import Refused
from small_discord.posting.body import Upload
from small_discord.posting.numbering import walk
from small_discord.wire import Json
from small_discord.world.places import Channel, User

FIELDS = (Kind.TEXT_INPUT, *SELECTS, Kind.FILE_UPLOAD)
Value = str | list[str] | Upload | list[Upload]
"""A text, values or labels of a menu, or files."""


@dataclass(frozen=True, slots=True)
class Modal:
    """A modal as the bot sent it, for whom and where it was opened, and by whose installs of the app."""

    payload: Json
    user: User
    channel: Channel
    owners: dict[str, str]
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
            each["custom_id"]: each for each in walk(self.payload["components"]) if each["type"] in FIELDS
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
    if component["type"] in FIELDS:
        given = values.get(component["custom_id"], _chosen_before(component))
        chosen = given if isinstance(given, list) else [given]
        return kept | {"custom_id": component["custom_id"], "values": chosen}
    return kept


def _chosen_before(select: Json) -> list[str]:
    chosen = [option["value"] for option in select.get("options", ()) if option.get("default")]
    return chosen + [default["id"] for default in select.get("default_values") or ()]

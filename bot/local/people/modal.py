"""A modal that the bot opened, and the form that goes back."""

from dataclasses import dataclass

from bot.local.limits.kinds import Kind
from bot.local.people.refused import Refused
from bot.local.posting.numbering import walk
from bot.local.wire import Json
from bot.local.world.places import Channel

FIELDS = (Kind.TEXT_INPUT, Kind.STRING_SELECT)


@dataclass(frozen=True, slots=True)
class Modal:
    """A modal as the bot sent it, and where it was opened."""

    payload: Json
    channel: Channel
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
        """Text inputs and menus by custom_id, in Discord's JSON form."""
        return {
            each["custom_id"]: each for each in walk(self.payload["components"]) if each["type"] in FIELDS
        }

    @property
    def text(self) -> str:
        """All text shown between the fields, a line each."""
        shown = (each.get("content") or each.get("label") for each in walk(self.payload["components"]))
        return "\n".join(filter(None, shown))

    def filled(self, values: dict[str, str | list[str]]) -> list[Json]:
        """Return the components of a submission; a field that is not named keeps what is in it."""
        if strangers := values.keys() - self.fields.keys():
            raise Refused(f"The modal has no field {sorted(strangers)}; it has {list(self.fields)}.")
        return [_filled(component, values) for component in self.payload["components"]]

    def check(self, components: list[Json]) -> None:
        """Raise Refused if a submission leaves out what is required or does not fit a field."""
        sent = {each["custom_id"]: each for each in walk(components) if "custom_id" in each}
        for custom_id, field in self.fields.items():
            given = sent.get(custom_id, {})
            if field["type"] == Kind.TEXT_INPUT:
                _check_text(field, str(given.get("value") or ""))
            else:
                check_values(field, list(given.get("values") or []))


def _filled(component: Json, values: dict[str, str | list[str]]) -> Json:
    kept: Json = {key: component[key] for key in ("type", "id") if key in component}
    if component["type"] == Kind.ACTION_ROW:
        return kept | {"components": [_filled(child, values) for child in component["components"]]}
    if component["type"] == Kind.LABEL:
        return kept | {"component": _filled(component["component"], values)}
    if component["type"] == Kind.TEXT_INPUT:
        custom_id = component["custom_id"]
        return kept | {"custom_id": custom_id, "value": values.get(custom_id, component.get("value") or "")}
    if component["type"] == Kind.STRING_SELECT:
        chosen = [option["value"] for option in component["options"] if option.get("default")]
        return kept | {
            "custom_id": component["custom_id"],
            "values": values.get(component["custom_id"], chosen),
        }
    return kept


def _check_text(field: Json, text: str) -> None:
    name = field.get("label") or field["custom_id"]
    if not text:
        if field.get("required", True):
            raise Refused(f"“{name}” must be filled in.")
        return
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if not least <= len(text) <= most:
        raise Refused(f"“{name}” takes {least} to {most} characters, not {len(text)}.")


def check_values(select: Json, values: list[str]) -> None:
    """Raise Refused for values that a menu does not offer, or for too few or too many."""
    if select.get("disabled"):
        raise Refused("This menu is disabled.")
    offered = {option["value"] for option in select["options"]}
    if strangers := [value for value in values if value not in offered]:
        raise Refused(f"The menu does not offer {strangers}; it offers {sorted(offered)}.")
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(set(values)) == len(values) <= most:
        raise Refused(f"The menu takes {least} to {most} different values, not {len(values)}.")

"""A filled-in modal on its way to the bot: checked as Discord's client does, with its ids resolved."""

from small_discord.limits.kinds import Kind
from small_discord.people.modal import Modal
from small_discord.people.refused import Refused
from small_discord.people.resolved import Resolver
from small_discord.people.selects import check_values, chosen_values, options_of
from small_discord.posting.body import Upload
from small_discord.posting.numbering import walk
from small_discord.wire import Json
from small_discord.world.places import User
from small_discord.world.world import World


class Form:
    """Takes the fields of one modal, each by its kind."""

    def __init__(self, world: World, user: User, modal: Modal) -> None:
        self._world = world
        self._user = user
        self._modal = modal
        self._resolver = Resolver(world, user, modal.channel)
        self._resolved: Json = {}

    def data(self, components: list[Json]) -> Json:
        """Return the data of a submission; raise Refused if a field is missing or invalid."""
        sent = {each["custom_id"]: each for each in walk(components) if "custom_id" in each}
        for custom_id, field in self._modal.fields.items():
            given = sent.get(custom_id, {})
            if field["type"] == Kind.TEXT_INPUT:
                _check_text(field, str(given.get("value") or ""))
            elif field["type"] == Kind.FILE_UPLOAD:
                given["values"] = self._upload(field, list(given.get("values") or []))
            else:
                given["values"] = self._choose(field, list(given.get("values") or []))
        data: Json = {"custom_id": self._modal.custom_id, "components": components}
        return data | {"resolved": self._resolved} if self._resolved else data

    def _upload(self, field: Json, files: list[Upload]) -> list[str]:
        _check_files(field, files)
        found = self._resolver.upload(files)
        self._note(found)
        return list(found.get("attachments", ()))

    def _choose(self, field: Json, given: list[str]) -> list[str]:
        if not given and not field.get("required", True):
            return []
        offered = options_of(self._world, self._user, self._modal.channel, field)
        values = chosen_values(offered, given)
        check_values(field, offered, values)
        self._note(self._resolver.chosen(field["type"], values))
        return values

    def _note(self, found: Json) -> None:
        for kind, by_id in found.items():
            self._resolved[kind] = self._resolved.get(kind, {}) | by_id


def _check_text(field: Json, text: str) -> None:
    name = field.get("label") or field["custom_id"]
    if not text:
        if field.get("required", True):
            raise Refused(f"“{name}” must be filled in.")
        return
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if not least <= len(text) <= most:
        raise Refused(f"“{name}” takes {least} to {most} characters, not {len(text)}.")


def _check_files(field: Json, files: list[Upload]) -> None:
    least, most = field.get("min_values") or 0, field.get("max_values") or 1
    if field.get("required", True):
        least = max(least, 1)
    if not least <= len(files) <= most:
        raise Refused(f"“{field['custom_id']}” takes {least} to {most} files, not {len(files)}.")

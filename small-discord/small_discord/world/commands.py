"""The commands that the bot has registered, globally and per server."""

from small_discord.limits.commands import check_commands, check_one_command
from small_discord.limits.errors import unknown
from small_discord.snowflakes import Snowflakes
from small_discord.wire import Json
from small_discord.world.file import WorldFile
from small_discord.world.places import App

_DEFAULTS: Json = {
    "type": 1,
    "description": "",
    "options": [],
    "default_member_permissions": None,
    "nsfw": False,
    "contexts": None,
    "integration_types": [0],
    "name_localizations": None,
    "description_localizations": None,
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
        changed["version"] = self._ids.next()
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
        complete = _DEFAULTS | command
        complete |= {
            "id": old.get(key) or self._ids.next(),
            "application_id": self._app.id,
            "version": self._ids.next(),
        }
        complete["integration_types"] = complete["integration_types"] or _DEFAULTS["integration_types"]
        if complete["contexts"] is None and complete.get("dm_permission") is False:
            complete["contexts"] = [0]
        return complete if guild_id is None else complete | {"guild_id": guild_id}

"""Which of Discord's routes are there: each works as a whole, or says that it does not."""

import asyncio
import json
import os
import re
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import aiohttp
import pytest

from route_table import HEAD, shape, table, works
from small_discord import PRIVILEGED, Person, SmallDiscord
from small_discord.limits.errors import ApiError
from small_discord.rest.route import Route
from small_discord.wire import Body, Json
from tiny_bot import PNG, TinyBot

ROOM = "The Parlour/#patience"
README = Path(__file__).parents[1] / "README.md"
SPEC = os.environ.get("DISCORD_OPENAPI", "")
needs_description = pytest.mark.skipif(not SPEC, reason="DISCORD_OPENAPI names no OpenAPI file")
_FOLLOW_UP = "/webhooks/{}/{}"
_ONE_OF_A_TOKEN = [f"{_FOLLOW_UP}/messages/{one}" for one in ("@original", "{}")]
IGNORED = {
    # "Not supported when using this endpoint for interaction followups", says Discord, or true there anyway.
    f"POST {_FOLLOW_UP}": {"wait", "thread_id", "with_components", "username", "avatar_url"},
    **{f"{method} {path}": {"thread_id"} for path in _ONE_OF_A_TOKEN for method in ("GET", "DELETE")},
    **{f"PATCH {path}": {"thread_id", "with_components"} for path in _ONE_OF_A_TOKEN},
}
"""What Discord itself ignores."""
KEPT = {f"POST /applications/{{}}{place}/commands": {"dm_permission"} for place in ("", "/guilds/{}")}
"""What is kept as it is, with all that is given."""


async def ask(local: SmallDiscord, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
    """Send one request as the bot; return the status and the answer."""
    headers = {"Authorization": f"Bot {local.bot_token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, f"{local.url}/api{path}", json=body) as response,
    ):
        return response.status, await response.json()


@pytest.mark.logs("The small Discord does not implement GET")
@pytest.mark.parametrize("path", ["/guilds/1/members/search", "/guilds/templates", "/users/@nobody"])
async def test_a_route_is_not_taken_for_an_id(local: SmallDiscord, path: str) -> None:
    """A route that is not there is not taken for one with an id in its place: it is named, and listed."""
    status, answer = await ask(local, "GET", f"/v10{path}")
    named = f"GET /api/v10{path}"
    assert (status, answer["message"]) == (501, f"501: the small Discord does not implement {named}")
    assert local.unknown_routes == [named]


async def test_what_is_no_id(local: SmallDiscord) -> None:
    """What cannot be an id, as a bot writes it that has none, is refused as Discord does."""
    status, answer = await ask(local, "GET", "/v10/channels/None/messages")
    problem = {"code": "NUMBER_TYPE_COERCE", "message": 'Value "None" is not snowflake.'}
    assert (status, answer["errors"]) == (400, {"channel_id": {"_errors": [problem]}})


async def test_version_9_is_spoken(local: SmallDiscord) -> None:
    """Version 9 has the same routes, and READY says which version it is."""
    assert (await ask(local, "GET", "/v9/users/@me"))[1]["id"] == local.world.app.bot.id
    (ready,) = await identify(local, "?v=9&encoding=json", 0)
    assert ready["d"]["v"] == 9


@pytest.mark.parametrize(("version", "reads"), [(9, "x"), (10, "")])
async def test_content_unasked(version: int, reads: str) -> None:
    """In version 9, a bot that was granted the content of messages gets it without asking."""
    local = SmallDiscord(granted_intents=PRIVILEGED)
    await local.start()
    try:
        _, _, _, message = await identify(local, f"?v={version}", 1 | 1 << 9, says="x")
        assert message["d"]["content"] == reads
    finally:
        await local.close()


async def test_a_token_as_in_the_header(local: SmallDiscord) -> None:
    """The gateway takes the token as the header of REST has it, too, which is how some clients send it."""
    (ready,) = await identify(local, "", 0, token=f"Bot {local.bot_token}")
    assert ready["t"] == "READY"


async def identify(
    local: SmallDiscord, query: str, intents: int, *, token: str | None = None, says: str | None = None
) -> list[Any]:
    """Identify; return READY, or all up to a message that Ada then writes."""
    url = f"{local.gateway_url}{query}"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        await socket.receive_json()
        data = {"token": token or local.bot_token, "intents": intents}
        await socket.send_json({"op": 2, "d": data})
        frames = [await socket.receive_json()]
        if says is not None:
            local.person("Ada").say(ROOM, says)
            while frames[-1]["t"] != "MESSAGE_CREATE":
                frames.append(await socket.receive_json())
        return frames


@pytest.mark.logs("does not implement the 'nicks' field of POST /users/@me/channels")
async def test_a_field_that_is_not_there_is_refused(local: SmallDiscord) -> None:
    """A field that Discord takes and the small Discord does not is refused by its name."""
    body = {"recipient_id": local.person("Ada").user.id, "nicks": {}}
    status, answer = await ask(local, "POST", "/v10/users/@me/channels", body)
    assert (status, answer["errors"]["nicks"]["_errors"][0]["code"]) == (400, "NOT_IMPLEMENTED")


async def test_the_number_of_members(local: SmallDiscord) -> None:
    """A server is told with the number of its members to those who ask for it."""
    path = f"/v10/guilds/{local.person('Ada').channel(ROOM).guild_id}"
    assert "approximate_member_count" not in (await ask(local, "GET", path))[1]
    assert (await ask(local, "GET", f"{path}?with_counts=true"))[1]["approximate_member_count"] == 4


async def test_commands_with_translations(local: SmallDiscord) -> None:
    """All commands are told without translations, but for those who ask for them."""
    path = f"/v10/applications/{local.world.app.id}/commands"
    command = {"name": "a", "name_localizations": {"de": "b"}, "description": "x"}
    await ask(local, "POST", path, command)
    assert "name_localizations" not in (await ask(local, "GET", path))[1][0]
    asked = await ask(local, "GET", f"{path}?with_localizations=true")
    assert asked[1][0]["name_localizations"] == {"de": "b"}


def test_the_readme_tells_what_works(local: SmallDiscord) -> None:
    """The README's table is what the routes make it; `KEEP=1` writes it anew, by Discord's description."""
    told = README.read_text()
    if SPEC:
        begin = told.index(HEAD)
        end = told.index("\n\n", begin) + 1
        fresh = table(json.loads(Path(SPEC).read_text()), local._api.routes)
        if os.environ.get("KEEP"):
            told = told[:begin] + fresh + told[end:]
            README.write_text(told)
        assert told.count(fresh) == 1
    for begins, what in works(local._api.routes).items():
        assert f"| `{begins}` | {what} |" in told, "KEEP=1 DISCORD_OPENAPI=… pytest tests/test_routes.py"


class Noted(dict[str, Any]):
    """An object that notes what it is asked for."""

    def __init__(self, told: Json, asked: set[str] | None = None) -> None:
        super().__init__(told)
        self.asked = set() if asked is None else asked

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Note the key, too."""
        self.asked.add(key)
        return super().get(key, default)

    def __or__(self, other: Any) -> Self:  # type: ignore[override]
        """Return what notes as well."""
        return type(self)(dict(self) | other, self.asked)

    def __ror__(self, other: Any) -> Self:  # type: ignore[override]
        """Return what notes as well."""
        return type(self)(other | dict(self), self.asked)


class Described:
    """Discord's description of its API."""

    def __init__(self) -> None:
        self._all = json.loads(Path(SPEC).read_text())
        self._paths = {shape(path): item for path, item in self._all["paths"].items()}

    def fields(self, route: Route) -> tuple[set[str], set[str]]:
        """Return the fields of a route: of its address, and of its body."""
        operation = self._paths[shape(route.path)][route.method.lower()]
        query = {each["name"] for each in operation.get("parameters", ()) if each.get("in") == "query"}
        content = operation.get("requestBody", {}).get("content", {})
        return query, self._of(content.get("application/json", {}).get("schema", {}))

    def _of(self, schema: Json) -> set[str]:
        if "$ref" in schema:
            schema = self._all["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        alternatives = [each for key in ("oneOf", "anyOf", "allOf") for each in schema.get(key, ())]
        inner = [self._of(each) for each in alternatives]
        return set(schema.get("properties", ())).union(*inner)


async def things(local: SmallDiscord, ada: Person, bot: TinyBot) -> dict[str, str]:
    """Return something for each parameter of a path; some for parameters that follow another one."""
    channel, app = ada.channel(ROOM), local.world.app.id
    answered = await ada.slash(ROOM, "hello")
    assert answered.message
    asking = asyncio.ensure_future(ada.slash(ROOM, "never"))
    await asyncio.sleep(0)
    asking.cancel()
    (open_,) = [each for each in local.desk.by_token.values() if each is not answered._interaction]
    sent = await (await bot.fetch_channel(int(channel.id))).send("x")  # type: ignore[union-attr]
    wave = {"name": "wave", "description": "x"}
    emoji = await bot.create_application_emoji(name="eight", image=PNG)
    settings = ada.settings_of("The Parlour")
    settings.create_role("Bosses", "administrator", members=("Your Bot",))
    role = settings.create_role("Guests")
    thread = ada.open_thread(ROOM, "aside")
    ada.add_to_thread(thread, "Your Bot")
    return {
        "application_id": app,
        "channel_id": channel.id,
        "command_id": local.world.commands.registered(None)[0]["id"],
        "guild_id command_id": local.world.commands.create(str(channel.guild_id), wave)[0]["id"],
        "emoji_id": str(emoji.id),
        "emoji_name": "👍",
        "guild_id": str(channel.guild_id),
        "interaction_id": open_.id,
        "interaction_token": open_.token,
        "message_id": str(sent.id),
        "webhook_token message_id": answered.message.id,
        "overwrite_id": role.id,
        "role_id": role.id,
        "thread": thread.id,
        "user_id": local.person("Ben").user.id,
        "channel_id user_id": ada.user.id,
        "webhook_id": app,
        "webhook_token": answered._interaction.token,
    }


VALID: Json = {
    "POST /channels/{}/messages": {"content": "x", "nonce": "1"},
    **{
        f"POST /applications/{{}}{place}/commands": {"name": "a", "description": "b"}
        for place in ("", "/guilds/{}")
    },
    f"POST {_FOLLOW_UP}": {"content": "x"},
    "POST /channels/{}/messages/{}/threads": {"name": "x"},
    "POST /channels/{}/threads": {"name": "x"},
    "POST /interactions/{}/{}/callback": {"type": 4, "data": {"content": "x"}},
}
"""What a body needs for all of it to be read."""


@needs_description
async def test_no_field_is_ignored(local: SmallDiscord, ada: Person, bot: TinyBot) -> None:
    """Every field that Discord takes is taken or refused by each route that is there."""
    described, parameters = Described(), await things(local, ada, bot)
    local.world.access.grants_members = True  # or else nobody's members are listed
    ignored: dict[str, set[str]] = {}
    for route in local._api.routes:
        name = f"{route.method} {shape(route.path)}"
        query, body = described.fields(route)
        handled = {*route.lacks, *IGNORED.get(name, ()), *KEPT.get(name, ())}
        if not query | body <= handled:
            names = re.findall(r"{(\w+)}", route.path)
            pairs = zip(["", *names], names, strict=False)
            meant = {each: parameters.get(f"{before} {each}", parameters[each]) for before, each in pairs}
            if "/thread-members" in name:
                meant["channel_id"] = parameters["thread"]
            handled |= await read_by(route, meant, dict.fromkeys(body) | VALID.get(name, {}))
        if left := (query | body) - handled:
            ignored[name] = left
    assert ignored == {}


async def read_by(route: Route, parameters: dict[str, str], body: Json) -> set[str]:
    """Return what a route asks an address and a body for, when the same comes twice."""
    query, told = Noted({}), Noted(body)
    request: Any = SimpleNamespace(match_info=parameters, query=query, headers={})
    for _ in range(2):
        with suppress(ApiError):
            await route.handler(request, Body(told))
    return query.asked | told.asked

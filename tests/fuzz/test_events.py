"""Events with a field missing, null, of another type, or of a value that nobody knows yet."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING

import pytest

from bot.render.refusals import ANOTHER_COMMAND, UNREADABLE
from small_discord.gateway.socket import Connection
from small_discord.oddities import Oddity, oddities_of
from tests.flow.boards import deal, more
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.reading import as_read

if TYPE_CHECKING:
    from small_discord.wire import Json
    from tests.flow.conftest import Parlour

_ADDRESS = {"id", "token", "type"}
"""What an answer needs to arrive, and to be of the right kind."""
_UNREADABLE = [
    *("null", "[" * 100_000),
    *('{"op":0,"t":{"a":1},"s":1,"d":{}}', '{"op":10,"d":null}', '{"op":0,"t":"READY","s":3,"d":null}'),
]
_AT_ONCE = 20
"""How many odd events come at once: of hundreds that deal, each tries hundreds of times to sit down."""


async def _recorded(parlour: Parlour) -> dict[str, Json]:
    """Have something of each kind happen; return one event of each, by its name and type."""
    seen: dict[str, Json] = {}

    def see(event: str, data: Json) -> Json:
        seen.setdefault(f"{event} {data.get('type', '')}", data)
        return data

    parlour.local.weather.oddity = see
    board = await deal(parlour.ada, where="in the channel")
    await parlour.ada.autocomplete(HERE, "move", "moves", moves="")
    await parlour.ada.press(board, "Hint")
    form = (await parlour.ada.press(await more(parlour.ada, board), "Type moves")).modal
    assert form is not None
    await parlour.ada.submit(form, moves="nonsense")
    guild = parlour.ada.channel(HERE).guild_id
    assert guild is not None
    parlour.local.world.servers.begin_outage(guild)
    parlour.local.world.servers.end_outage(guild)
    parlour.local.weather.oddity = None
    return seen


@pytest.mark.slow
@pytest.mark.logs("is not a valid AppCommandType")
async def test_whatever_an_event_is_like_the_bot_goes_on(parlour: Parlour) -> None:
    """Events with any field odd, in any way, stop nothing, and people play on."""
    recorded = await _recorded(parlour)
    assert len(recorded) >= 5
    for name, event in recorded.items():
        oddities = [each for each in oddities_of(event) if each.place != ("token",)]  # read as one answers
        for first in range(0, len(oddities), _AT_ONCE):
            for oddity in oddities[first : first + _AT_ONCE]:
                parlour.local.send_event(name.split()[0], oddity.of(event))
                await asyncio.sleep(0)
            await parlour.ben.slash(HERE, "help")  # events arrive in order: all of them have been read now
            await parlour.settle()
        gc.collect()
    board = await deal(parlour.ben, where="in the channel")
    assert (await parlour.ben.press(board, "Hint")).message is not None


@pytest.fixture
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin sessions at once, one after another."""
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.0)
    monkeypatch.setattr("bot.client.gateway._BETWEEN", 0.0)


@pytest.mark.usefixtures("without_pauses")
@pytest.mark.logs("Attempting a reconnect for shard ID 0")
@pytest.mark.parametrize(
    "frame", ["", *(pytest.param(frame, marks=pytest.mark.slow) for frame in _UNREADABLE)]
)
async def test_a_frame_that_nobody_can_read_begins_another_session(parlour: Parlour, frame: str) -> None:
    """After a frame that cannot be read, the bot comes back and people play on."""
    before = _session(parlour)
    parlour.local.send_frame(frame)
    await until(lambda: _session(parlour) not in (None, before))
    board = await deal(parlour.ben, where="in the channel")
    assert (await parlour.ben.press(board, "Hint")).message is not None


@pytest.mark.usefixtures("without_pauses")
@pytest.mark.logs("Attempting a reconnect for shard ID 0")
async def test_a_connection_that_ends_before_it_began_is_followed_by_another(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Discord hangs up without a word, again and again, the bot comes back, and people play on."""
    before, cut, converse = _session(parlour), iter([True] * 3), Connection._converse

    async def converse_later(connection: Connection) -> None:
        if next(cut, False):
            connection.drop()
        else:
            await converse(connection)

    monkeypatch.setattr(Connection, "_converse", converse_later)
    parlour.local.send_frame("")
    await until(lambda: _session(parlour) not in (None, before))
    assert (await deal(parlour.ben, where="in the channel")).buttons


def _session(parlour: Parlour) -> str | None:
    """Return the id of the session of the only shard; None while there is none."""
    return parlour.bot.shards[0]._parent.ws.session_id


@pytest.mark.slow
async def test_whoever_asks_in_an_odd_way_is_answered(parlour: Parlour) -> None:
    """An interaction that can be answered is answered, if only with a sentence that it cannot be read."""
    recorded = await _recorded(parlour)
    board = await deal(parlour.ada, where="in the channel")
    answers = set()
    for oddity in oddities_of(recorded["INTERACTION_CREATE 3"]):
        if oddity.place[0] in _ADDRESS or oddity.place[:2] == ("message", "components"):
            continue

        def make_odd(event: str, data: Json, oddity: Oddity = oddity) -> Json:
            return oddity.of(data) if event == "INTERACTION_CREATE" else data

        parlour.local.weather.oddity = make_odd
        answer = await parlour.ada.press(board, "Rules")
        assert answer.message is not None, oddity
        answers.add(answer.message.text.splitlines()[0])
    assert UNREADABLE in answers
    assert len(answers) > 1


async def test_an_unknown_type_of_channel_is_a_channel(parlour: Parlour) -> None:
    """Games are played where Discord says nothing of the channel, or something new, as anywhere else."""
    for odd_channel in ({"type": 9999}, {}, None):

        def change(event: str, data: Json, channel: Json | None = odd_channel) -> Json:
            if event != "INTERACTION_CREATE":
                return data
            return {**data, "channel": channel} if channel is not None else _without(data, "channel")

        parlour.local.weather.oddity = change
        board = await deal(parlour.ada, where="in the channel")
        moved = await parlour.ada.press(board, "Hint")
        assert moved.message is not None
        assert moved.message.id == board.id
        parlour.local.weather.oddity = None
        game = await parlour.game_of(parlour.ada)
        assert game.seat.channel == int(parlour.ada.channel(HERE).id)
        await parlour.ada.slash(HERE, "resign")


async def test_a_channel_of_no_server_is_a_conversation(parlour: Parlour) -> None:
    """Games are played where Discord names a channel as of a server, and does not say which server."""

    def change(event: str, data: Json) -> Json:
        if event != "INTERACTION_CREATE":
            return data
        member = data["member"]
        return {**_without(_without(data, "guild_id"), "member"), "user": member["user"]}

    parlour.local.weather.oddity = change
    board = await deal(parlour.ada, where="in the channel")
    assert (await parlour.ada.press(board, "Hint")).message is not None
    seat = (await parlour.game_of(parlour.ada)).seat
    assert (seat.channel, seat.guild) == (int(parlour.ada.channel(HERE).id), None)


def _without(data: Json, key: str) -> Json:
    return {name: value for name, value in data.items() if name != key}


async def test_a_command_of_another_version_is_told(parlour: Parlour) -> None:
    """Whoever uses a command or an option that this version does not have is told so in a sentence."""

    def rename(event: str, data: Json) -> Json:
        return {**data, "data": {**data["data"], "name": "later"}} if event == "INTERACTION_CREATE" else data

    parlour.local.weather.oddity = rename
    answer = await parlour.ada.slash(HERE, "help")
    assert answer.message is not None
    assert as_read(answer.message.text) == ANOTHER_COMMAND
    assert await parlour.ada.autocomplete(HERE, "move", "moves", moves="") == []


async def test_nothing_is_offered_for_an_option_of_another_version(parlour: Parlour) -> None:
    """Nothing is offered for an option that this version does not have, and nothing is logged."""

    def rename(event: str, data: Json) -> Json:
        command = {**data["data"], "options": [{**each, "name": "later"} for each in data["data"]["options"]]}
        return {**data, "data": command}

    await deal(parlour.ada)
    parlour.local.weather.oddity = rename
    assert await parlour.ada.autocomplete(HERE, "move", "moves", moves="") == []


async def test_a_command_whose_name_is_no_text_is_told(parlour: Parlour) -> None:
    """Whoever sends a command whose name cannot be read is told so."""
    parlour.local.weather.oddity = lambda event, data: (
        {**data, "data": {**data["data"], "name": {}}} if event == "INTERACTION_CREATE" else data
    )
    answer = await parlour.ada.slash(HERE, "help")
    assert answer.message is not None
    assert answer.message.text == UNREADABLE

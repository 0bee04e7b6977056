"""How commands are registered with Discord, and how sentences name them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.client.commands import Translator
from bot.render.language import looked_up, spoken_here
from small_discord import Fault, Planned, Refusal, Weather
from tests.flow.conftest import HERE, Parlour
from tests.flow.pictures import until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from discord.app_commands import locale_str

TELL = "PUT /applications/{application_id}/commands"
DAILY_LIMIT = Refusal(400, 30034, "Max number of daily application command creates has been reached (200)")


def _versions(parlour: Parlour) -> list[str]:
    return [command["version"] for command in parlour.local.world.commands.all()]


async def _told(parlour: Parlour) -> None:
    """Wait until the bot has recorded what it registered."""
    await until(lambda: parlour.bot.services.command_names.link("/about").startswith("</"))


async def test_a_restart_tells_nothing_new(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """A restart sends Discord no commands that have not changed: it allows few such requests."""
    await _told(parlour)
    caplog.set_level(logging.INFO, "bot.client.commands")
    before = _versions(parlour)
    await parlour.restart()
    await parlour.ada.slash(HERE, "about")
    assert _versions(parlour) == before
    assert caplog.messages == []


async def test_a_start_words_no_command_that_discord_knows(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start with the same commands asks for no translation of theirs: nobody would be served meanwhile."""
    await _told(parlour)
    asked: list[str] = []

    async def translate(_self: Translator, string: locale_str, *_where: object) -> str:
        asked.append(string.message)
        return f"{string.message}!"[:100]

    monkeypatch.setattr(Translator, "translate", translate)
    await parlour.restart()
    await _told(parlour)
    assert asked == []


async def test_a_changed_translation_is_told(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command is said to do in another language is sent again once a translator has changed it."""
    await _told(parlour)
    about = "Show what this bot is and how to start."

    def said(text: str) -> str:
        return "Zeigt, was das hier ist." if text == about and spoken_here() == "de" else looked_up(text)

    monkeypatch.setattr("bot.client.commands.looked_up", said)
    await parlour.restart()

    def is_told() -> bool:
        every = parlour.local.world.commands.all()
        (told,) = (each["description_localizations"] for each in every if each["name"] == "about")
        return bool(told["de"] == "Zeigt, was das hier ist.")

    await until(is_told)


async def test_a_command_is_a_link_in_any_script(parlour: Parlour) -> None:
    """A command is a link between Japanese letters too, where no space parts it from them."""
    await _told(parlour)
    link = parlour.bot.services.command_names.link
    assert link("次は`/board`で、/playも") == f"次は{link('/board')}で、{link('/play')}も"
    assert link("and/board, /boards") == "and/board, /boards"
    assert link("`12< /board` or `/board`") == f"`12< /board` or {link('/board')}"


async def test_a_changed_command_is_told(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A changed command is sent to Discord at the next start, and the log says so."""
    await _told(parlour)
    caplog.set_level(logging.INFO, "bot.client.commands")
    before = _versions(parlour)
    monkeypatch.setattr("bot.app.EXTENSIONS", ("cogs.front_door", "cogs.race"))
    await parlour.restart()
    while len(_versions(parlour)) == len(before):
        await parlour.ada.slash(HERE, "about")
    assert {command["name"] for command in parlour.local.world.commands.all()} >= {"about", "race"}
    await _told(parlour)
    assert caplog.messages == [f"The commands have been sent to Discord: {len(_versions(parlour))}."]


async def test_the_bot_starts_though_it_cannot_tell(
    tmp_path: Path, blank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot starts without Discord having taken its commands, and keeps trying until it does."""
    monkeypatch.setattr("bot.client.commands._FIRST_PAUSE", 0.05)
    parlour = Parlour(tmp_path, blank)
    parlour.weather = Weather(planned=[Planned(TELL, Fault.DROPPED)] * 2)
    await parlour.open()
    try:
        assert "Accordion" in (await (await parlour.ada.slash(HERE, "about")).final()).text
        assert parlour.weather.planned == []
    finally:
        await parlour.close()


async def test_commands_that_discord_refuses_are_one_line(
    tmp_path: Path, blank: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Commands that Discord refuses are one line with its reason, at each try, until it takes them."""
    monkeypatch.setattr("bot.client.commands._FIRST_PAUSE", 0.05)
    wrong = {"_errors": [{"code": "BASE_TYPE_BAD_LENGTH", "message": "Must be between 1 and 100 in length."}]}
    errors = {str(each): {"options": {"0": {"description": wrong}}} for each in range(40)}
    refusal = Refusal(400, 50035, "Invalid Form Body", errors)
    parlour = Parlour(tmp_path, blank)
    parlour.weather = Weather(planned=[Planned(TELL, refusal), Planned(TELL, DAILY_LIMIT)])
    await parlour.open()
    try:
        await _told(parlour)
    finally:
        await parlour.close()
    lines = [each.getMessage() for each in caplog.records if "Sending commands again" in each.getMessage()]
    assert [line.splitlines() for line in lines] == [[line] for line in lines]
    assert "(HTTP status 400, error code 50035) In group" in lines[0]
    assert "description: Must be between 1 and 100 in length." in lines[0]
    assert lines[1].endswith(f"(error code: 30034): {DAILY_LIMIT.message}")
    assert not any(each.exc_info for each in caplog.records)


async def test_a_click_on_a_name_runs_the_command(parlour: Parlour) -> None:
    """A command's name in a sentence can be clicked; that of a group, which runs nothing, stays as it is."""
    await _told(parlour)
    ids = {command["name"]: command["id"] for command in parlour.local.world.commands.all()}
    refused = (await (await parlour.ada.slash(HERE, "race stop")).final()).text
    assert refused == f"No race is running here. Start one with </race start:{ids['race']}>."
    shown = (await (await parlour.ada.slash(HERE, "server setup")).final()).text
    assert f"with </server setup:{ids['server']}>." in shown
    assert "with /deal." in (await (await parlour.ada.slash(HERE, "board")).final()).text

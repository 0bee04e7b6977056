"""Options of commands with values that Discord does not offer: another version did, or somebody forges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.service.limits import NO_LIMITS
from small_discord.people import sender
from tests.flow.conftest import HERE
from tests.flow.reading import as_read
from tests.flow.test_watch import value as value_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.limits import Allowed
    from small_discord.wire import Json
    from tests.flow.conftest import Parlour

    Ask = Callable[[str, str, object], Awaitable[str]]

SUBCOMMAND, GROUP = 1, 2


@pytest.fixture
def allowed() -> Allowed:
    """Refuse nobody: every option is forged."""
    return NO_LIMITS


def _options(commands: list[Json], path: str = "") -> list[tuple[str, Json]]:
    """Return every option of every command, with the command's name."""
    found = []
    for command in commands:
        name = f"{path} {command['name']}".strip()
        options = command.get("options") or []
        found += _options([each for each in options if each["type"] in (SUBCOMMAND, GROUP)], name)
        found += [(name, each) for each in options if each["type"] not in (SUBCOMMAND, GROUP)]
    return found


def _forged(value: object) -> object:
    return 7 if isinstance(value, int) else "bogus"


@pytest.fixture
def ask(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Have Ada give a command whatever value she likes; return what she alone reads then."""
    monkeypatch.setattr(sender, "check_invocation", lambda *_: None)

    async def ask(command: str, option: str, value: object) -> str:
        told = await (await parlour.ada.slash(HERE, command, **{option: value})).final()
        assert told.ephemeral
        return as_read(told.text)

    return ask


async def test_what_is_not_offered_is_refused_in_one_sentence(parlour: Parlour, ask: Ask) -> None:
    """Every option with choices refuses anything else in one sentence."""
    options = _options(parlour.local.world.commands.all())
    offering = [(command, option) for command, option in options if option.get("choices")]
    assert ("daily play", "family") in [(command, option["name"]) for command, option in offering]
    for command, option in offering:
        name = option["name"]
        assert await ask(command, name, _forged(option["choices"][0]["value"])) == (
            f"/{command} has no such {name}: type it again, and choose from what is offered."
        )


async def test_a_number_out_of_range_is_refused_in_one_sentence(parlour: Parlour, ask: Ask) -> None:
    """Every option with a range refuses numbers outside it in one sentence: a race could last a century."""
    options = _options(parlour.local.world.commands.all())
    ranges = [(command, option) for command, option in options if "min_value" in option]
    assert ("race start", "hours") in [(command, option["name"]) for command, option in ranges]
    for command, option in ranges:
        name, least, most = option["name"], option["min_value"], option["max_value"]
        for value in (least - 1, most + 1, 2**53):
            told = await ask(command, name, value)
            assert told == f"/{command} takes {name} from {least} to {most}: type it again."


async def test_what_is_refused_is_counted(parlour: Parlour, ask: Ask) -> None:
    """A refused option is counted in the metrics, like what the rules refuse."""
    await ask("race start", "hours", 0)
    await parlour.settle()
    text = parlour.bot.services.metrics.text().decode()
    assert value_of(text, "idleyear_requests_total", name="race start", outcome="refused") == 1

"""Options of commands with values that Discord does not offer: another version did, or somebody forges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.local.people import sender
from bot.service.limits import NO_LIMITS
from tests.flow.conftest import HERE
from tests.flow.reading import as_read

if TYPE_CHECKING:
    from bot.local.wire import Json
    from bot.service.limits import Allowed
    from tests.flow.conftest import Parlour

SUBCOMMAND, GROUP = 1, 2


@pytest.fixture
def allowed() -> Allowed:
    """Refuse nobody: every option is forged."""
    return NO_LIMITS


def _with_choices(commands: list[Json], path: str = "") -> list[tuple[str, str, object]]:
    """Return every option that has choices: its command, its name, and a forged value."""
    found = []
    for command in commands:
        name = f"{path} {command['name']}".strip()
        options = command.get("options") or []
        found += _with_choices([each for each in options if each["type"] in (SUBCOMMAND, GROUP)], name)
        forged = [each for each in options if each.get("choices")]
        found += [(name, each["name"], _forged(each["choices"][0]["value"])) for each in forged]
    return found


def _forged(value: object) -> object:
    return 7 if isinstance(value, int) else "bogus"


async def test_what_is_not_offered_is_refused_in_one_sentence(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every option of every command that has choices."""
    monkeypatch.setattr(sender, "check_invocation", lambda *_: None)
    forged = _with_choices(parlour.local.world.commands.all())
    assert ("daily play", "family") in [(command, option) for command, option, _ in forged]
    for command, option, value in forged:
        told = await (await parlour.ada.slash(HERE, command, **{option: value})).final()
        assert told.ephemeral
        assert as_read(told.text) == (
            f"/{command} has no such {option}: type it again, and choose from what is offered."
        )

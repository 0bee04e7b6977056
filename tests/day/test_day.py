"""A day of play in each language: all that is shown on it is what was shown when it was recorded."""

from __future__ import annotations

import os
import random
from base64 import b64encode
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import discord
import pytest
from discord import app_commands

from bot.app import IdleYearBot
from bot.render.language import LANGUAGES
from bot.service.seeds import candidates
from bot.service.thinking.worker import carry_out
from bot.store import Daily
from bot.ui.routes import ROUTES
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import games_of
from idle_year.solvers.protocols import Limit
from small_discord.interactions import SECONDS_TO_ANSWER
from tests.clock import Clock
from tests.day.scene import Scene
from tests.day.steps import Choose, Complete, Press, Slash, Submit
from tests.day.walk import DAY
from tests.flow.conftest import Parlour
from tests.flow.pictures import NAMES, png
from tests.messages import with_commands
from tests.puzzles import LONGER, SHORT, stock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.usefixtures("patient")

_HERE = Path(__file__).parent
_LOCALES = {"en": "en-GB", "es": "es-ES", "pt_BR": "pt-BR"}
"""What Discord calls a language, where that is not the name of our catalogue."""
_MOST_LINES = 60
_PATIENT = Limit(seconds=600)
"""However busy the machine is, solvers settle what the day asks them."""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the bot no background work but the commands, and nobody else's dice; Discord waits for all."""
    dice = random.Random("the recorded day")  # noqa: S311  it need not be secret here
    monkeypatch.setattr("bot.service.seeds.secrets.choice", dice.choice)
    monkeypatch.setattr("bot.service.daily.secrets.token_hex", lambda size: dice.randbytes(size).hex())
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 10 * SECONDS_TO_ANSWER)
    monkeypatch.setattr("bot.service.wish.DealSearch._search", _found)
    monkeypatch.setattr("bot.service.stats._FIRST_GAMES", 1)
    monkeypatch.setattr("bot.service.thinking.workers._Worker", _Here)
    works = IdleYearBot.works
    monkeypatch.setattr(
        IdleYearBot, "works", lambda bot: {name: work for name, work in works(bot).items() if name in _WORKS}
    )


_WORKS = {"sending the commands"}


@pytest.fixture
async def parlour(tmp_path: Path, blank: Path) -> AsyncIterator[Parlour]:
    """Run a bot whose clock stands at noon, with dailies and puzzles that need no solver."""
    parlour = Parlour(tmp_path, blank)
    parlour.now = Clock()
    await parlour.open()
    services = parlour.bot.services
    emoji = [parlour.local.world.emoji.create(name, _picture(name)) for name in sorted(NAMES)]
    services.hints._limit = services.checks._limit = services.reviews._limit = _PATIENT
    services.card_emoji.texts = {each["name"]: f"<:{each['name']}:{each['id']}>" for each in emoji}
    for number in range(19, 24):
        day = parlour.now().date().replace(day=number)
        for family in FAMILIES:
            rules, key = games_of(family)[0], await services.dailies.key(day, family)
            (candidate,) = islice(candidates(key, day, family), 1)
            await services.store.dailies.save(
                Daily(day, family, rules.id, rules.revision, candidate[1], key, candidate[0], None, None)
            )
    await stock(services.store, SHORT, LONGER)
    yield parlour
    await parlour.close()


class _Here:
    """A worker that thinks in this process, where solvers are loaded and patient."""

    think = staticmethod(carry_out)

    def is_alive(self) -> bool:
        return True

    def look(self) -> None:
        """Find that it is well."""

    def end(self) -> None:
        """End nothing."""


async def _found(*_: object) -> str:
    """Find a deal as somebody wishes it: the search itself takes whatever comes first, in another process."""
    return "s6"


def _picture(name: str) -> str:
    return f"data:image/png;base64,{b64encode(png(name)).decode()}"


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_day_is_as_recorded(parlour: Parlour, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is shown is what was recorded; `make day` records it anew, for `git diff` to tell the rest."""
    locale = _LOCALES.get(code, code)
    parlour.ada.settings_of("The Parlour").set_language(locale)
    for name in ("Ada", "Ben", "Cleo"):
        parlour.local.person(name).set_language(locale)
    clock = parlour.now
    assert isinstance(clock, Clock)
    shown = await Scene(parlour, clock).play(DAY)
    kept = _HERE / f"{code}.txt"
    if os.environ.get("KEEP"):
        kept.write_text(shown)
    before = kept.read_text().splitlines()
    changes = unified_diff(before, shown.splitlines(), "recorded", "shown", lineterm="")
    assert not (told := list(islice(changes, _MOST_LINES))), "\n".join(told)


async def test_every_command_has_its_place_in_the_day() -> None:
    """Each command is used, with each of its options, and each option with a list is typed into."""
    async with with_commands() as bot:
        commands = [each for each in bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    # Those that deal share their options.
    does = {each.qualified_name: each.callback.__qualname__ for each in commands}
    steps = [step for step in DAY if isinstance(step, Slash)]
    assert {step.command for step in steps} == does.keys()
    used = {(does[step.command], option) for step in steps for option in step.options}
    options = [(command, each) for command in commands for each in command.parameters]
    assert {(does[command.qualified_name], each.display_name) for command, each in options} == used
    lists = {(command.qualified_name, each.display_name) for command, each in options if each.autocomplete}
    assert {(step.command, step.option) for step in DAY if isinstance(step, Complete)} == lists


def test_every_button_and_form_has_its_place_in_the_day() -> None:
    """Each verb is pressed or chosen, and the only form is filled in."""
    assert {step.verb for step in DAY if isinstance(step, Press | Choose)} == ROUTES.keys()
    forms = [each for each in discord.ui.Modal.__subclasses__() if each.__module__.startswith("bot.")]
    assert [form.__name__ for form in forms] == ["MovesModal"]
    assert any(isinstance(step, Submit) for step in DAY)


def test_every_language_has_its_day() -> None:
    """There is a recorded day in each language, and in no other."""
    assert {path.stem for path in _HERE.glob("*.txt")} == LANGUAGES.keys()

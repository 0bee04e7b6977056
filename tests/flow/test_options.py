"""Options of commands with values that Discord does not offer: another version did, or somebody forges."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest

from bot.render.refusals import UNREADABLE
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


_STRANGE: list[tuple[int, object]] = [(3, "x"), (4, 7), (5, True), (6, "1"), (7, "1"), (10, "x"), (11, "1")]
"""Options of every type as Discord numbers them: a number that is none, the others without what they name."""


def _change(parlour: Parlour, **changes: object) -> None:
    """Have Discord tell the bot something else about the only option of a command, or about the command."""

    def change(event: str, data: Json) -> Json:
        if event != "INTERACTION_CREATE":
            return data
        told = copy.deepcopy(data)
        holder = told["data"]
        holder.update({name: value for name, value in changes.items() if name == "resolved"})
        while "options" in holder:
            (holder,) = holder["options"]
        holder.update({name: value for name, value in changes.items() if name != "resolved"})
        return told

    parlour.local.weather.oddity = change


async def test_an_option_of_another_type_is_refused_in_one_sentence(parlour: Parlour) -> None:
    """Every option refuses what is of another type, or cannot be read as its own, in one sentence."""
    given = {3: "tuesday", 4: 1, 5: True, 6: parlour.ben.user.id, 7: parlour.ada.channel(HERE).id}
    for command, option in _options(parlour.local.world.commands.all()):
        if option["type"] not in given or command == "server leaderboard reset":
            continue
        usual = option.get("min_value", given[option["type"]])
        value = option["choices"][0]["value"] if option.get("choices") else usual
        for kind, other in _STRANGE:
            if kind == option["type"] not in (6, 7) or (kind, option["type"]) == (5, 4):  # True is 1
                continue
            _change(parlour, type=kind, value=other, resolved={})
            told = await (await parlour.ada.slash(HERE, command, **{option["name"]: value})).final()
            assert as_read(told.text) == UNREADABLE, (command, option["name"], kind)


async def test_an_option_whose_user_is_not_told_is_refused_in_one_sentence(parlour: Parlour) -> None:
    """Whoever names somebody of whom Discord tells nothing that can be read is told so in one sentence."""
    ben = parlour.ben.user
    odd: list[Json | None] = [
        *(None, {"users": None}, {"users": {ben.id: {}}}),
    ]
    for resolved in odd:
        _change(parlour, resolved=resolved)
        told = await parlour.ada.slash(HERE, "server leaderboard hide", player=ben.id)
        assert as_read((await told.final()).text) == UNREADABLE, resolved


async def test_nothing_is_offered_for_what_is_no_text(parlour: Parlour) -> None:
    """Whoever types something that is no text, or a number that is none, is offered nothing."""
    for kind, other in ((4, 7), (10, 1.5), (5, True), (7, "x")):
        _change(parlour, type=kind, value=other)
        assert await parlour.ada.autocomplete(HERE, "rules", "game", game="acc") == []


async def test_what_is_refused_is_counted(parlour: Parlour, ask: Ask) -> None:
    """A refused option is counted in the metrics, like what the rules refuse."""
    await ask("race start", "hours", 0)
    await parlour.settle()
    text = parlour.bot.services.metrics.text().decode()
    assert value_of(text, "idleyear_requests_total", name="race start", outcome="refused") == 1


async def test_every_option_takes_the_names_of_ones_language(parlour: Parlour, ask: Ask) -> None:
    """Every option that takes a game understands what its menu shows in Portuguese, accents or not."""
    parlour.ada.set_language("pt-BR")
    told = await parlour.ada.slash(HERE, "rules", game="Pirâmide")
    assert "Pyramid (Pirâmide)" in (await told.final()).text
    options = _options(parlour.local.world.commands.all())
    named = [(command, each["name"]) for command, each in options if each["name"] in ("game", "variant")]
    assert ("deal pyramid", "variant") in named
    assert ("race start", "game") in named
    for command, option in named:
        typed = {
            "deal accordion": "acordeao",
            "deal napoleon": "QUARENTA LADROES",
        }.get(command, "piramide")
        offered = await parlour.ada.autocomplete(HERE, command, option, **{option: typed})
        if command in ("deal marriage", "deal cribbage", "puzzle play", "puzzle again", "parlour play"):
            assert offered == [] or command.startswith("puzzle")
            continue
        assert offered[0].value in ("accordion", "napoleon", "pyramid")
        others = {"sure": "reset"} if command.endswith("reset") else {}
        reply = await parlour.ada.slash(HERE, command, **{option: typed}, **others)
        assert f"`{typed}`" not in (await reply.final()).text

"""The stage of the recorded day: how each step is done, and that all of it is done before the next."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any

from bot.ui.presses import Press as Sent
from idle_year.engine.records import write_moves
from small_discord.interactions import Asked, InteractionKind
from small_discord.limits.kinds import Kind, walk
from small_discord.people.commands import owners_of
from small_discord.people.sender import Reply
from small_discord.wire import Upload
from tests import forged
from tests.clock import Clock
from tests.day.shown import Shown
from tests.day.steps import (
    PARLOUR,
    Choose,
    Complete,
    Forge,
    ForgeCommand,
    PlayOn,
    Press,
    Say,
    SetClock,
    Slash,
    Step,
    Submit,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from small_discord import Message, Person
    from small_discord.people.message import Modal
    from small_discord.wire import Json
    from tests.flow.conftest import Parlour


_ALWAYS, _NOTHING = ("who", "where", "seconds"), ("", 0, None)


class Scene:
    """Plays steps, and writes down what is shown after each."""

    def __init__(self, parlour: Parlour, clock: Clock) -> None:
        self._parlour = parlour
        self._clock = clock
        self._began = clock.now.date()
        self._shown = Shown(parlour.local.world)
        self._form: Modal | None = None
        self._lines: list[str] = []

    async def play(self, steps: Iterable[Step]) -> str:
        """Play some steps; return what was shown."""
        for number, step in enumerate(steps, 1):
            self._lines.append(f"## {number}. {_title(step)}")
            self._clock.wait(step.seconds / 60)
            await self._do(step)
            await self._settle()
            self._lines += [*self._shown.changes(), ""]
        return "\n".join(self._lines)

    async def _settle(self) -> None:
        """Wait until everything is answered, and do what is due: the day has no other background work."""
        bot = self._parlour.bot
        await self._parlour.settle()
        await bot.services.race_messages.look()
        await bot.digest_posts.post_due()
        await bot.digest_posts.bring_up_to_date()
        await bot.reminder_posts.post_due()

    @singledispatchmethod
    async def _do(self, step: Step) -> None:
        raise TypeError(step)

    @_do.register
    async def _(self, step: Slash) -> None:
        person = self._person(step)
        options = {name: self._meant(person, value) for name, value in step.options.items()}
        await self._note(await person.slash(step.where, step.command, **options))

    @_do.register
    async def _(self, step: Complete) -> None:
        typed = {step.option: step.typed}
        offered = await self._person(step).autocomplete(step.where, step.command, step.option, **typed)
        self._lines += self._shown.offers(offered)

    @_do.register
    async def _(self, step: Press) -> None:
        message, button = self._control(step, step.verb, step.rest, Kind.BUTTON, step.back)
        await self._note(await self._person(step).use(message, button["custom_id"], []))

    @_do.register
    async def _(self, step: Choose) -> None:
        message, select = self._control(step, step.verb, step.rest, Kind.STRING_SELECT)
        value = select["options"][step.option]["value"] if isinstance(step.option, int) else step.option
        await self._note(await self._person(step).use(message, select["custom_id"], [value]))

    @_do.register
    async def _(self, step: Submit) -> None:
        assert self._form is not None
        await self._note(await self._person(step).submit(self._form, moves=step.typed))

    @_do.register
    async def _(self, step: PlayOn) -> None:
        session = (await self._parlour.game_of(self._person(step), step.where)).session
        begun = len(session.moves)
        while (moves := session.rules.moves(session.state)) and len(session.moves) < begun + step.most:
            session = session.play(write_moves(session.rules, moves[:1]))
        line = write_moves(session.rules, session.moves[begun:])
        await self._note(await self._person(step).slash(step.where, "move", moves=line))

    @_do.register
    async def _(self, step: Forge) -> None:
        person = self._person(step)
        message = [each for each in person.sees(step.where) if each.components][-1]
        await self._note(await forged.reply(self._parlour.local, person, message, step.custom_id))

    @_do.register
    async def _(self, step: ForgeCommand) -> None:
        local, person = self._parlour.local, self._person(step)
        channel = person.channel(step.where)
        known = {each["name"]: each for each in local.world.commands.all()}
        command = known.get(step.command, known["board"])
        options = [{"name": step.option, "type": 3, "value": step.value}] if step.option else []
        data = {"id": command["id"], "name": step.command, "type": 1, "options": options}
        owners = owners_of(local.world, person.user, channel, command)
        asked = Asked(InteractionKind.COMMAND, person.user, channel, data, owners, command_name=data["name"])
        await self._note(Reply(local.world, *await local.desk.ask(asked)))

    @_do.register
    async def _(self, step: Say) -> None:
        before = len(self._person(step).sees(step.where))
        self._person(step).say(step.where, step.text)
        async with asyncio.timeout(60):
            while len(self._person(step).sees(step.where)) < before + 2:  # noqa: ASYNC110  an answer comes
                await asyncio.sleep(0.01)

    @_do.register
    async def _(self, step: SetClock) -> None:
        self._clock.turn_to(self._began + timedelta(step.days), step.hour, step.minute)

    async def _note(self, reply: Reply) -> None:
        """Note what a reply opens; wait for what it becomes."""
        if reply.modal is not None:
            self._form = reply.modal
            self._lines += self._shown.form(reply.modal)
        elif reply.kind == "deferred":
            await reply.final()

    def _person(self, step: Step) -> Person:
        return self._parlour.local.person(step.who)

    def _control(self, step: Step, verb: str, rest: str, kind: Kind, back: int = 0) -> tuple[Message, Json]:
        """Return the latest control that somebody sees which does something, and its message."""
        found = [
            (message, part)
            for message in reversed(self._person(step).sees(step.where))
            for part in _first(message, verb, rest, kind)
        ]
        if len(found) <= back:
            raise LookupError(f"Nothing here does that: {step}")
        return found[back]

    def _meant(self, person: Person, value: Any) -> Any:
        """Return what a command is given: for a channel or a person the id, for a file its content."""
        if not isinstance(value, str):
            return value
        if value.startswith("@"):
            return self._parlour.local.person(value[1:]).user.id
        if value.startswith("#"):
            return person.channel(value[1:]).id
        if value.startswith("file:"):
            name = value.removeprefix("file:")
            return Upload(name, self._file(person, name))
        return value

    def _file(self, person: Person, name: str) -> bytes:
        """Return the latest file of a name that somebody has got, or one with nonsense in it."""
        world = self._parlour.local.world
        for message in reversed(person.sees(PARLOUR)):
            for file in message.attachments:
                if file["filename"] == name:
                    return world.file.bytes_of(file["id"]) or b""
        return b"nonsense"


def _first(message: Message, verb: str, rest: str, kind: Kind) -> list[Json]:
    for part in walk(message.components):
        if part["type"] == kind and part.get("custom_id", "").startswith("iy:"):
            sent = Sent.read(part["custom_id"])
            if sent.verb == verb and (sent.rest or "").startswith(rest) and not part.get("disabled"):
                return [part]
    return []


def _title(step: Step) -> str:
    """Return what is done, by whom and where, in a line."""
    done = {
        name: value for name, value in vars(step).items() if name not in _ALWAYS and value not in _NOTHING
    }
    options = done.pop("options", {})
    told = " ".join([*map(str, done.values()), *(f"{name}:{value}" for name, value in options.items())])
    return f"{step.who} in {step.where.rpartition('/')[2]}: {type(step).__name__} {told}"

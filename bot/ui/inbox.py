"""Where everything that people ask for comes in: commands, presses and forms, each carried out once.

Whoever asks for too much is refused before it is work. What is asked is read from the interaction itself:
messages and forms left open across a restart still work. Each is counted: how it ended, how long it took.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeAlias

import discord
from discord import app_commands

from bot.client.events import Payload, asker_of, parsers_of
from bot.client.failures import is_too_late, told_of, warn
from bot.engine.errors import GameError
from bot.render.refusals import UNREADABLE
from bot.service.background import reason
from bot.service.limits import Limits, TooFast, TooMuch
from bot.store import StoreFailing
from bot.store.troubles import OnceAMinute
from bot.ui.answers import refused
from bot.ui.options import check_offered, check_options
from bot.ui.presses import Press, UnknownButton
from bot.ui.request import NO_PRESS, Interaction, Request, read_sent
from bot.ui.response import NOTHING, UNKNOWN, Answer, Exchange, Place, Response
from bot.ui.routes import ROUTES, Route
from bot.ui.services import Services
from bot.watch.metrics import Metrics

log = logging.getLogger(__name__)

P = ParamSpec("P")
Handler: TypeAlias = Callable[Concatenate[Services, Request, P], Awaitable[Answer]]
Work: TypeAlias = Callable[[Request], Awaitable[Answer]]


def ignore_floods(client: discord.Client, limits: Limits, metrics: Metrics) -> None:
    """Drop what comes long after a limit as soon as it is read, before discord.py makes objects of it."""
    parsers = parsers_of(client)
    parse = parsers["INTERACTION_CREATE"]

    def parse_unless_flood(data: Payload) -> None:
        if limits.hears(asker_of(data)):
            parse(data)
        else:
            metrics.ignored()

    parsers["INTERACTION_CREATE"] = parse_unless_flood


class LimitedTree(app_commands.CommandTree[Any]):
    """The tree of commands, for those who do not ask for too much."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Whether to run a command or to offer choices; who may not run a command is told why."""
        inbox: Inbox = self.client.inbox
        return await inbox.admits(Exchange(interaction))


class Inbox:
    """Has everything carried out that is asked for, and delivers what comes of it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.routes = dict(ROUTES)
        """Who answers each press, by its verb."""
        self._under_way: set[tuple[Press, int]] = set()
        self._lines = OnceAMinute()

    async def admits(self, exchange: Exchange) -> bool:
        """Whether to run a command, or to offer choices; who may not run a command is told why."""
        try:
            await self._begin(exchange.person)
            check_offered(exchange.interaction) if exchange.is_typing else check_options(exchange.interaction)
        except GameError as refusal:
            await self._turn_away(exchange, refusal)
            return False
        except Exception as error:  # noqa: BLE001  whatever it is, discord.py would leave the person waiting
            warn(self._lines, "command", "A command could not be read (%s).", type(error).__name__)
            self._services.metrics.unreadable()
            await self._turn_away(exchange, GameError(UNREADABLE), UNKNOWN)
            return False
        return True

    async def _turn_away(self, exchange: Exchange, refusal: GameError, name: str | None = None) -> None:
        if exchange.is_typing:
            await exchange.offer([])
        else:
            await self.refuse(exchange, refusal, name)

    async def read(self, exchange: Exchange) -> Request:
        """Return what somebody asks for who is typing, and have all that follows worded for that person."""
        return await self._services.requests.read(exchange.interaction)

    async def command(
        self, exchange: Exchange, handler: Handler[P], *options: P.args, **named: P.kwargs
    ) -> None:
        """Have a command answered by its handler."""

        async def work(request: Request) -> Answer:
            return await handler(self._services, request, *options, **named)

        exchange.defer_in_time()
        await self._carry_out(exchange, exchange.command_name, work)

    async def press(self, exchange: Exchange) -> None:
        """Do what a press or a form says."""
        press, values = read_sent(exchange.interaction)
        route = self.routes.get(press.verb, _NO_ROUTE)
        name = press.verb if press.verb in self.routes else UNKNOWN
        try:
            await self._begin(exchange.person)
        except TooFast as refusal:
            await self.refuse(exchange, refusal, name)
            return

        async def work(request: Request) -> Answer:
            if self._services.double_taps.is_second_tap(request):
                return NOTHING
            return await route.handler(self._services, request)

        if not route.is_form:
            exchange.defer_in_time()
        with self._alone(route, press, exchange.person) as is_alone:
            await self._carry_out(exchange, name, work if is_alone else _do_nothing, press, values)

    async def refuse(self, exchange: Exchange, error: BaseException, name: str | None = None) -> None:
        """Tell somebody why what was asked for cannot be done."""

        async def work(_request: Request) -> Answer:
            raise error

        await self._carry_out(exchange, name or exchange.command_name, work)

    async def _begin(self, person: int) -> None:
        """Count what a person asks for, which is under way until the current task ends; raise TooFast."""
        limits = self._services.limits
        pause = limits.begin(person)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  discord.py starts one for each interaction
        task.add_done_callback(lambda _: limits.end(person))
        if pause:
            await asyncio.sleep(pause)

    @contextmanager
    def _alone(self, route: Route, press: Press, person: int) -> Iterator[bool]:
        """Tell whether a press is not under way already, if its route wants it alone."""
        key = press, person
        if not route.is_alone or key in self._under_way:
            yield not route.is_alone
            return
        self._under_way.add(key)
        try:
            yield True
        finally:
            self._under_way.discard(key)

    async def _carry_out(
        self, exchange: Exchange, name: str, work: Work, press: Press = NO_PRESS, values: Sequence[str] = ()
    ) -> None:
        outcome, request = "answered", None
        try:
            request = await self._services.requests.read(exchange.interaction, press, values)
            await self._deliver(exchange, request, await work(request))
        except Exception as error:  # noqa: BLE001  whatever it is, discord.py would leave the person waiting
            outcome = _outcome_of(error)
            await self._explain(exchange, request, error)
        finally:
            exchange.end()
        self._services.metrics.answered(exchange.kind, name, outcome, exchange.seconds)

    async def _deliver(self, exchange: Exchange, request: Request, answer: Answer) -> None:
        """Deliver an answer, and what follows it."""
        try:
            sent = await exchange.deliver(answer)
        except Exception:
            if isinstance(answer, Response) and answer.lost is not None:
                await self._follow(exchange, request, await answer.lost())
            raise
        if not isinstance(answer, Response):
            return
        if answer.place is Place.EDIT:
            self._services.double_taps.note_redraw(request, exchange.seconds)
        if answer.then is not None and sent is not None:
            await self._follow(exchange, request, await answer.then(sent))

    async def _follow(self, exchange: Exchange, request: Request, answer: Answer | None) -> None:
        if answer is not None:
            await self._deliver(exchange, request, answer)

    async def _explain(self, exchange: Exchange, request: Request | None, error: BaseException) -> None:
        """Tell the person who asked what went wrong, in one sentence, if that can still be answered.

        Where Discord refuses that too, such as the board that shows it, one more sentence says so, with
        nothing in it that a player has typed.
        """
        is_refused = told_of(error) is not None
        try:
            if not is_too_late(error):
                await exchange.deliver(await refused(self._services, request, error))
                if not is_refused:
                    return
        except Exception as failure:
            if told_of(failure) and not is_refused:
                await self._explain(exchange, request, failure)
                return
            if not is_too_late(failure) and told_of(failure) is None:
                log.error("Nobody could be told what went wrong.", exc_info=failure)
                return
            error = failure
        if is_too_late(error):
            log.warning("An answer came too late: %s", reason(error))
        else:
            log.warning("Discord refused an answer: %s", reason(error))


async def _know_nothing(_services: Services, _request: Request) -> Answer:
    raise UnknownButton


async def _do_nothing(_request: Request) -> Answer:
    return NOTHING


_NO_ROUTE = Route(_know_nothing)


def _outcome_of(error: BaseException) -> str:
    if isinstance(error, TooMuch):
        return "limited"
    if is_too_late(error):
        return "late"
    if isinstance(error, StoreFailing):
        return "database"
    return "refused" if isinstance(error, GameError) or told_of(error) else "failed"

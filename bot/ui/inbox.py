"""Where everything that people ask for comes in: commands, presses and forms, each carried out once.

Too much of one person's is refused before it is work. The interaction itself says what is asked, so messages
and forms that were left open across a restart still work. Each is counted: how it ended, how long it took.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias

import discord
from discord import app_commands

from bot.client.failures import FAILURES, is_too_late, told_of, warn
from bot.client.options import Interaction, UnknownCommand, check_offered, check_options
from bot.render.refusals import UNREADABLE
from bot.service.background import reason
from bot.service.limits import TooFast, TooMuch
from bot.store import StoreFailing
from bot.store.troubles import OnceAMinute
from bot.ui.answers import refused
from bot.ui.presses import Press, UnknownButton
from bot.ui.request import NO_PRESS, Request, read_sent
from bot.ui.response import NOTHING, UNKNOWN, Answer, Exchange, Place, Response
from bot.ui.routes import ROUTES, Route
from bot.ui.services import Services
from idle_year.engine.errors import GameError

log = logging.getLogger(__name__)

P = ParamSpec("P")
Handler: TypeAlias = Callable[Concatenate[Services, Request, P], Awaitable[Answer]]
Work: TypeAlias = Callable[[Request], Awaitable[Answer]]

_QUICK = 0.5
"""Seconds after a redraw in which nobody has read it yet."""
_MOVES = {"play", "run", "take", "shown", "redeal", "undo", "redo"}
"""Verbs that are no move if nobody can have meant them. Whoever deals, or follows a line, may go fast."""
_MOST_MESSAGES = 1000
"""Messages whose last redraw is remembered: far more than half a second brings."""
_Spot: TypeAlias = tuple[int, int]
"""A row, counted from the last one up, as Discord keeps the end of a message in sight; and where in it."""


class LimitedTree(app_commands.CommandTree[Any]):
    """The tree of commands, for those who do not ask for too much."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether to run a command or to offer choices; who may not run a command is told why."""
        inbox: Inbox = self.client.inbox
        return await inbox.admits(Exchange(interaction))

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Explain a command that failed: the cause is what the user can act on."""
        inbox: Inbox = self.client.inbox
        await inbox.refuse(Exchange(interaction), _cause_of(error))


class Inbox:
    """Has everything carried out that is asked for, and delivers what comes of it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.routes = dict(ROUTES)
        """Who answers each press, by its verb."""
        self._under_way: set[tuple[Press, int]] = set()
        self._lines = OnceAMinute()
        self._double_taps = _DoubleTaps()

    async def admits(self, exchange: Exchange) -> bool:
        """Whether to run a command, or to offer choices; who may not run a command is told why."""
        check = check_offered if exchange.is_typing else check_options
        try:
            await self._begin(exchange.person)
            check(exchange.interaction)
        except TooFast as refusal:
            await self._turn_away(exchange, refusal)
            return False
        except GameError as refusal:
            await self._turn_away(exchange, refusal, say_again=partial(check, exchange.interaction))
            return False
        except Exception as error:  # noqa: BLE001  whatever it is, discord.py would leave the person waiting
            await self._turn_away(exchange, self._odd(error), UNKNOWN)
            return False
        return True

    def _odd(self, error: Exception) -> GameError:
        """Count what nobody could read of what Discord has sent; return what whoever asked is told."""
        warn(self._lines, "interaction", "What was asked could not be read (%s).", type(error).__name__)
        self._services.metrics.unreadable()
        return GameError(UNREADABLE)

    async def _turn_away(
        self,
        exchange: Exchange,
        refusal: GameError,
        name: str | None = None,
        say_again: Callable[[], None] | None = None,
    ) -> None:
        if exchange.is_typing:
            await exchange.offer([])
        else:
            await self.refuse(exchange, refusal, name, say_again)

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
            if self._double_taps.is_second_tap(request):
                return NOTHING
            return await route.handler(self._services, request)

        if not route.is_form:
            exchange.defer_in_time()
        with self._alone(route, press, exchange.person) as is_alone:
            await self._carry_out(exchange, name, work if is_alone else _do_nothing, press, values)

    async def refuse(
        self,
        exchange: Exchange,
        error: BaseException,
        name: str | None = None,
        say_again: Callable[[], None] | None = None,
    ) -> None:
        """Tell somebody why something cannot be done; `say_again` raises it once more, in their language."""

        async def work(_request: Request) -> Answer:
            if say_again is not None:
                say_again()
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
            self._services.live.hear(request.seat.channel, exchange.token)
            await self._deliver(exchange, request, await work(request))
        except Exception as error:  # noqa: BLE001  whatever it is, discord.py would leave the person waiting
            told = error if request is not None else self._odd(error)
            outcome = _outcome_of(told)
            await self._explain(exchange, request, told)
        finally:
            exchange.end()
        self._services.metrics.answered(exchange.kind, name, outcome, exchange.seconds)

    async def _deliver(self, exchange: Exchange, request: Request, answer: Answer) -> None:
        """Deliver an answer, and what follows it."""
        try:
            sent = await exchange.deliver(answer)
        except (discord.DiscordException, RuntimeError, *FAILURES):
            if isinstance(answer, Response) and answer.lost is not None:
                await self._follow(exchange, request, await answer.lost())
            raise
        if not isinstance(answer, Response):
            return
        if answer.place is Place.EDIT:
            self._double_taps.note_redraw(request, exchange.seconds)
        if sent is not None and not sent.is_private:
            self._services.live.show(sent.id, exchange.token)
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


def _cause_of(error: app_commands.AppCommandError) -> Exception:
    match error:
        case app_commands.CommandInvokeError():
            return error.original
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return UnknownCommand()
    return error


def _outcome_of(error: BaseException) -> str:
    if isinstance(error, TooMuch):
        return "limited"
    if is_too_late(error):
        return "late"
    if isinstance(error, StoreFailing):
        return "database"
    return "refused" if isinstance(error, GameError) or told_of(error) else "failed"


class _Meaning(NamedTuple):
    """What a component says, and what it sends: the same words may be another move."""

    label: str
    sent: str


class _Redraw(NamedTuple):
    """The last redraw of a message."""

    at: float
    """Seconds, on Discord's clock."""
    before: Sequence[Any]
    """The components that the message had; what they mean is read only if a press comes so soon."""


class _DoubleTaps:
    """Knows which messages have just been redrawn, and what was where before.

    The second of two taps on one spot is no move if the first has changed the spot. When a press was made is
    read from its id, which Discord stamps; when a message was redrawn, from the id of the press that redrew
    it and from how long that took us. So it does not matter what our own clock says.
    """

    def __init__(self) -> None:
        self._redraws: dict[int, _Redraw] = {}

    def note_redraw(self, request: Request, seconds: float) -> None:
        """Remember that Discord has acknowledged a redraw of what was pressed, so long after the press."""
        if (message := request.message) is None:
            return
        self._redraws.pop(message.id, None)
        self._redraws[message.id] = _Redraw(request.made_at + seconds, message.components)
        if len(self._redraws) > _MOST_MESSAGES:
            del self._redraws[next(iter(self._redraws))]

    def is_second_tap(self, request: Request) -> bool:
        """Whether a press would move, and came too soon on a place that meant something else before."""
        message = request.message
        redraw = self._redraws.get(message.id) if message is not None else None
        if message is None or redraw is None or request.press.verb not in _MOVES:
            return False
        if request.made_at - redraw.at >= _QUICK:
            return False
        sent = _sent(request.press.custom_id)
        before = dict(_placed(redraw.before))
        return any(
            before.get(place, meaning) != meaning
            for place, meaning in _placed(message.components)
            if meaning.sent == sent
        )


def _placed(components: Iterable[Any]) -> Iterator[tuple[_Spot, _Meaning]]:
    """Yield what is where in a message."""
    for up, row in enumerate(reversed([*_rows(components)])):
        for across, each in enumerate(row.children):
            yield (up, across), _meaning(each)


def _rows(components: Iterable[Any]) -> Iterator[discord.ActionRow]:
    for each in components:
        if isinstance(each, discord.ActionRow):
            yield each
        else:
            yield from _rows(getattr(each, "children", ()))


def _meaning(component: Any) -> _Meaning:
    label, emoji, sent = (getattr(component, each, None) or "" for each in ("label", "emoji", "custom_id"))
    return _Meaning(f"{label} {emoji}", _sent(sent))


def _sent(custom_id: object) -> str:
    """Return the verb of a custom_id and what follows it; the game and its version are before that."""
    return str(custom_id or "").split(":", 3)[-1]

"""Race: how one starts, and what the buttons under its message do."""

from __future__ import annotations

from dataclasses import replace

from bot.render.language import read_in
from bot.render.names import read_game
from bot.render.race import NO_SERVER, STILL_ON, STOPPED, UNSEEN
from bot.service.first_game import first_rules
from bot.service.race import NoRace, Standing
from bot.service.wish import DealRequest, Wish
from bot.store import Race
from bot.ui.answers import count_post, server_language, show, tell
from bot.ui.components import Note
from bot.ui.deal import deal
from bot.ui.race_message import result_view, running_view
from bot.ui.request import Request
from bot.ui.response import Place, Response, Sent
from bot.ui.services import Services, game_here
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules


async def start_named(services: Services, request: Request, game: str | None, hours: int | None) -> Response:
    """Start a quick race, or one in a game for some hours, by default in the one that is played here."""
    if game is None and hours is None:
        return await start_quick(services, request)
    rules = read_game(game or await game_here(services, request))
    return await start(services, request, rules, hours or 1)


async def start(services: Services, request: Request, rules: AnyRules, hours: int) -> Response:
    """Start a race in the channel, with a message for all; raise RaceOn if one is running there."""
    guild = _server(request)
    if not await _sees(services, request):
        raise GameError(UNSEEN)
    _count(services, request)
    race = await services.races.start(request.seat, guild, rules, hours)
    return await _begun(services, request, race)


async def start_quick(services: Services, request: Request) -> Response:
    """Start a quick race, as `start` does; it needs no more than the answers to who starts and plays it."""
    guild = _server(request)
    _count(services, request)
    services.limits.search(request.player)
    seed = await services.deal_search.find(first_rules(), Wish(winnable=True), request.player)
    race = await services.races.start_quick(request.seat, guild, seed)
    return await _begun(services, request, race)


async def stop(services: Services, request: Request) -> Response:
    """End the race in the channel, and tell how it went where its message cannot."""
    race = await services.races.stop(request.seat, manages=request.manages)
    if await _sees(services, request):
        told = tell(services, Note(STOPPED))
    else:
        told = tell(services, result_view(race, await _standings(services, race)))

    async def finish(_sent: Sent) -> None:
        await services.race_messages.finish(race)

    return replace(told, then=finish)


async def join(services: Services, request: Request) -> Response:
    """Deal the race to the person who pressed, or show their board of it."""
    race = await _race(services, request)
    if race.over:
        return await _show_result(services, request, race)
    game = await services.races.join(request.seat, race)
    if race.message is None and (message := request.is_shown_by()) is not None:
        # The bot ended before it could note which message shows the race, or Discord took no edit of it then.
        await services.store.races.posted(race.id, message.id)
    await services.play.turn_to(game)
    return await show(services, request, game)


async def play_the_same(services: Services, request: Request) -> Response:
    """Deal the cards of a race that is over to the person who pressed."""
    race = await _race(services, request)
    if not race.over:
        raise GameError(STILL_ON)
    return await deal(services, request, DealRequest(find_game(race.game), race.seed))


async def rematch(services: Services, request: Request) -> Response:
    """Start another race of the same game, as long as the one that is over, for those who were in it.

    It takes the place of the message that tells of that end.
    """
    race = await _race(services, request)
    if not race.over:
        raise GameError(STILL_ON)
    await services.races.check_was_in(request.seat, race)
    if race.quick:
        begun = await start_quick(services, request)
    else:
        begun = await start(services, request, find_game(race.game), race.hours)
    if begun.place is Place.EDIT:
        await services.store.races.settle(race.id)  # what told of it would be looked for in vain
    return begun


def _server(request: Request) -> int:
    if request.guild is None:
        raise GameError(NO_SERVER)
    return request.guild


def _count(services: Services, request: Request) -> None:
    """Count the message that a race begins with, unless it takes the place of another."""
    if not _takes_place(request):
        count_post(services, request)


def _takes_place(request: Request) -> bool:
    """Whether a race takes the place of a message that all see: of the end of the one before."""
    message = request.is_shown_by()
    return message is not None and not message.is_private


async def _begun(services: Services, request: Request, race: Race) -> Response:
    """Show everybody a race that has just begun, then its starter the board."""
    with read_in(await server_language(services, request)):
        view = running_view(race, [])

    async def sit_down(sent: Sent) -> Response:
        await services.store.races.posted(race.id, sent.id)
        game = await services.races.join(request.seat, race)
        return await show(services, request, game, anew=True)

    async def end() -> None:  # nobody sees it, and it would prevent others from starting one
        await services.store.races.end(race.id)

    in_place = _takes_place(request)
    place = Place.EDIT if in_place else Place.PUBLIC
    return Response(place=place, view=view, names_people=in_place, then=sit_down, lost=end)


async def _sees(services: Services, request: Request) -> bool:
    """Whether the bot sees the channel; of a private thread, it may be told of the channel around it."""
    if not request.is_in_private_thread or not request.is_channel_seen:
        return request.is_channel_seen
    return await services.discord.is_in(request.seat.channel)


async def _race(services: Services, request: Request) -> Race:
    """Return the race that was pressed; raise NoRace if it is one of another server."""
    (number, *_) = request.press.numbers()
    race = await services.races.get(number)
    if race.guild != request.guild:
        raise NoRace
    return race


async def _show_result(services: Services, request: Request, race: Race) -> Response:
    """Replace a message that missed the end of its race, say during a restart, with the result.

    A person who pressed anywhere else is told in private.
    """
    found = await _standings(services, race)
    if request.is_shown_by() is None:
        return tell(services, result_view(race, found))
    with read_in(await server_language(services, request)):
        view = result_view(race, found)
    return Response(place=Place.EDIT, view=view, names_people=True)


async def _standings(services: Services, race: Race) -> list[Standing]:
    return await services.races.standings(await services.store.games.of_race(race.id))

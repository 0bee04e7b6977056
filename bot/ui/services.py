"""What answers need: all that the bot is made of, put together in one place."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from bot.client.commands import Commands
from bot.client.emoji import CardEmoji
from bot.client.gateway import Client
from bot.client.members import Members
from bot.client.port import DiscordPort
from bot.service.challenge import Challenges
from bot.service.daily import Dailies
from bot.service.deal import Dealer
from bot.service.digest import Digests
from bot.service.game import Game
from bot.service.hint import Checks, Hints
from bot.service.kernels import Preparation
from bot.service.limits import Allowed, Limits
from bot.service.lookup import Lookup
from bot.service.parlour import Parlours
from bot.service.play import Play
from bot.service.privacy import Privacy
from bot.service.puzzle_stock import PuzzleStock
from bot.service.race import Races
from bot.service.ranks import Ranks
from bot.service.records import Records
from bot.service.reminder import Reminders
from bot.service.review import Reviews
from bot.service.settings import ServerLanguages, Settings
from bot.service.stats import Stats
from bot.service.thinking.solver_threads import SolverThreads
from bot.service.tries import Tries
from bot.service.turning_point import TurningPoints
from bot.service.wish import DealSearch
from bot.store import Store
from bot.ui.live import LiveTokens
from bot.ui.post import Posts
from bot.ui.race_message import RaceMessages
from bot.ui.request import NO_PRESS, Languages, Request, Requests
from bot.watch.metrics import Metrics
from idle_year.engine.errors import GameError


@dataclass(frozen=True, kw_only=True)
class Services:
    """What the bot does without Discord, and what it knows of Discord, for every answer to use."""

    store: Store
    limits: Limits
    metrics: Metrics
    lookup: Lookup
    dealer: Dealer
    play: Play
    records: Records
    preparation: Preparation
    threads: SolverThreads
    hints: Hints
    checks: Checks
    reviews: Reviews
    deal_search: DealSearch
    dailies: Dailies
    digests: Digests
    reminders: Reminders
    turning_points: TurningPoints
    puzzle_stock: PuzzleStock
    tries: Tries
    races: Races
    parlours: Parlours
    race_messages: RaceMessages
    ranks: Ranks
    stats: Stats
    settings: Settings
    server_languages: ServerLanguages
    languages: Languages
    privacy: Privacy
    discord: DiscordPort
    members: Members
    card_emoji: CardEmoji
    requests: Requests
    command_names: Commands
    live: LiveTokens
    challenges: Challenges
    posts: Posts
    posted_previews: deque[int]
    """The previews posted last: a second tap may come after the first is answered, but not much later."""


def make_services(bot: Client, store: Store, preparation: Preparation, allowed: Allowed) -> Services:
    """Put together what a bot needs; those about games share what any of them has read or played."""
    lookup, threads = Lookup(store), SolverThreads()
    limits = Limits(allowed, store.now)
    dealer = Dealer(store, lookup, allowed.games, limits.deal)
    dailies, races = Dailies(store, threads, preparation), Races(store, lookup, dealer)
    settings, reviews = Settings(store), Reviews(threads, store, lookup)
    server_languages = ServerLanguages(store)
    languages, card_emoji = Languages(bot, settings, server_languages), CardEmoji(bot, store)
    live, challenges = LiveTokens(bot, store.now), Challenges(store)
    deal_search = DealSearch(threads, preparation)
    puzzle_stock = PuzzleStock(store, lookup, dailies, threads, preparation)
    return Services(
        store=store,
        limits=limits,
        metrics=Metrics(),
        lookup=lookup,
        dealer=dealer,
        play=Play(store, lookup, allowed.games),
        records=Records(store, lookup),
        preparation=preparation,
        threads=threads,
        hints=Hints(threads),
        checks=Checks(threads),
        reviews=reviews,
        deal_search=deal_search,
        dailies=dailies,
        digests=Digests(store, dailies, lookup),
        reminders=Reminders(store),
        turning_points=TurningPoints(store, lookup, reviews),
        puzzle_stock=puzzle_stock,
        tries=Tries(store, lookup, dealer, puzzle_stock, preparation, threads),
        races=races,
        parlours=Parlours(store, threads, deal_search),
        race_messages=RaceMessages(bot, store, races, languages, limits, live),
        ranks=Ranks(store),
        stats=Stats(store),
        settings=settings,
        server_languages=server_languages,
        languages=languages,
        privacy=Privacy(store, lookup, settings),
        discord=DiscordPort(bot),
        members=Members(bot, store.now),
        card_emoji=card_emoji,
        requests=Requests(settings, card_emoji),
        command_names=Commands(bot, store),
        live=live,
        challenges=challenges,
        posts=Posts(live, challenges, store.now),
        posted_previews=deque(maxlen=1000),
    )


async def current_game(services: Services, request: Request) -> Game:
    """Return the game that is played here; raise NoGame if there is none."""
    return await services.lookup.current(request.seat)


async def game_here(services: Services, request: Request) -> str:
    """Return the id of the game that is played here, or of Accordion if there is none."""
    try:
        return (await current_game(services, request)).rules.id
    except GameError:
        return "accordion"


async def own_game(services: Services, request: Request) -> Game:
    """Return the person's game that was pressed, as it stands now; raise NotYours if it is another's.

    Who presses nothing, but gives a command, means the one that is played here.
    """
    if request.press == NO_PRESS:
        return await current_game(services, request)
    return await services.lookup.own(request.player, request.press.seen.id)


async def seen_game(services: Services, request: Request) -> Game:
    """Return the person's game as `own_game` does, as it was seen; raise NotYours or Stale otherwise."""
    if request.press == NO_PRESS:
        return await current_game(services, request)
    return await services.lookup.as_seen(request.player, request.press.seen)

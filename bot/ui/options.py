"""The options of commands: what they take, what is offered as people type, where commands are offered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from discord.app_commands import AppCommandContext, AppInstallationType, Choice, Range

from bot.render.cards import Style
from bot.render.discord_limits import CHOICE_CHARACTERS, CHOICES
from bot.render.labels import (
    PUZZLES,
    date_choice,
    game_choice,
    hidden_line_choice,
    new_seed_choice,
    seed_choice,
    warning_choice,
    zone_choice,
)
from bot.render.language import LANGUAGES, in_each_language, worded
from bot.render.moves import label_of
from bot.render.names import spellings
from bot.render.refusals import UNKNOWN_ZONE, which_zone
from bot.render.settings import AS_DISCORD
from bot.render.zones import clock_of, find_zones
from bot.service.seeds import random_seed
from bot.ui.presses import LONGEST_LINE
from bot.ui.typed import in_notation
from idle_year.engine.cards import read_seed
from idle_year.engine.errors import GameError
from idle_year.engine.games import short_spelling, unfinished_spelling
from idle_year.engine.line import Room
from idle_year.engine.rules import IN_NO_MENU, AnyRules
from idle_year.engine.session import Session
from idle_year.engine.wording import folded, visible

Choices: TypeAlias = list[Choice[str]]
Name: TypeAlias = Range[str, 1, 64]
"""An option that names a game, a seed or a deal; Discord itself rejects anything longer than these are."""
Line: TypeAlias = Range[str, 1, LONGEST_LINE]
"""An option that takes a line of moves."""
IN_SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
BY_SERVERS = AppInstallationType(guild=True, user=False)
"""Only where a server has added the bot, not where users have installed it for themselves."""
DISCORDS = "discord"
"""What stands for the language that somebody's Discord, or a server, is set to."""
LANGUAGE_CHOICES = [
    Choice(name=name, value=value) for value, name in ({DISCORDS: AS_DISCORD} | LANGUAGES).items()
]


def choice(name: str, value: str) -> Choice[str]:
    """Make a choice whose name fits Discord's limit."""
    name = worded(name)
    if len(name) > CHOICE_CHARACTERS:
        name = name[: CHOICE_CHARACTERS - 1] + "…"
    return Choice(name=name, value=value)


def variant_choices(games: Iterable[AnyRules], typed: str) -> Choices:
    """Offer the games whose id, name or alias contains what was typed, exact names first."""
    known, wanted = list(games), short_spelling(typed)
    found = sorted(_called(known, wanted), key=lambda game: wanted not in spellings()[game.id][:3])
    found += [game for game in _called(known, unfinished_spelling(typed)) if game not in found]
    if not found:  # it may be a friend's language
        found = next(filter(None, in_each_language(lambda: _called(known, wanted))), [])
    return [choice(game_choice(game), game.id) for game in found][:CHOICES]


def board_choices(games: Iterable[AnyRules], typed: str) -> Choices:
    """Offer the board of puzzles, if that may be meant, and those of games."""
    puzzles = [choice(PUZZLES, PUZZLES.lower())] if is_of_puzzles(typed, begun=True) else []
    return [*puzzles, *variant_choices(games, typed)][:CHOICES]


def is_of_puzzles(typed: str, *, begun: bool = False) -> bool:
    """Whether the board of puzzles is meant, or may be once what was `begun` is typed."""
    wanted, names = folded(typed.strip()), map(folded, in_each_language(lambda: worded(PUZZLES)))
    return any(name.startswith(wanted) if begun else name == wanted for name in names)


def _called(games: Iterable[AnyRules], wanted: str) -> list[AnyRules]:
    names = spellings()
    return [game for game in games if any(wanted in name for name in names[game.id])]


def seed_choices(typed: str, now: datetime) -> Choices:
    """Offer a valid seed as typed; by default today's date, which many people share, and a new seed."""
    if typed.strip():
        try:
            seed = read_seed(typed.rpartition(":")[2])
        except GameError as error:
            return [_warning(error, typed)]
        return [choice(seed_choice(seed), typed.strip()[:CHOICE_CHARACTERS])]
    today, made_up = now.date().isoformat(), random_seed()
    return [
        choice(date_choice(today), today),
        choice(new_seed_choice(made_up), made_up),
    ]


def read_zone(typed: str, now: datetime) -> str:
    """Return the name of the zone that somebody means; raise GameError if there is none, or several are."""
    zone, offered = find_zones(typed, now)
    if zone is None:
        raise GameError(which_zone(offered, now) if offered else UNKNOWN_ZONE)
    return zone


def read_language(value: str) -> str:
    """Return the name of a chosen language's catalogue, "" for Discord's; raise ValueError for any other."""
    if value == DISCORDS:
        return ""
    if value not in LANGUAGES:
        raise ValueError("There is no such language.")
    return value


def zone_choices(typed: str, now: datetime) -> Choices:
    """Offer the zones that may be meant, each with its time."""
    offered = find_zones(typed, now).offered[:CHOICES]
    return [choice(zone_choice(zone, now.astimezone(clock_of(zone))), zone) for zone in offered]


class NewestOffer:
    """Works out what is offered as people type: for each person one at a time, and what is newest next."""

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[int, _Turn] = WeakValueDictionary()

    async def work_out(self, person: int, offer: Callable[[], Choices]) -> Choices:
        """Return an offer, worked out in a thread; none if the person has typed on before its turn came."""
        turn = self._turns.setdefault(person, _Turn())
        turn.newest = offer
        async with turn:
            return await asyncio.to_thread(offer) if turn.newest is offer else []


class _Turn(asyncio.Lock):
    """Whose turn it is of all that a person has typed, and what came last."""

    newest: Callable[[], Choices] | None = None


def move_choices(session: Session[Any], typed: str, style: Style) -> Choices:
    """Offer every legal move after the complete words already typed: moves are chained with spaces."""
    return [choice(style.explain(each.name), each.value) for each in _move_choices(session, typed)]


def _move_choices(session: Session[Any], typed: str) -> Choices:
    *words, last = typed.split(" ") if typed.strip() else [""]
    done = " ".join(" ".join(words).split())
    state, room = session.state, session.room._replace(foreseen=True)
    if done:
        line = session.line(done, room)
        if line.stay or line.stopped:
            return _whole_line(session, typed, room)
        state = line.state
    offers = list(_continuations(session.rules, state, last.strip().lower()))
    chained = [choice(f"{done} {name}".strip(), f"{done} {value}".strip()) for value, name in offers]
    return _that_fit(chained)[:CHOICES] if chained else _whole_line(session, typed, room)


def _whole_line(session: Session[Any], typed: str, room: Room) -> Choices:
    """Offer the line as typed when it plays (`d*`, `10h onto 9h`), or say why it does not.

    Nothing is said about a line that turns up a card: that would reveal what lies face down. Nor is anything
    read behind that card, or the time that it takes would reveal it.
    """
    try:
        line = session.line(in_notation(session, typed, room), room)
    except GameError as error:
        return [_warning(error, typed)]
    if line.stopped and not line.stay:
        return [_warning(line.stopped, typed)]
    typed = " ".join(typed.split())
    shown = visible(typed)
    return _that_fit([choice(hidden_line_choice(shown) if line.stay else shown, typed)])


def _that_fit(choices: Choices) -> Choices:
    """Drop what is too long for Discord: a truncated line of moves would be played if it were chosen."""
    return [each for each in choices if len(each.value) <= CHOICE_CHARACTERS]


def _warning(error: GameError, typed: str) -> Choice[str]:
    return choice(warning_choice(error), typed[:CHOICE_CHARACTERS])


def _continuations(rules: AnyRules, state: Any, start: str) -> Iterator[tuple[str, str]]:
    """Yield (move, move and what it does) for every legal move that begins with what was typed."""
    choices = {entry.move: entry for menu in rules.menus(state) for entry in menu.choices}
    for move in rules.moves(state):
        text = rules.notation.write_move(move)
        english = IN_NO_MENU[move] if move in IN_NO_MENU else choices[move].label
        label = worded(IN_NO_MENU[move]) if move in IN_NO_MENU else label_of(choices[move])
        if any(name.lower().startswith(start) for name in (text, label, english)):
            yield text, f"{text}  {label}"

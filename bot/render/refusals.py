"""Why `bot/service` refuses something; why a move is illegal is worded in `idle-year/idle_year/engine/games`.

One sentence each says what is wrong, and what to do. Each refusal is an exception type in `bot/service`,
whose attributes fill in the sentence here; those of limits are in `limits.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from bot.render.language import WITH_YEAR, _, commas, day_and_month, joined, listed, n_, number, worded
from bot.render.limits import too_fast, too_many_deals, too_many_posts
from bot.render.moves import MOST_TOLD, does_in_menu
from bot.render.notes import game_and_place, lack_text, when_ready
from bot.render.zones import clocks_text, in_time
from bot.service import (
    daily,
    errors,
    limits,
    parlour,
    race,
    ranks,
    records,
    review,
    settings,
    tries,
    turning_point,
    wish,
)
from bot.service.errors import Sealed, Use
from bot.service.thinking import fair_pool, worker, workers
from bot.store import LINES, Wanted
from idle_year.engine.errors import GameError
from idle_year.engine.rules import AnyRules, Choice
from idle_year.engine.wording import sentence
from idle_year.solvers.difficulty import HARDEST, exists

Told: TypeAlias = str | Callable[[Any], str]
"""A noted sentence, or a function that words one about the refusal."""

BROKEN = sentence(
    "Something went wrong on our side. If you were playing, your game is safe: /board shows it."
)
BLOCKED = sentence(
    "A filter (AutoMod, or one of Discord's own) blocked my answer. If you were playing, your game is safe: "
    "/board leads to it, in direct messages as well. In a server, you can also ask someone who manages it."
)
MAY_NOT_WRITE = sentence(
    "Discord doesn't let me write here just now. If you were playing, your game is safe: /board leads to it, "
    "in direct messages as well. In a server, you can also ask someone who manages it."
)
BUSY = sentence(
    "Discord takes nothing more here just now: try again in a minute. If you were playing, your game is safe."
)
REFUSED = sentence("Discord refused my answer. If you were playing, your game is safe: /board shows it.")
DATABASE_FAILING = sentence(
    "The bot can't save anything just now. Nothing is lost: please try again in a minute."
)
DATABASE_DAMAGED = sentence(
    "The bot can't read what it keeps of this just now: whoever runs it finds the reason in its log. "
    "Nothing else is affected."
)
ANOTHER_VERSION = sentence(
    "This button comes from another version of the bot. /board shows the board as it is now."
)
ANOTHER_COMMAND = sentence(
    "This command comes from another version of the bot: /help shows what there is now."
)
UNREADABLE = sentence(
    "Discord sent this in a form that the bot can't read. Nothing has changed: please try again."
)
NO_SERVER = sentence("This belongs to a server: ask for it there.")
UNKNOWN_ZONE = sentence(
    "I don't know that time zone: type a city or a country and choose one that's offered, such as "
    "Europe/Berlin."
)
MANAGERS_ONLY = sentence("Only people who can manage this server can do this.")
FILE_TOO_LARGE = sentence("This file is too large for Discord: ask for it from whoever runs this bot.")
FILM_TOO_LARGE = sentence("This film is larger than Discord takes here: Review steps through the game.")
FILE_LOST = sentence("Discord didn't hand over this file: please send it again.")
SEED_OR_WISH = sentence("A seed is one deal: leave it out to have one of a difficulty, or winnable.")

_ZONES_TOLD = 4

_SEALED = {
    Use.DEAL: sentence(
        "Others still play this deal: you can deal it once the daily, race or puzzle is over."
    ),
    Use.AGAIN: sentence(
        "Others still play this deal: you can play it again once the daily, race or puzzle is over."
    ),
    Use.PRACTISE: sentence(
        "Others still play this deal: you can practise it once the daily, race or puzzle is over."
    ),
    Use.REVIEW: sentence(
        "Others still play this deal: you can review it once the daily, race or puzzle is over."
    ),
    Use.MOVES: sentence(
        "Others still play this deal: you can get its moves once the daily, race or puzzle is over."
    ),
    Use.RECORD: sentence(
        "Others still play this deal: you can step through a record of it once the daily, race or puzzle is "
        "over."
    ),
    Use.FILM: sentence(
        "Others still play this deal: you can see it as a film once the daily, race or puzzle is over."
    ),
}


def _too_many_games(refusal: errors.TooManyGames) -> str:
    limit = n_(
        "You have {n} game in play, which is the limit for one person.",
        "You have {n} games in play, which is the limit for one person.",
        refusal.most,
    )
    # Translators: {game} is "Accordion in #lounge", say
    left = _(
        "Finish or resign one first: the one you left longest ago is {game}.",
        game=game_and_place(refusal.game),
    )
    return joined(limit, left)


def _cut_short(refusal: errors.CutShort) -> str:
    stays = _("The moves before it were played: a card you have seen stays seen.")
    return joined(refusal_text(refusal.stopped), stays)


def _rules_changed(refusal: errors.RulesChanged) -> str:
    return _(
        "The rules of {game} have changed since this game was dealt (from {dealt} to {now}), so it "
        "can't go on: deal a new one.",
        game=refusal.game,
        dealt=refusal.dealt,
        now=refusal.now,
    )


def _not_made(refusal: daily.NotMade) -> str:
    """Say why there is no daily, or puzzle of the day, yet."""
    lack = refusal.lack
    if lack is None:
        return _("Today's is being prepared: try again in a minute.")
    if lack.ready is None:
        return joined(_("Today's can't be made."), lack_text(lack))
    # Translators: Discord shows {when} as "in 2 minutes"
    return _("Today's is being prepared: ready {when}. Ask again then.", when=when_ready(lack))


def _no_daily(refusal: daily.NoDaily) -> str:
    # Translators: {day} is "20 November 2026"
    return _("There's no daily of {day}.", day=day_and_month(refusal.day, WITH_YEAR))


def _no_puzzles(refusal: tries.NoPuzzles) -> str:
    return _(
        "{game} has no puzzles, as good ones are too rare in it: choose another game.",
        game=refusal.rules.name,
    )


def _none_left(refusal: tries.NoneLeft) -> str:
    """Say why there is no puzzle just now."""
    none = _("There's no puzzle of {game} for you just now.", game=refusal.rules.name)
    more = lack_text(refusal.lack) if refusal.lack else _("One is being made up: ask again in a minute.")
    return joined(none, more)


def _none_on_that_side(refusal: tries.NoneOnThatSide) -> str:
    """Say that there is no easier puzzle, or no harder one."""
    if refusal.wanted is Wanted.EASIER:
        return _("There's no easier puzzle of {game} for you just now.", game=refusal.rules.name)
    return _("There's no harder puzzle of {game} for you just now.", game=refusal.rules.name)


def _none_failed(refusal: tries.NoneFailed) -> str:
    return _("You've failed no puzzle of {game}: `/puzzle play` deals you one.", game=refusal.rules.name)


def _not_graded(refusal: wish.NotGraded) -> str:
    return _(
        "Deals of {game} aren't graded: leave out difficulty, or use winnable.",
        game=refusal.rules.name,
    )


def _none_so_hard(refusal: wish.NoneSoHard) -> str:
    game = refusal.rules
    there = [str(each) for each in range(1, HARDEST + 1) if exists(game.id, each)]
    # Translators: {choices} is "1, 3, 4 or 5"
    return _(
        "No deal of {game} has difficulty {stars}: choose {choices}.",
        game=game.name,
        stars=refusal.stars,
        choices=listed(there, "or"),
    )


def _not_in_time(refusal: wish.NotInTime) -> str:
    return n_(
        "No such deal of {game} turned up in {n} second of searching: try again, or ask for less.",
        "No such deal of {game} turned up in {n} seconds of searching: try again, or ask for less.",
        round(refusal.seconds),
        game=refusal.rules.name,
    )


def _not_prepared(refusal: wish.NotPrepared) -> str:
    """Say why there is no deal of the kind wished for."""
    return joined(_("No such deal was found."), lack_text(refusal.lack))


def _no_such_line(_refusal: settings.NoSuchLine) -> str:
    # Translators: {numbers} is "5, 7 or 9", say
    return _("A line of the board holds {numbers} cards.", numbers=listed(list(map(str, LINES)), "or"))


def _too_many_hidden(_refusal: ranks.TooManyHidden) -> str:
    return n_(
        "This server has {n} player off its leaderboards, which is the limit: "
        "put one back first, with /server leaderboard show.",
        "This server has {n} players off its leaderboards, which is the limit: "
        "put one back first, with /server leaderboard show.",
        ranks.MOST_HIDDEN,
    )


def _too_large(_refusal: records.TooLarge) -> str:
    return _(
        "This isn't a recorded game: it has more than {size} kB.", size=number(records.MOST_BYTES // 1024)
    )


def _moved_today(refusal: parlour.MovedToday) -> str:
    # Translators: Discord shows {when} as "in 9 hours"
    return _("You've moved today: you can move again {when}.", when=in_time(refusal.again))


def _outrun(refusal: parlour.Outrun) -> str:
    if refusal.by is None:
        return _("Somebody has just moved: look again.")
    return _("{player} has just moved: look again.", player=f"<@{refusal.by}>")


SENTENCES: Mapping[type[errors.Refusal], Told] = {
    errors.NoGame: sentence("You have no game in this channel: deal one with /deal."),
    errors.NoSuchGame: sentence("This game is no longer stored: deal a new one with /deal."),
    errors.SetAside: sentence(
        "This game can no longer be read, so it was set aside: deal a new one with /deal."
    ),
    errors.RulesChanged: _rules_changed,
    errors.StillReading: sentence("This game takes a while to load: try again in a minute."),
    errors.NotYours: sentence("This is someone else's game: deal your own with /deal."),
    errors.Astray: sentence("That would work too! Take the step above first: then it's your turn."),
    errors.Stale: sentence("The board had changed, so nothing was played: this is how it stands now."),
    errors.CutShort: _cut_short,
    errors.TooManyGames: _too_many_games,
    errors.GameOver: sentence("This game is over: deal a new one."),
    errors.NothingToCheck: sentence("This game is over: Review shows where it was decided."),
    errors.NothingToPractise: sentence(
        "There's nothing to practise from here: step back to where a move is left."
    ),
    errors.StillExporting: sentence("This file is being written already: it answers your first request."),
    errors.StaysResigned: sentence("You resigned this game, so its moves can't be taken back."),
    errors.StaysWon: sentence("You won this game, so its moves can't be taken back."),
    errors.MovesStand: sentence("In a puzzle every move stands: once it's over, you can practise it."),
    errors.ResultStays: sentence(
        "This daily or race is over and the result counts. You can practise it from Review."
    ),
    Sealed: lambda refusal: worded(_SEALED[refusal.use]),
    tries.NoPuzzles: _no_puzzles,
    tries.NoneLeft: _none_left,
    tries.NoneOnThatSide: _none_on_that_side,
    tries.NoneFailed: _none_failed,
    tries.TriedBefore: sentence(
        "You had today's puzzle before you had your data deleted: another one comes tomorrow."
    ),
    turning_point.NothingToSave: sentence(
        "Nobody here is known to have lost that daily any more: play today's."
    ),
    errors.DailySeen: sentence(
        "You had this daily before you had your data deleted: once it's over, you can practise it and see "
        "its results."
    ),
    errors.DayInDoubt: sentence("That has to wait: Discord's clock and mine show different days."),
    errors.StillToCome: sentence("That daily hasn't come yet: play today's."),
    daily.NoDaily: _no_daily,
    daily.NotMade: _not_made,
    daily.NotBound: sentence("A daily's fingerprint is published the day before it."),
    daily.NotYet: sentence("Finish this daily to see its results, or wait until it's over."),
    wish.NotGraded: _not_graded,
    wish.NoneSoHard: _none_so_hard,
    wish.NotInTime: _not_in_time,
    wish.NotPrepared: _not_prepared,
    settings.NoSuchLine: _no_such_line,
    limits.TooFast: too_fast,
    limits.TooManyPosts: too_many_posts,
    limits.TooManyDeals: too_many_deals,
    fair_pool.TooBusy: sentence(
        "Too many people are waiting for an answer right now: try again in a minute."
    ),
    fair_pool.Superseded: sentence("You've asked for something newer, so this was dropped."),
    worker.CannotLoad: sentence("The solver that this needs cannot be loaded just now: try again later."),
    workers.Interrupted: sentence(
        "The bot was interrupted while it was thinking about this: ask for it again."
    ),
    race.NoRace: sentence("No race is running here. Start one with /race start."),
    race.RaceOn: sentence("A race is already running in this channel: join it, or start yours afterwards."),
    race.RaceOver: sentence("This race is over. Start another with /race start."),
    race.RaceShut: sentence(
        "This race can't be joined any more: a quick one is open for three minutes. Start another afterwards."
    ),
    race.NotInRace: sentence(
        "Only those who were in this race can ask for a rematch. Start another with /race start."
    ),
    race.SeenBefore: sentence(
        "You were in this race before you had your data deleted: take part in the next one."
    ),
    race.MayNotStop: sentence(
        "Only whoever started this race, or somebody who can manage the server, can stop it."
    ),
    parlour.NoParlour: sentence("This game of the parlour is gone: /parlour play begins another."),
    parlour.NoneOn: sentence("No parlour's game is on here: /parlour play begins one."),
    parlour.MayNotEnd: sentence(
        "Only whoever began this game, or somebody who can manage the server, can end it."
    ),
    parlour.MovedToday: _moved_today,
    parlour.Outrun: _outrun,
    ranks.TooManyHidden: _too_many_hidden,
    records.NoMoves: sentence("This record has no moves, so there is nothing to step through."),
    records.StillPlayed: sentence(
        "You're playing this very deal: finish it before you look at how others did."
    ),
    records.NotText: sentence("This isn't a recorded game: it isn't UTF-8 text."),
    records.TooLarge: _too_large,
    records.MovesLater: sentence("This game isn't over yet: you can get its moves as a file once it is."),
    review.NotOver: sentence("This game isn't over yet: finish or resign it first, or use /check."),
}


def refusal_text(error: GameError) -> str:
    """Return what a player is told about a refusal, or about a move or a text that cannot be."""
    told = SENTENCES.get(type(error)) if isinstance(error, errors.Refusal) else None
    if told is None:
        told = error.told
    return told(error) if callable(told) else worded(told)


def not_offered(command: str, option: str) -> str:
    """Say that a command was given what Discord does not offer for one of its options."""
    return _(
        "/{command} has no such {option}: type it again, and choose from what is offered.",
        command=command,
        option=option,
    )


def out_of_range(command: str, option: str, least: float | None, most: float | None) -> str:
    """Say that a command was given a number that Discord does not let anybody choose."""
    return _(
        "/{command} takes {option} from {least} to {most}: type it again.",
        command=command,
        option=option,
        least=least,
        most=most,
    )


def which_zone(zones: Sequence[str], now: datetime) -> str:
    """Say that several zones may be meant, and which, with what their clocks show."""
    # Translators: {cities} is such as "New York (12:40), Chicago (11:40)"
    return _(
        "Do you mean {cities}, or another zone? Choose one that is offered as you type.",
        cities=commas(clocks_text(zones, now)[:_ZONES_TOLD]),
    )


def which_move(rules: AnyRules, named: str, choices: Sequence[Choice]) -> str:
    """Say that what is named has several moves, how each is typed and what it does."""
    write = rules.notation.write_move
    told = [f"`{write(each.move)}` ({does_in_menu(each)})" for each in choices[:MOST_TOLD]]
    # Translators: {moves} is such as "`12<` (8♠ onto K♠), `12<<<` (8♠ onto 8♥)"
    return _(
        "{card} has more than one move: {moves}. Type the one you mean.",
        card=named,
        moves=commas(told + ["…"] * (len(choices) > MOST_TOLD)),
    )


def other_family(rules: AnyRules) -> str:
    """Say which command deals a game."""
    return _("{game} belongs to /deal {family}.", game=rules.name, family=rules.family)

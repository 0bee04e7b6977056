"""Why `bot/service` refuses something; why a move is illegal is worded in `bot/engine/games`.

One sentence each says what is wrong, and what to do. Each refusal is an exception type in `bot/service`,
whose attributes fill in the sentence here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from bot.engine.errors import GameError
from bot.engine.rules import AnyRules
from bot.engine.wording import counted
from bot.render.notes import lack_text, place_of, when_ready
from bot.service import (
    daily,
    deal,
    errors,
    limits,
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
from bot.service.limits import Ask
from bot.service.thinking import fair_pool, worker, workers
from bot.store import LINES

Sentence: TypeAlias = str | Callable[[Any], str]
"""A sentence with attributes of the refusal in braces, or a function that makes one."""

BROKEN = "Something went wrong on our side. Your game is safe: /board shows it."
DATABASE_FAILING = "The bot can't save anything just now. Nothing is lost: please try again in a minute."
DATABASE_DAMAGED = (
    "The bot can't read what it keeps of this just now: whoever runs it finds the reason in its log. "
    "Nothing else is affected."
)
ANOTHER_VERSION = "This button comes from another version of the bot. /board shows the board as it is now."
ANOTHER_COMMAND = "This command comes from another version of the bot: /help shows what there is now."
UNREADABLE = "Discord sent this in a form that the bot can't read. Nothing has changed: please try again."
NO_SERVER = "This belongs to a server: ask for it there."
UNKNOWN_ZONE = "I don't know that zone: choose one that is offered as you type, such as Europe/Berlin."
MANAGERS_ONLY = "Only people who can manage this server can do this."
FILE_TOO_LARGE = "This file is too large for Discord: ask for it from whoever runs this bot."
FILE_LOST = "Discord didn't hand over this file: please send it again."
SEED_OR_WISH = "A seed is one deal: leave it out to have one of a difficulty, or winnable."

_USES = {
    Use.DEAL: "deal it",
    Use.AGAIN: "play it again",
    Use.PRACTISE: "practise it",
    Use.REVIEW: "review it",
    Use.MOVES: "get its moves",
    Use.RECORD: "step through a record of it",
}
_ASKED = {
    Ask.COMMAND: "commands",
    Ask.PRESS: "presses",
    Ask.AUTOCOMPLETE: "suggestions",
    Ask.HINT: "hints, checks and reviews",
    Ask.WISH: "searches for a deal",
}


def full_second(moment: datetime) -> int:
    """Return a moment as Discord writes it, rounded up: it shows whole seconds, and then it must be time."""
    return math.ceil(moment.timestamp())


def _too_fast(refusal: limits.TooFast) -> str:
    return (
        f"The limit for one person is {refusal.most} in {limits.SECONDS} seconds ({_ASKED[refusal.ask]}): "
        f"go on <t:{full_second(refusal.again)}:R>."
    )


def _too_many_at_once(refusal: limits.TooManyAtOnce) -> str:
    return (
        f"The bot is still busy with {counted(refusal.most, 'thing')} that you've asked for, "
        "which is the limit for one person: wait for an answer, then go on."
    )


def _too_many_posts(refusal: limits.TooManyPosts) -> str:
    who = "One person may post" if refusal.people == 1 else "A channel may get"
    return (
        f"{who} {refusal.most} boards, races and results at once, then {refusal.people} in {limits.SECONDS} "
        f"seconds: go on <t:{full_second(refusal.again)}:R>, or play where only you see it."
    )


def _too_many_deals(refusal: limits.TooManyDeals) -> str:
    return (
        f"One person may be dealt {counted(refusal.most, 'game')} at once, then 1 in {limits.SECONDS} "
        f"seconds: go on <t:{full_second(refusal.again)}:R>."
    )


def _too_many_games(refusal: errors.TooManyGames) -> str:
    left = refusal.game
    return (
        f"You have {counted(refusal.most, 'game')} in play, which is the limit for one person. "
        f"Finish or resign one first: the one you left longest ago is {left.rules.name} {place_of(left)}."
    )


def _sealed(refusal: Sealed) -> str:
    return (
        f"Others still play this deal: you can {_USES[refusal.use]} once the daily, race or puzzle is over."
    )


def _cut_short(refusal: errors.CutShort) -> str:
    return f"{refusal.stopped} The moves before it were played: a card you have seen stays seen."


def _not_made(refusal: daily.NotMade) -> str:
    """Say why there is no daily, or puzzle of the day, yet."""
    lack = refusal.lack
    if lack is None:
        return "Today's is being prepared: try again in a minute."
    if lack.ready is None:
        return f"Today's can't be made. {lack_text(lack)}"
    return f"Today's is being prepared: ready {when_ready(lack)}. Ask again then."


def _none_left(refusal: tries.NoneLeft) -> str:
    """Say why there is no puzzle just now."""
    none = f"There's no puzzle of {refusal.rules.name} for you just now."
    return (
        f"{none} {lack_text(refusal.lack)}"
        if refusal.lack
        else f"{none} More are being made: ask again soon."
    )


def _not_prepared(refusal: wish.NotPrepared) -> str:
    """Say why there is no deal of the kind wished for."""
    return f"No such deal was found. {lack_text(refusal.lack)}"


SENTENCES: Mapping[type[errors.Refusal], Sentence] = {
    errors.NoGame: "You have no game in this channel: deal one with /deal.",
    errors.NoSuchGame: "This game is no longer stored: deal a new one with /deal.",
    errors.SetAside: "This game can no longer be read, so it was set aside: deal a new one with /deal.",
    errors.RulesChanged: (
        "The rules of {game} have changed since this game was dealt (from {dealt} to {now}), so it "
        "can't go on: deal a new one."
    ),
    errors.StillReading: "This game takes a while to load: try again in a minute.",
    errors.NotYours: "This is someone else's game: deal your own with /deal.",
    errors.Astray: "That would work too! Take the step above first: then it's your turn.",
    errors.Stale: "The board had changed, so nothing was played: this is how it stands now.",
    errors.CutShort: _cut_short,
    errors.TooManyGames: _too_many_games,
    errors.GameOver: "This game is over: deal a new one.",
    errors.NothingToCheck: "This game is over: Review shows where it was decided.",
    errors.NothingToPractise: "There's nothing to practise from here: step back to where a move is left.",
    errors.StillExporting: "This file is being written already: it answers your first request.",
    errors.StaysResigned: "You resigned this game, so its moves can't be taken back.",
    errors.StaysWon: "You won this game, so its moves can't be taken back.",
    errors.MovesStand: "In a puzzle every move stands: once it's over, you can practise it.",
    errors.ResultStays: "This daily or race is over and the result counts. You can practise it from Review.",
    Sealed: _sealed,
    tries.NoPuzzles: "{rules.name} has no puzzles, as good ones are too rare in it: choose another game.",
    tries.NoneLeft: _none_left,
    tries.TriedBefore: "You had today's puzzle before you had your data deleted: another one comes tomorrow.",
    turning_point.NothingToSave: "Nobody here is known to have lost that daily any more: play today's.",
    deal.StillToCome: "That daily hasn't come yet: play today's.",
    daily.NoDaily: "There's no daily of {day:%-d %B %Y}.",
    daily.NotMade: _not_made,
    daily.NotBound: "A daily's fingerprint is published the day before it.",
    daily.NotYet: "Finish this daily to see its results, or wait until it's over.",
    wish.NotGraded: "Deals of {rules.name} aren't graded: leave out difficulty, or use winnable.",
    wish.NoneSoHard: "No deal of {rules.name} has difficulty {stars}: choose another number.",
    wish.NotInTime: (
        "No such deal of {rules.name} turned up in {seconds:.0f} seconds of searching: "
        "try again, or ask for less."
    ),
    wish.NotPrepared: _not_prepared,
    settings.NoSuchLine: f"A line of the board holds {', '.join(map(str, LINES[:-1]))} or {LINES[-1]} cards.",
    limits.TooFast: _too_fast,
    limits.TooManyAtOnce: _too_many_at_once,
    limits.TooManyPosts: _too_many_posts,
    limits.TooManyDeals: _too_many_deals,
    fair_pool.TooBusy: "Too many people are waiting for an answer right now: try again in a minute.",
    fair_pool.Superseded: "You've asked for something newer, so this was dropped.",
    worker.CannotLoad: "The solver that this needs cannot be loaded just now: try again later.",
    workers.Interrupted: "The bot was interrupted while it was thinking about this: ask for it again.",
    race.NoRace: "No race is running here. Start one with /race start.",
    race.RaceOn: "A race is already running in this channel: join it, or start yours afterwards.",
    race.RaceOver: "This race is over. Start another with /race start.",
    race.NotInRace: "Only those who were in this race can ask for a rematch. Start another with /race start.",
    race.SeenBefore: "You were in this race before you had your data deleted: take part in the next one.",
    race.MayNotStop: "Only whoever started this race, or somebody who can manage the server, can stop it.",
    ranks.TooManyHidden: (
        f"This server has {ranks.MOST_HIDDEN} players off its leaderboards, which is the limit: "
        "put one back first, with /server leaderboard show."
    ),
    records.NoMoves: "This record has no moves, so there is nothing to step through.",
    records.StillPlayed: "You're playing this very deal: finish it before you look at how others did.",
    records.NotText: "This isn't a recorded game: it isn't UTF-8 text.",
    records.TooLarge: f"This isn't a recorded game: it has more than {records.MOST_BYTES // 1024} kB.",
    records.MovesLater: "This game isn't over yet: you can get its moves as a file once it is.",
    review.NotOver: "This game isn't over yet: finish or resign it first, or use /check.",
}


def refusal_text(error: GameError) -> str:
    """Return what a player is told about a refusal."""
    sentence = SENTENCES.get(type(error)) if isinstance(error, errors.Refusal) else None
    if sentence is None:
        return str(error)
    return sentence.format_map(vars(error)) if isinstance(sentence, str) else sentence(error)


def kept_private(refusal: limits.TooManyPosts) -> str:
    """Return the footer of a board that others should see, but that only its player does."""
    why = "you have posted so much" if refusal.people == 1 else "this channel got so much"
    again = full_second(refusal.again)
    return f"-# Only you see this, as {why}: /board shows it to everybody again <t:{again}:R>."


def not_offered(command: str, option: str) -> str:
    """Say that a command was given what Discord does not offer for one of its options."""
    return f"/{command} has no such {option}: type it again, and choose from what is offered."


def out_of_range(command: str, option: str, least: float | None, most: float | None) -> str:
    """Say that a command was given a number that Discord does not let anybody choose."""
    return f"/{command} takes {option} from {least} to {most}: type it again."


def other_family(rules: AnyRules) -> str:
    """Say which command deals a game."""
    return f"{rules.name} belongs to /deal {rules.family}."

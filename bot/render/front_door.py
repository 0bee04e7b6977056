"""What the bot says of itself: its front door with what can be played next, /help and /about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.render.cards import Style
from bot.render.daily import stars_text
from bot.render.labels import go_on_label
from bot.render.language import _, joined, n_
from bot.render.names import family_name
from bot.render.notes import list_of_games
from bot.render.zones import in_time
from bot.service.front_door import DailyToday
from bot.service.game import Game
from bot.service.stats import Streak
from bot.store import Status, Tried
from idle_year.engine.games import games_of
from idle_year.engine.wording import sentence

UNREAD = sentence(
    "-# I don't read messages: press a button, or type / for my commands. /play brings this back."
)
"""Under the front door, for somebody who has written to the bot."""


def help_text() -> str:
    """Return what the bot is for, and its commands."""
    lines = [
        "### " + _("Help"),
        joined(
            _(
                "Idle Year deals patience games: Accordion, first printed in 1883 as *The Idle Year*, and "
                "its relatives."
            ),
            _("Tap the buttons under the board to play; your game is saved after every move."),
            _(
                "Hints tell you what is proven and what is a guess, and each day has a deal that is the same "
                "for everyone."
            ),
        ),
        "",
        _("**Play.** /play · /board brings your game back"),
        _topic(_("Today's deals."), "/daily play · /daily results · /daily calendar · /daily proof"),
        _topic(_("Find the winning moves."), "/puzzle play · /puzzle daily · /puzzle run · /puzzle again"),
        _("**Deal a game.** /play, or /deal accordion and the other families"),
        _topic(_("Make a move."), "/move · /undo · /redo · /resign"),
        _topic(_("Get advice."), "/hint · /check"),
        _topic(_("Look back."), "/review · /share · /replay · /stats · /year"),
        _topic(
            _("Play with others."), "/race start · /race stop · /parlour play · /parlour end · /leaderboard"
        ),
        _topic(_("Learn."), "/rules · /odds · /about"),
        _topic(_("Change how cards look, or get reminders."), "/settings"),
        _topic(_("Your data."), "/privacy export · /privacy delete"),
        _("**Manage a server.** /server setup · /server races, and what /server leaderboard offers"),
    ]
    return "\n".join(lines)


def _topic(what: str, commands: str) -> str:
    return f"**{what}** {commands}"


def today_text(streak: Streak, next_day: datetime) -> str:
    """Return the line above what there is today, for everybody the same."""
    # Translators: when there are new dailies; Discord shows {when} as "in 9 hours"
    until = _("new ones {when}", when=in_time(next_day))
    # Translators: {n} is a number of days in a row; it follows a "·"
    run = [_("streak {n}", n=streak.current)] if streak.current else []
    return " · ".join([_heading(_("Today's dailies")), *run, until])


def go_on_text(elsewhere: Sequence[Game]) -> str:
    """Return the line above the games in progress, which says where those elsewhere are."""
    # Translators: a heading, above the games that somebody has in play
    head = _heading(_("Go on"))
    return f"{head} · {list_of_games(elsewhere)}" if elsewhere else head


def new_text(*, newcomer: bool) -> str:
    """Return the line above what can be dealt and, for a `newcomer`, what the first game is."""
    # Translators: a heading, above the ways to begin another game
    lines = [_heading(_("New"))]
    if newcomer:
        lines.append(_("**Your first game** has only eighteen cards and shows you the moves: two minutes."))
    return "\n".join(lines)


def keep_playing_label(game: Game) -> str:
    """Return the label of the button that resumes a game: `Keep playing Accordion, 12 moves`."""
    # Translators: on a button; {game} is "Accordion, 12 moves", say
    return _("Keep playing {game}", game=go_on_label(game))


def daily_label(today: DailyToday, style: Style) -> str:
    """Return the label of the button of a daily: `Accordion 3★`, and no stars once it is finished."""
    name, stars = games_of(today.family)[0].name, today.daily and today.daily.stars
    if today.status not in (None, Status.PLAYING):
        return _done(name, style)
    if not stars:
        return name
    return style.say(f"{name} · {stars_text(stars, style)}") if style.spoken else f"{name} {stars}★"


def puzzle_label(tried: Tried | None, style: Style) -> str:
    """Return the label of the button of today's puzzle, and how the try at it went."""
    name = _("Puzzle")
    if tried is Tried.FAILED:
        return _("Puzzle, not solved") if style.spoken else f"❌ {name}"
    return _done(name, style) if tried is Tried.SOLVED else name


def _done(name: str, style: Style) -> str:
    return style.say(f"{name} · {_('finished')}") if style.spoken else f"✅ {name}"


def _heading(text: str) -> str:
    return f"**{text}**"


def deal_text(family: str) -> str:
    """Return the text above the picker of a game to deal."""
    count, name = len(games_of(family)), family_name(family)
    pick = (
        _("Press **{game}**; it starts right away.", game=name)
        if count == 1
        else n_(
            "Pick one of {n} **{family}** game; it starts right away.",
            "Pick one of {n} **{family}** games; it starts right away.",
            count,
            family=name,
        )
    )
    return "### " + _("Deal a game") + f"\n{pick}"


def about_text(version: str, games: int) -> str:
    """Return what this bot is and how to begin."""
    lines = [
        "### Idle Year",
        joined(
            _(
                "Accordion was first printed in 1883 as *The Idle Year*: with a well-shuffled pack it takes "
                "about that long to win it."
            ),
            _("This bot deals it in nine ways, from books and programs, and its relatives too."),
        ),
        *(f"- {text}" for text in _beginnings()),
        " · ".join(
            (
                f"-# Idle Year {version}",
                n_("{n} game", "{n} games", games),
                # Translators: what the bot keeps
                _("it keeps ids and games, no names and no messages"),
            )
        ),
    ]
    return "\n".join(lines)


def _beginnings() -> list[str]:
    return [
        _("**/play** is where to begin: your game, today's dailies, all games, and a first one to learn by."),
        _(
            "**/deal accordion** deals a game; the buttons and lists under the board play it, and so "
            "does **/move**."
        ),
        _(
            "**/hint** says what is proven and what is a guess. **/rules** explains a game and where it "
            "comes from."
        ),
        _("**/daily play** deals one game a day, the same for everyone; your first try counts."),
        _(
            "**/puzzle play** deals a position that can still be won, for you to find the few moves that "
            "keep the win."
        ),
        _("Your game is saved after every move. The same seed deals the same cards to everyone."),
        _("**/privacy** gives you all that is kept about you as a file, or deletes it."),
    ]

"""What the bot says of itself: its front door with what can be played next, /help and /about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.engine.games import games_of
from bot.render.cards import Style
from bot.render.daily import stars_text
from bot.render.labels import KEEP_PLAYING, go_on_label
from bot.render.notes import list_of_games
from bot.render.rules import family_name
from bot.render.stats import streak_text
from bot.service.front_door import DailyToday
from bot.service.game import Game
from bot.service.stats import Streak
from bot.store import Status

HELP = """\
### Help
Idle Year deals patience games: Accordion, first printed in 1883 as *The Idle Year*, and its relatives. \
Tap the buttons under the board to play; your game is saved after every move. \
Hints tell you what is proven and what is a guess, and each day has a deal that is the same for everyone.

**Play.** /play · /board brings your game back
**Today's deals.** /daily play · /daily results · /daily calendar · /daily proof
**Find the winning moves.** /puzzle play · /puzzle daily
**Deal a game.** /play, or /deal accordion and the other families
**Make a move.** /move · /undo · /redo · /resign
**Get advice.** /hint · /check
**Look back.** /review · /share · /replay · /stats · /year
**Play with others.** /race start · /race stop · /leaderboard
**Learn.** /rules · /odds · /about
**Change how cards look, or get reminders.** /settings
**Your data.** /privacy export · /privacy delete
**Manage a server.** /server setup, and what /server leaderboard offers"""


UNREAD = "-# I don't read messages: press a button, or type / for my commands. /play brings this back."
"""Under the front door, for somebody who has written to the bot."""
_FIRST_GAME = "**Your first game** has only eighteen cards and shows you the moves: two minutes."
_ABOUT = """\
### Idle Year
Accordion was first printed in 1883 as *The Idle Year*: with a well-shuffled pack it takes about that long \
to win it. This bot deals it in nine ways, from books and programs, and its relatives too.
- **/play** is where to begin: your game, today's dailies, all games, and a first one to learn by.
- **/deal accordion** deals a game; the buttons and lists under the board play it, and so does **/move**.
- **/hint** says what is proven and what is a guess. **/rules** explains a game and where it comes from.
- **/daily play** deals one game a day, the same for everyone; your first try counts.
- **/puzzle play** deals a position that can still be won, for you to find the few moves that keep the win.
- Your game is saved after every move. The same seed deals the same cards to everyone.
- **/privacy** gives you all that is kept about you as a file, or deletes it.
-# Idle Year {version} · {games} games · it keeps ids and games, no names and no messages"""


def head_text(others: Sequence[Game], *, newcomer: bool) -> str:
    """Return the text at the top: where other games are in play and, for a `newcomer`, what the first is."""
    elsewhere = f"\nAlso in play: {list_of_games(others)}" if others else ""
    return f"### Play{elsewhere}\n{_FIRST_GAME}" if newcomer else f"### Play{elsewhere}"


def dailies_text(streak: Streak, next_day: datetime) -> str:
    """Return the text above today's dailies."""
    until = f"new ones <t:{int(next_day.timestamp())}:R>"
    return f"**Today's dailies** · {until}\n-# {_streak(streak)}"


def keep_playing_label(game: Game) -> str:
    """Return the label of the button that resumes a game: `Keep playing Accordion, 12 moves`."""
    return f"{KEEP_PLAYING} {go_on_label(game)}"


def daily_label(today: DailyToday, style: Style) -> str:
    """Return the label of the button of a daily: `✅ Accordion ★★★☆☆`."""
    stars = today.daily and today.daily.stars
    graded = f" · {stars_text(stars, style)}" if stars else ""
    state = ""
    if today.status is Status.PLAYING:
        state = " · in progress"
    elif today.status is not None:
        state = " · finished" if style.spoken else " ✅"
    return style.say(f"{family_name(today.family)}{graded}{state}")


def deal_text(family: str) -> str:
    """Return the text above the picker of a game to deal."""
    count, name = len(games_of(family)), family_name(family)
    pick = f"Press **{name}**" if count == 1 else f"Pick one of {count} **{name}** games"
    return f"### Deal a game\n{pick}; it starts right away."


def about_text(version: str, games: int) -> str:
    """Return what this bot is and how to begin."""
    return _ABOUT.format(version=version, games=games)


def _streak(streak: Streak) -> str:
    if not streak.best:
        return "Finish one to start a streak."
    return streak_text(streak)

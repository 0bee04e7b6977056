"""The front door: what the user can do next, in one message; and the picker of a game to deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.games import games_of
from bot.engine.wording import counted
from bot.render.daily.daily import stars_text
from bot.render.labels import KEEP_PLAYING
from bot.render.pages.game_lines import family_name
from bot.render.scores.streaks import streak_text
from bot.store import Status

if TYPE_CHECKING:
    from datetime import datetime

    from bot.render.cards.style import Style
    from bot.service.game import Game
    from bot.service.players.front_door import DailyToday
    from bot.service.scores.streaks import Streak

NEWCOMER = "New here? **Learn** is a short first game that shows you the moves."


def head_text(playing: Game | None) -> str:
    """Return the text at the top."""
    return "### Play" if playing else f"### Play\n{NEWCOMER}"


def dailies_text(streak: Streak, next_day: datetime) -> str:
    """Return the text above today's dailies."""
    until = f"new ones <t:{int(next_day.timestamp())}:R>"
    return f"**Today's dailies** · {until}\n-# {_streak(streak)}"


def keep_playing_label(game: Game) -> str:
    """Return the label of the button that resumes a game: `Keep playing Accordion, 12 moves`."""
    return f"{KEEP_PLAYING} {game.rules.name}, {counted(len(game.session.moves), 'move')}"


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
    games = counted(len(games_of(family)), "game")
    return f"### Deal a game\n**{family_name(family)}** has {games}. The one you choose is dealt at once."


def _streak(streak: Streak) -> str:
    if not streak.best:
        return "Finish one to start a streak."
    return streak_text(streak)

"""Labels of buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.render.cards.style import Style
    from bot.render.playing.hints import Level
    from bot.service.game import Game

DEAL, DEAL_ON, ANOTHER_DEAL = "Deal", "Deal to next move", "New deal"
UNDO, REDO, TYPE_MOVES, MORE = "Undo", "Redo", "Type moves", "More"
DEAL_AGAIN, SAME_DEAL, REVIEW, SHARE, RULES = "Deal again", "Same deal", "Review", "Share", "Rules"
CORRECT = "Correct the moves"
PLAY_IT, PLAY_ON, OTHER_CARD = "Play it", "Play on", "Another card"
CHECK, PLAY_IN_DM, RESIGN, KEEP_PLAYING = "Can it be won?", "Play in DM", "Resign", "Keep playing"
RESIGN_AND_DEAL, RESIGN_AND_PRACTISE = "Resign and deal", "Resign and practise"
RESIGN_AND_RACE, RESIGN_AND_LEARN = "Resign and race", "Resign and learn"
FIRST, LAST, MOVE_THAT_LOST = "First", "Last", "The move that lost"
PRACTISE, GET_MOVES, POST_HERE = "Practise from here", "Get the moves", "Post it here"
PRACTISE_DEAL, RESULTS = "Practise this deal", "Results"
ALL_GAMES = "All games"
PLAY_DAILY, SWITCH_OFF = "Play today's daily", "Switch it off"
RACE, PLAY_RACE_DEAL = "Join race", "Play the same deal"
BETTER, FURTHER = "◀ Better", "Further ▶"
PLAY, DEAL_A_GAME, LEARN, HELP, BACK = "Play", "Deal a game", "Learn", "Help", "Back"
DELETE_ALL = "Delete everything"


def hint_label(more: Level | None) -> str:
    """Return the label that asks for a hint: the first, or more of it."""
    return "Hint" if more is None else f"Show the {more}"


def practise_label(number: int) -> str:
    """Return the label that replays a game from a certain move."""
    return f"Practise from move {number + 1}"


def join_label(game: Game) -> str:
    """Return the label that lets a stranger play the game that somebody else plays, or played."""
    return "Play this deal yourself" if game.over else "Play another deal"


def board_label(game: Game) -> str:
    """Return the label that shows the board of a game again."""
    return "Post the board here" if game.public else "Show the board"


def step_labels(style: Style) -> tuple[str, str]:
    """Return the labels that lead one move back, and one on."""
    return ("Back", "Next") if style.spoken else ("◀", "▶")

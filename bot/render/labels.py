"""What is on buttons, in selects, in the modal for typing moves, and in lists of suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import reduce

from bot.engine.errors import GameError
from bot.engine.positions.row import pile_number
from bot.engine.rules import AnyRules, Choice
from bot.engine.wording import sentence
from bot.render.cards import Style
from bot.render.discord_limits import BUTTON_CHARACTERS, FORM_TITLE_CHARACTERS, OPTION_CHARACTERS
from bot.render.families import Face, family_of
from bot.render.hint import Level
from bot.render.language import _, n_, worded
from bot.render.moves import (
    does_in_menu,
    in_short,
    label_of,
    leaves_beside,
    takes_in_menu,
    told_beside,
)
from bot.render.names import game_name, page_text
from bot.render.refusals import refusal_text
from bot.render.zones import zone_name
from bot.service.game import Game

# Translators: most of what follows are labels of buttons, for which there is little room
DEAL, DEAL_ON = sentence("Deal"), sentence("Deal to next move")
ANOTHER_DEAL = sentence("New deal")
UNDO, REDO, TYPE_MOVES = sentence("Undo"), sentence("Redo"), sentence("Type moves")
# Translators: a label that opens a menu with more to choose from
MORE = sentence("More")
START_OVER = sentence("Start over")
DEAL_AGAIN, SAME_DEAL = sentence("Deal again"), sentence("Same deal")
# Translators: verbs, on buttons: go through a game that is over; post its result
REVIEW, SHARE = sentence("Review"), sentence("Share")
RULES = sentence("Rules")
CORRECT = sentence("Correct the moves")
PLAY_IT, PLAY_ON = sentence("Play it"), sentence("Play on")
CHECK, PLAY_IN_DM = sentence("Can it be won?"), sentence("Play in DM")
RESIGN, KEEP_PLAYING = sentence("Resign"), sentence("Keep playing")
FIRST, LAST, MOVE_THAT_LOST = sentence("First"), sentence("Last"), sentence("The move that lost")
LOOK_LONGER = sentence("Look longer")
PRACTISE, GET_MOVES = sentence("Practise from here"), sentence("Get the moves")
POST_HERE = sentence("Post it here")
PRACTISE_DEAL, RESULTS = sentence("Practise this deal"), sentence("Results")
PLAY_IT_TOO = sentence("Play it too")
ALL_GAMES, PUZZLES = sentence("All games"), sentence("Puzzles")
PLAY_DAILY, SAVE_IT = sentence("Play today's daily"), sentence("Can you save it?")
SWITCH_OFF = sentence("Switch it off")
SOLVE_PUZZLE, NEXT_PUZZLE = sentence("Solve a puzzle"), sentence("Next puzzle")
NO_REMINDERS = sentence("No more reminders")
RACE, REMATCH = sentence("Join race"), sentence("Rematch")
PLAY_RACE_DEAL = sentence("Play the same deal")
BETTER, FURTHER = sentence("◀ Better"), sentence("Further ▶")
PLAY, DEAL_A_GAME, LEARN = sentence("Play"), sentence("Deal a game"), sentence("Your first game")
HELP, BACK = sentence("Help"), sentence("Back")
BIGGER_CARDS, SMALLER_CARDS = sentence("Bigger cards"), sentence("Smaller cards")
BACK_TO_GAME = sentence("Back to the game")
DELETE_ALL = sentence("Delete everything")
TYPED = sentence("Moves, with a space between them")
"""The label of the field in which moves are typed."""
_HINT = sentence("Hint")
_MORE = {Level.NUDGE: _HINT, Level.MOVE: sentence("Show the move"), Level.LINE: sentence("Show the way")}


def hint_label(more: Level | None) -> str:
    """Return the label that asks for a hint: the first, or more of it."""
    return worded(_HINT if more is None else _MORE[more])


def practise_label(number: int) -> str:
    """Return the label that replays a game from a certain move."""
    return _("Practise from move {number}", number=number + 1)


def join_label(game: Game) -> str:
    """Return the label that lets a stranger play the game that somebody else plays, or played."""
    return _("Play this deal yourself") if game.over else _("Play another deal")


def board_label(game: Game) -> str:
    """Return the label that shows the board of a game again."""
    return _("Post the board here") if game.public else _("Show the board")


def go_on_label(game: Game) -> str:
    """Return the label that shows a game among others in play: `Accordion, 12 moves`."""
    return n_("{game}, {n} move", "{game}, {n} moves", len(game.session.moves), game=game.rules.name)


def step_labels(style: Style) -> tuple[str, str]:
    """Return the labels that lead one move back, and one on."""
    return (worded(BACK), _("Next")) if style.spoken else ("◀", "▶")


def move_face(choice: Choice, style: Style, *, where: bool = False) -> Face:
    """Return the face of a move's button, with its place (`where`) if the cards do not tell it apart."""
    picture = style.picture(choice.card)
    says = told_beside(choice) if picture else does_in_menu(choice)
    if choice.takes and len(style.say(says)) > BUTTON_CHARACTERS:
        says = leaves_beside(choice) if picture else takes_in_menu(choice)
    place = style.say(f" · {worded(choice.where)}") if where else ""
    return Face((style.say(says)[: BUTTON_CHARACTERS - len(place)] + place) or None, picture)


def card_face(choice: Choice, style: Style, *, where: bool = False) -> Face:
    """Return the face of a button beside the card that moves: what it does, in short.

    With `where`, its place is told, as there are two such cards.
    """
    picture, does = style.picture(choice.card), style.say(in_short(choice))
    says = f"{pile_number(choice.place)}: {does}" if where else does
    return Face(says, picture) if picture else Face(f"{style.say(choice.card.symbol)} {says}")


def option_text(choice: Choice, style: Style) -> str:
    """Return a move in the player's words; if there are too many cards, the first, but always the place."""
    label = style.say(label_of(choice))
    if len(label) <= OPTION_CHARACTERS:
        return label
    place = style.say(f"… · {worded(choice.where)}")
    return label[: OPTION_CHARACTERS - len(place)] + place


def list_text(part: Sequence[Choice], style: Style) -> str:
    """Say how many moves a select lists, and from which card to which: `12 more moves, 4♦ … 5♣`."""
    first, last = part[0].card.symbol, part[-1].card.symbol
    cards = first if len(part) == 1 else f"{first} … {last}"
    return style.say(n_("{n} more move, {cards}", "{n} more moves, {cards}", len(part), cards=cards))


def typing_title(game: Game) -> str:
    """Return the title of the modal in which moves are typed."""
    return " · ".join([_("Moves"), game.rules.name])[:FORM_TITLE_CHARACTERS]


def typing_example(game: Game) -> str:
    """Return some moves that could be typed now."""
    rules, family = game.rules, family_of(game.rules)
    moves = [family.example(rules.notation.write_move(move)) for move in game.session.legal[:3]]
    examples = reduce(lambda one, other: _("{one} or {other}", one=one, other=other), moves)
    return _("such as {moves}", moves=examples)


def game_choice(rules: AnyRules) -> str:
    """Return a game and how it is dealt."""
    return f"{game_name(rules)} · {page_text(rules.page.deal)}"


def seed_choice(seed: str) -> str:
    """Return a seed that was typed."""
    return " · ".join([seed, _("the same cards for everyone who types it")])


def date_choice(today: str) -> str:
    """Return today's date as a seed."""
    return " · ".join([today, _("today's date, easy to share")])


def new_seed_choice(seed: str) -> str:
    """Return a seed that has just been made up."""
    return " · ".join([seed, _("made up just now")])


def hidden_line_choice(line: str) -> str:
    """Return a line of moves about which nothing can be said yet."""
    return " · ".join([line, _("turns up a card, so the rest isn't known yet")])


def zone_choice(zone: str, now: datetime) -> str:
    """Return how a time zone is offered: `Europe/Berlin · 14:05 there now`."""
    return " · ".join([zone_name(zone), _("{time} there now", time=f"{now:%H:%M}")])


def warning_choice(error: GameError) -> str:
    """Say why what was typed is not possible."""
    return f"⚠ {refusal_text(error)}"

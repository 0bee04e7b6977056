"""What is on buttons, in selects, in the modal for typing moves, and in lists of suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bot.engine.errors import GameError
from bot.engine.positions.row import pile_number
from bot.engine.rules import AnyRules, Choice
from bot.engine.wording import counted
from bot.render.board import does_in_menu
from bot.render.cards import Style
from bot.render.hint import Level
from bot.render.refusals import refusal_text
from bot.service.game import Game
from bot.service.menus import Run, Way

DEAL, DEAL_ON, ANOTHER_DEAL = "Deal", "Deal to next move", "New deal"
UNDO, REDO, TYPE_MOVES, MORE = "Undo", "Redo", "Type moves", "More"
START_OVER = "Start over"
DEAL_AGAIN, SAME_DEAL, REVIEW, SHARE, RULES = "Deal again", "Same deal", "Review", "Share", "Rules"
CORRECT = "Correct the moves"
PLAY_IT, PLAY_ON = "Play it", "Play on"
CHECK, PLAY_IN_DM, RESIGN, KEEP_PLAYING = "Can it be won?", "Play in DM", "Resign", "Keep playing"
FIRST, LAST, MOVE_THAT_LOST = "First", "Last", "The move that lost"
PRACTISE, GET_MOVES, POST_HERE = "Practise from here", "Get the moves", "Post it here"
PRACTISE_DEAL, RESULTS, PLAY_IT_TOO = "Practise this deal", "Results", "Play it too"
ALL_GAMES, PUZZLES = "All games", "Puzzles"
PLAY_DAILY, SAVE_IT, SWITCH_OFF = "Play today's daily", "Can you save it?", "Switch it off"
SOLVE_PUZZLE, NEXT_PUZZLE, NO_REMINDERS = "Solve a puzzle", "Next puzzle", "No more reminders"
RACE, REMATCH, PLAY_RACE_DEAL = "Join race", "Rematch", "Play the same deal"
BETTER, FURTHER = "◀ Better", "Further ▶"
PLAY, DEAL_A_GAME, LEARN, HELP, BACK = "Play", "Deal a game", "Your first game", "Help", "Back"
BIGGER_CARDS, SMALLER_CARDS = "Bigger cards", "Smaller cards"
BACK_TO_GAME = "Back to the game"
DELETE_ALL = "Delete everything"
TYPED = "Moves, with a space between them"
"""The label of the field in which moves are typed."""
_MORE = {Level.NUDGE: "Hint", Level.MOVE: "Show the move", Level.LINE: "Show the way"}
_LONGEST_LABEL, _LONGEST_TITLE, _LONGEST_ON_BUTTON = 100, 45, 80
_CLAIMS = {"p": "pair", "r": "run", "v": "fifteen"}
"""What scores, where its cards have no short name of their own."""


def hint_label(more: Level | None) -> str:
    """Return the label that asks for a hint: the first, or more of it."""
    return "Hint" if more is None else _MORE[more]


def practise_label(number: int) -> str:
    """Return the label that replays a game from a certain move."""
    return f"Practise from move {number + 1}"


def join_label(game: Game) -> str:
    """Return the label that lets a stranger play the game that somebody else plays, or played."""
    return "Play this deal yourself" if game.over else "Play another deal"


def board_label(game: Game) -> str:
    """Return the label that shows the board of a game again."""
    return "Post the board here" if game.public else "Show the board"


def go_on_label(game: Game) -> str:
    """Return the label that shows a game among others in play: `Accordion, 12 moves`."""
    return f"{game.rules.name}, {counted(len(game.session.moves), 'move')}"


def step_labels(style: Style) -> tuple[str, str]:
    """Return the labels that lead one move back, and one on."""
    return ("Back", "Next") if style.spoken else ("◀", "▶")


class Face(NamedTuple):
    """What is on a button: text, the picture of a card, or both."""

    label: str | None
    picture: str | None = None


def move_face(choice: Choice, style: Style, *, where: bool = False) -> Face:
    """Return the face of a move's button, with its place (`where`) if the cards do not tell it apart."""
    picture = style.picture(choice.card)
    says = choice.does if picture else does_in_menu(choice)
    if len(style.say(says)) > _LONGEST_ON_BUTTON:
        says = says.partition(" between ")[0]
    place = style.say(f" · {choice.where}") if where else ""
    return Face((style.say(says)[: _LONGEST_ON_BUTTON - len(place)] + place) or None, picture)


def card_face(choice: Choice, style: Style, *, where: bool = False) -> Face:
    """Return the face of a button beside the card that moves: what it does, in short.

    With `where`, its place is told, as there are two such cards.
    """
    picture, does = style.picture(choice.card), style.say(_in_short(choice))
    says = f"{pile_number(choice.place)}: {does}" if where else does
    return Face(says, picture) if picture else Face(f"{style.say(choice.card.symbol)} {says}")


def _in_short(choice: Choice) -> str:
    """Return what a move does in two words, such as `3 left`; what lies around it is on the board."""
    verb, cards = choice.move.verb, choice.move.at
    if verb.strip("<>") == "" and len(cards) == 1:  # with two places, `>` is from one to the other
        return f"{len(verb)} {'left' if '<' in verb else 'right'}"
    if verb != "x" or cards[-1] - cards[0] != len(cards) - 1:
        return choice.does.replace("the empty column", "empty")  # so that two or three fit side by side
    return "out" if len(cards) == 1 else f"{len(cards)} out"


def run_face(run: Run, style: Style) -> Face:
    """Return the face of the button that moves a run: `9♠ and 2 more onto 10♠ (5 moves)`."""
    first, *others = run.cards
    picture = style.picture(first)
    rest = others[0].symbol if len(others) == 1 else f"{len(others)} more"
    onto = f"onto {run.onto.symbol}" if run.onto else "to the empty column"
    says = f"and {rest} {onto} ({counted(len(run.moves), 'move')})"
    return Face(style.say(says if picture else f"{first.symbol} {says}"), picture)


def way_label(way: Way, style: Style, *, twin: bool = False) -> str:
    """Return a way to score: `+3 run: keep Q♠ J♦`; of two that look alike, also what covers what."""
    keep = (" and " if style.spoken else " ").join(card.symbol for card in way.kept)
    label = f"+{way.category.points} {_claim_in_short(way)}: keep {keep}"
    if twin:
        source, target = way.moves
        label += f" · {source.symbol} onto {target.symbol}"
    return style.say(label)


def twins(ways: Sequence[Way]) -> set[Way]:
    """Return the ways to score that only what covers what tells apart."""
    alike: dict[tuple[int, str, tuple[int, ...]], list[Way]] = {}
    for way in ways:
        alike.setdefault((way.category.points, _claim_in_short(way), way.kept), []).append(way)
    return {way for group in alike.values() if len(group) > 1 for way in group}


def claim_text(ways: Sequence[Way], style: Style) -> str:
    """Say what a list of ways scores, so short that a phone shows all of it: `+2 fifteen: 4♥ 6♦ 5♣`."""
    way, cards = ways[0], (" and " if style.spoken else " ").join(card.symbol for card in ways[0].cards)
    return style.say(f"+{way.category.points} {_claim_in_short(way)}: {cards}")


def _claim_in_short(way: Way) -> str:
    """Return what scores in a word or three: `run`, `clubs`, `sevens`, `run in clubs`."""
    said = way.category.say(way.cards)
    return _CLAIMS.get(way.category.letter) or said.removeprefix("a ").removeprefix("three ")


def option_text(choice: Choice, style: Style) -> str:
    """Return a move in the player's words; if there are too many cards, the first, but always the place."""
    label = style.say(choice.label)
    if len(label) <= _LONGEST_LABEL:
        return label
    place = style.say(f"… · {choice.where}")
    return label[: _LONGEST_LABEL - len(place)] + place


def list_text(part: Sequence[Choice], style: Style) -> str:
    """Say how many moves a select lists, and from which card to which: `12 more moves, 4♦ … 5♣`."""
    first, last = part[0].card.symbol, part[-1].card.symbol
    cards = first if len(part) == 1 else f"{first} … {last}"
    return style.say(f"{counted(len(part), 'more move')}, {cards}")


def typing_title(game: Game) -> str:
    """Return the title of the modal in which moves are typed."""
    return f"Moves · {game.rules.name}"[:_LONGEST_TITLE]


def typing_example(game: Game) -> str:
    """Return some moves that could be typed now."""
    moves = [game.rules.notation.write_move(move) for move in game.session.legal]
    if game.rules.family == "napoleon":
        moves = [move.replace("t", "") for move in moves]  # on the board, columns are numbers
    return f"such as {' or '.join(moves[:3])}"


def game_choice(rules: AnyRules) -> str:
    """Return a game and how it is dealt."""
    return f"{rules.name} · {rules.page.deal}"


def seed_choice(seed: str) -> str:
    """Return a seed that was typed."""
    return f"{seed} · the same cards for everyone who types it"


def date_choice(today: str) -> str:
    """Return today's date as a seed."""
    return f"{today} · today's date, easy to share"


def new_seed_choice(seed: str) -> str:
    """Return a seed that has just been made up."""
    return f"{seed} · made up just now"


def hidden_line_choice(line: str) -> str:
    """Return a line of moves about which nothing can be said yet."""
    return f"{line} · turns up a card, so the rest isn't known yet"


def zone_choice(zone: str, now: datetime) -> str:
    """Return how a time zone is offered: `Europe/Berlin · 14:05 there now`."""
    return f"{zone.replace('_', ' ')} · {now:%H:%M} there now"


def warning_choice(error: GameError) -> str:
    """Say why what was typed is not possible."""
    return f"⚠ {refusal_text(error)}"

"""What is on buttons, in selects, in the modal for typing moves, and in lists of suggestions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import reduce

from bot.render.cards import Style
from bot.render.discord_limits import BUTTON_CHARACTERS, FORM_TITLE_CHARACTERS, OPTION_CHARACTERS
from bot.render.families import Face, family_of
from bot.render.hint import Level
from bot.render.language import _, n_, worded
from bot.render.moves import does_in_menu, in_signs, label_of, takes_in_menu
from bot.render.names import game_name, page_text
from bot.render.refusals import refusal_text
from bot.render.zones import zone_name
from bot.service.game import Game
from bot.store import Kind
from idle_year.engine.cards import Card
from idle_year.engine.errors import GameError
from idle_year.engine.positions.row import pile_number
from idle_year.engine.rules import AnyRules, Choice, Table
from idle_year.engine.wording import sentence

# Translators: most of what follows are labels of buttons, for which there is little room
DEAL, DEAL_ON = sentence("Deal"), sentence("Deal to next move")
ANOTHER_DEAL = sentence("New deal")
UNDO, REDO, TYPE_MOVES = sentence("Undo"), sentence("Redo"), sentence("Type moves")
# Translators: a label that opens a menu with more to choose from
MORE = sentence("More")
START_OVER = sentence("Start over")
DEAL_AGAIN, SAME_DEAL = sentence("Deal again"), sentence("Same deal")
# Translators: verbs, on buttons: go through a game that is over; post its result
COUNTING_DEAL = sentence("A deal that counts")
REVIEW, SHARE = sentence("Review"), sentence("Share")
RULES = sentence("Rules")
CORRECT = sentence("Correct the moves")
PLAY_IT, PLAY_ON = sentence("Play it"), sentence("Play on")
CHECK, PLAY_IN_DM = sentence("Can it be won?"), sentence("Play in DM")
RESIGN, KEEP_PLAYING = sentence("Resign"), sentence("Keep playing")
FIRST, LAST, MOVE_THAT_LOST = sentence("First"), sentence("Last"), sentence("The move that lost")
LOOK_LONGER = sentence("Look longer")
PRACTISE, GET_MOVES = sentence("Practise from here"), sentence("Get the moves")
# Translators: a noun, on a button: a game that is over, as a short film
FILM = sentence("Film")
POST_HERE = sentence("Post it here")
PRACTISE_DEAL, RESULTS = sentence("Practise this deal"), sentence("Results")
# Translators: under a post about a game: play the same and do better; copy its text; add the bot to a server
BEAT_IT, COPY, ADD_BOT = sentence("Beat it"), sentence("Copy"), sentence("Add Idle Year")
DEAL_ATTEMPT, ADD_RESULT = sentence("Deal it"), sentence("Add my result")
ALL_GAMES, PUZZLES = sentence("All games"), sentence("Puzzles")
PLAY_DAILY, SAVE_IT = sentence("Play today's daily"), sentence("Can you save it?")
SWITCH_OFF = sentence("Switch it off")
# Translators: what proves that nobody chose a deal
ALL_DAILIES, PROOF = sentence("All dailies"), sentence("Proof")
SOLVE_PUZZLE, NEXT_PUZZLE = sentence("Solve a puzzle"), sentence("Next puzzle")
TODAYS_PUZZLE = sentence("Today's puzzle")
# Translators: an easier puzzle, and a harder one
EASIER, HARDER = sentence("Easier"), sentence("Harder")
# Translators: the same puzzle again; a new run of puzzles, until the first mistake
TRY_AGAIN, NEW_RUN = sentence("Try again"), sentence("New run")
FIVE_MINUTES = sentence("Five minutes")
NO_REMINDERS = sentence("No more reminders")
REMIND_TOMORROW, NO_REMINDER = sentence("Remind me tomorrow"), sentence("Don't remind me")
RACE, REMATCH = sentence("Join race"), sentence("Rematch")
SHOW_BOARD = sentence("Show the board")
PLAY_RACE_DEAL = sentence("Play the same deal")
BEGIN_ANOTHER, END_IT = sentence("Begin another"), sentence("End it")
BETTER, FURTHER = sentence("◀ Better"), sentence("Further ▶")
PLAY, DEAL_A_GAME, LEARN = sentence("Play"), sentence("Deal a game"), sentence("Your first game")
HELP, BACK = sentence("Help"), sentence("Back")
BACK_TO_GAME = sentence("Back to the game")
DELETE_ALL = sentence("Delete everything")
TYPED = sentence("Moves, with a space between them")
"""The label of the field in which moves are typed."""
_PLAIN = Style()
_HINT = sentence("Hint")
_MORE = {Level.NUDGE: _HINT, Level.MOVE: sentence("Show move"), Level.LINE: sentence("Way to win")}


def hint_label(more: Level | None) -> str:
    """Return the label that asks for a hint: the first, or more of it."""
    return worded(_HINT if more is None else _MORE[more])


def back_label(number: int) -> str:
    """Return the label that leads back to where so many moves had been made."""
    return _("Back to move {number}", number=number + 1)


def join_label(game: Game) -> str:
    """Return the label that lets a stranger play the game that somebody else plays, or played."""
    return _("Play this deal yourself") if game.over else _("Play another deal")


def board_label(game: Game) -> str:
    """Return the label that shows the board of a game again."""
    return _("Post the board here") if game.public else worded(SHOW_BOARD)


def go_on_label(game: Game) -> str:
    """Return the label that shows a game among others in play: `Accordion, 12 moves`."""
    game_of = {
        # Translators: {game} is "Accordion", say: today's daily of it, and a puzzle
        Kind.DAILY: _("{game} daily", game=game.rules.name),
        Kind.PUZZLE: _("{game} puzzle", game=game.rules.name),
    }
    named = game_of.get(game.kind, game.rules.name)
    return n_("{game}, {n} move", "{game}, {n} moves", len(game.session.moves), game=named)


def step_labels(style: Style) -> tuple[str, str]:
    """Return the labels that lead one move back, and one on."""
    return (worded(BACK), _("Next")) if style.spoken else ("◀", "▶")


def move_faces(game: Game, choices: Sequence[Choice], style: Style, twins: Collection[Card]) -> list[Face]:
    """Return the faces of the moves' buttons, no two alike: the card, and what it does, in signs.

    Which of two such cards is meant (`twins`) tells where it lies; and if need be, where it goes.
    """
    rules, table = game.rules, game.session.table
    faces = [
        _face(
            rules, each, style, _place(table, each.place) if each.card in twins and not style.spoken else ""
        )
        for each in choices
    ]
    alike = Counter(faces)
    return [
        face if alike[face] == 1 else _face(rules, choice, style, worded(choice.where), signs="")
        for choice, face in zip(choices, faces, strict=True)
    ]


def move_names(rules: AnyRules, table: Table, choice: Choice) -> Iterator[str]:
    """Yield what a move's button says where cards are text, as it can be typed."""
    number = "" if table.rows[0].label else _place(table, choice.place)
    for place in "", number:
        yield _face(rules, choice, _PLAIN, place).label or ""
    yield _face(rules, choice, _PLAIN, worded(choice.where), signs="").label or ""


def _face(rules: AnyRules, choice: Choice, style: Style, place: str, signs: str | None = None) -> Face:
    """Return the face of a move's button, which tells the place of its card if there is one.

    Its `signs` say what becomes of the card, unless that is told with its place.
    """
    if style.spoken:
        return Face(_in_words(choice, style, place))
    if signs is None:
        signs = family_of(rules).signs(choice) or in_signs(choice)
    says, picture = style.say(" ".join(filter(None, [place, signs]))), style.picture(choice.card)
    return (
        Face(says or None, picture) if picture else Face(f"{style.say(choice.card.symbol)} {says}".rstrip())
    )


def _in_words(choice: Choice, style: Style, place: str) -> str:
    """Return a move in whole words; too long a one without what lies beside the cards, but with its place."""
    where = style.say(f" · {place}") if place else ""
    says = style.say(does_in_menu(choice))
    if choice.takes and len(says) > BUTTON_CHARACTERS:
        says = style.say(takes_in_menu(choice))
    return says[: BUTTON_CHARACTERS - len(where)] + where


def _place(table: Table, place: int) -> str:
    """Return where a card lies, as the board has it: its number, or that of its column, or `waste`."""
    label = table.rows[0].label and table.rows[place].label
    number = worded(label.text).strip() if label else f"{pile_number(place)}"
    # Translators: on a button, between a card and what it does: which of two such cards is meant
    return _("no. {number}", number=number) if number.isdigit() else number


def option_text(choice: Choice, style: Style) -> str:
    """Return a move in the player's words; if there are too many cards, the first, but always the place."""
    label = style.say(label_of(choice))
    if len(label) <= OPTION_CHARACTERS:
        return label
    place = style.say(f"… · {worded(choice.where)}")
    return label[: OPTION_CHARACTERS - len(place)] + place


def list_text(part: Sequence[Choice], more: int, style: Style) -> str:
    """Say how many `more` moves there are, and which of them these are: `12 more moves, 4♦ … 5♣`."""
    first, last = part[0].card.symbol, part[-1].card.symbol
    cards = first if len(part) == 1 else f"{first} … {last}"
    return style.say(n_("{n} more move, {cards}", "{n} more moves, {cards}", more, cards=cards))


def farther_text(*, on: bool) -> str:
    """Return the last option of a list, which shows the moves `on` from there, or the nearest ones again."""
    return _("farther away …") if on else _("the nearest ones …")


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

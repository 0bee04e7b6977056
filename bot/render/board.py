"""A game as a board: its title, its goal, the cards in lines, and how the game stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.engine.games.cribbage import Cribbage
from bot.engine.line import MOST_MOVES
from bot.engine.records import write_code
from bot.engine.rules import (
    DEAL,
    IN_NO_MENU,
    REDEAL,
    AnyRules,
    Choice,
    Move,
    Outcome,
    Score,
    Table,
    in_words,
)
from bot.engine.session import Session
from bot.engine.wording import counted, listed
from bot.render.cards import Style, menus_in_words, table_lines
from bot.render.marks import UNMARKED, marks_of
from bot.service.menus import Way

ROOM = 4000
"""Characters that Discord allows in all texts of a message together."""
_MOST_TOLD = 5
"""Moves of a line, or cards dealt, that are told in words: more than anybody keeps in mind."""
_ONTO = "A pile moves onto its left neighbour, or onto the third pile to its left, if suit or rank match."
_OUT = "You can take out a card, or it and the next, if the cards either side match in suit or rank."
_BLOCKS = (
    "You can take out a card, two that match, or three or four matching pairs in a row, if the cards either "
    "side match in suit or rank."
)
_MORE_BLOCKS = _BLOCKS.replace("three or four", "two to four")
_THIRTEEN = (
    "Two cards that nothing covers leave together if they make 13 (ace 1, jack 11, queen 12); a king leaves "
    "alone."
)
_ONE_PILE, _TWO_LEFT = "Bring it down to one pile.", "Bring it down to the first and the last card."
_ROYAL, _LAD = "Bring the king and queen of hearts together.", "Bring the queen and jack of hearts together."
_WHOLE_PACK = "Clear all 52 cards: the pyramid, the stock and the waste."
_POINTS = (
    "Score 61 points with two or three neighbours: pairs, runs (4 5 6), three of a suit, fifteens (adding up "
    "to 15). Each also takes a card away."
)
_GOALS = {
    "accordion": f"{_ONE_PILE} {_ONTO}",
    "relaxed-accordion": f"{_ONE_PILE} {_ONTO} Moves to the right are allowed as well.",
    "skidoo": "Bring it down to two piles. A pile moves two or three places left, if suit or rank match.",
    "accordions-revenge": f"Bring it down to one pile, with the named card on top. {_ONTO}",
    "royal-marriage": f"{_ROYAL} {_OUT}",
    "royal-marriage-suitrun": f"{_ROYAL} {_OUT} Three or more of one suit may leave too.",
    "queen-and-her-lad": f"{_LAD} {_BLOCKS}",
    "queen-and-her-lad-lenient": f"{_LAD} {_MORE_BLOCKS}",
    "push-pin": f"{_TWO_LEFT} {_OUT}",
    "double-jump": f"{_TWO_LEFT} Two neighbours can leave if the cards either side match in suit or rank.",
    "french": f"{_TWO_LEFT} A card can leave if the cards either side match in suit or rank.",
    "concertina": "Bring it down to two cards. Two matching cards leave, if one or two lie between.",
    "bayan": "Clear the row. Two that match in suit or rank leave: neighbours, or with two cards between.",
    "one-handed": "Get rid of all the cards. Look at the last four: if the outer two share a suit, the two "
    "between them can leave; if they share a rank, all four can.",
    "cribbage": _POINTS,
    "cribbage-strict": f"{_POINTS} The last card comes too late.",
    "napoleon": "Build each ace up to the king of its suit. The last card of a column or of the waste moves "
    "there, or onto a column that ends with the next higher card of its suit.",
    "pyramid": f"Clear the pyramid. {_THIRTEEN}",
    "pyramid-all": f"{_WHOLE_PACK} {_THIRTEEN}",
}
_SAME_GOAL = re.compile("-(?:compacted|dealt|lenient|single|manual|three-passes)$")
"""The ends of names of games that are dealt in another way, for the same goal."""


class Occasion(NamedTuple):
    """What a game is part of, such as a daily."""

    title: str = ""
    """What follows the name of the game."""
    line: str = ""
    """The line under the title."""
    sealed: bool = False
    """Whether the code of the deal must be kept secret for now."""
    won: bool = False
    """Whether it went well, though moves are left."""


_NONE = Occasion()


def board_text(
    session: Session[Any],
    style: Style,
    *,
    resigned: bool = False,
    occasion: Occasion = _NONE,
    goal: str = "",
) -> str:
    """Return the whole board of a game in Discord's Markdown, however long it is."""
    above, below = texts_around(session, style, resigned=resigned, occasion=occasion, goal=goal)
    marks = UNMARKED if resigned or style.free is None else marks_of(session)
    return "\n".join([above, *map(style.say, table_lines(session.table, style, marks)), below])


def texts_around(
    session: Session[Any],
    style: Style,
    *,
    resigned: bool = False,
    occasion: Occasion = _NONE,
    goal: str = "",
) -> tuple[str, str]:
    """Return the texts of a board above and below its cards; a `goal` is told while the game is in play."""
    rules, table = session.rules, session.table
    status = _status(session, resigned=resigned)
    warning = "" if status else session.hopeless or _full(session)
    says = [note for note in table.notes if note.endswith(".")]
    facts = [*(note for note in table.notes if note not in says), *_stock(table)]
    facts += [] if style.spoken else _last_move(session)
    if not occasion.sealed and (status or not session.hides):
        facts.append(_deal(session))
    about = ["-# " + " · ".join(facts)] if facts else []
    offers = [" ".join(says)] if says and not status else []
    warnings = [f"⚠ {warning}"] if warning else []
    head, goals = _head(rules.name, occasion), [goal] if goal and not status else []
    if style.spoken:
        # Whoever listens hears what just happened, then what can be done, and the board after that.
        now = [*status, *_happened(session), *offers, *warnings, *([] if status else _can_do(session))]
        return style.say("\n".join([" ".join(now), *head, *goals])), style.say("\n".join(about))
    return style.say("\n".join([*head, *status, *goals])), style.say("\n".join([*offers, *about, *warnings]))


def goal_line(rules: AnyRules) -> str:
    """Return what a game is about, for whoever has never played it: its goal, and how cards move."""
    return _GOALS.get(rules.id) or _GOALS.get(_SAME_GOAL.sub("", rules.id)) or _GOALS[rules.family]


def _head(name: str, occasion: Occasion) -> list[str]:
    title = f"### {name} · {occasion.title}" if occasion.title else f"### {name}"
    return [title, f"-# {occasion.line}"] if occasion.line else [title]


def _stock(table: Table) -> list[str]:
    return [] if table.stock is None else [f"{counted(table.stock, 'card')} left to deal"]


def _deal(session: Session[Any]) -> str:
    """Return the code that deals the same cards: with it, the stock can be looked through elsewhere."""
    # Two underscores in a seed would underline the text between them.
    return f"deal {write_code(session.rules.id, session.seed)}".replace("_", r"\_")


def _status(session: Session[Any], *, resigned: bool) -> list[str]:
    """Return the line that says how a game ended, with its score; none while it is in play."""
    moves = counted(len(session.moves), "move")
    if resigned:
        return [f"**Resigned** after {moves}."]
    if session.outcome is None:
        return []
    score = session.rules.score(session.state)
    if session.outcome is Outcome.WON:
        return [f"🏆 **You won in {moves}!**{_how(score)}"]
    left = f"{score.headline} {_remain(score)}after {moves}."
    if session.outcome is Outcome.MINOR_WIN:
        return [f"⭐ **A minor win!** {left}"]
    return [f"**No moves left.** {left} {session.rules.stuck(session.state)}"]


def _how(score: Score) -> str:
    """Say what a win took beyond moves, if anything but its number counts."""
    (name, value), *finer = score.parts
    told = [in_words(*part) for part in finer if part[0] != "penalty"]
    if name == "points":
        told.insert(0, in_words(name, value))
    return f" {', '.join(told).capitalize()}." if told else ""


def _remain(score: Score) -> str:
    """Return the verb for what is left on the board; points and cards on the aces are not."""
    (name, value), *_ = score.parts
    if name not in ("piles", "cards"):
        return ""
    return "remains " if value == 1 else "remain "


def _full(session: Session[Any]) -> str:
    reached = f"That's {MOST_MOVES} moves, the most that a game may have: take some back, or resign it."
    return reached if session.full else ""


def _last_move(session: Session[Any]) -> list[str]:
    """Return the last move: `move 12: 8♠ onto K♠`, `move 13: deal one card`."""
    number = len(session.moves)
    if not number:
        return []
    return [f"move {number}: {does(session.rules, session.before, session.moves[-1])}"]


def _happened(session: Session[Any]) -> list[str]:
    """Return the last move as a sentence: `Move 12: 8♠ onto K♠.`; of cards dealt in a row, all of it."""
    number = len(session.moves)
    dealt = next((n for n, move in enumerate(reversed(session.moves)) if move != DEAL), number)
    if not dealt:
        return [f"{told[0].upper()}{told[1:]}." for told in _last_move(session)]
    stock, before = session.state_at(number - dealt).stock, number - dealt + 1
    which = f"Move {number}" if dealt == 1 else f"Moves {before} to {number}"
    cards = [card.symbol for card in stock[:dealt]]
    named = listed(cards) if dealt <= _MOST_TOLD else f"the last one {cards[-1]}"
    return [f"{which}: {counted(dealt, 'card')} dealt, {named}."]


def _can_do(session: Session[Any]) -> list[str]:
    """Say what the next move can be: how many there are of each kind, and whether a card can be dealt."""
    rules, state, legal = session.rules, session.state, session.legal
    if isinstance(rules, Cribbage) and legal[:1] != (DEAL,):
        return []  # what can be scored is under every board of it
    told = [menus_in_words(session.menus)] if session.menus else []
    dealing = [does(rules, state, move) for move in (DEAL, REDEAL) if move in legal]
    return [*told, f"{'Or' if told else 'You can'} {listed(dealing, 'or')}."] if dealing else told


def does(rules: AnyRules, view: Any, move: Move) -> str:
    """Say what a move does: `8♠ onto K♠`, `take out J♠ between 7♠ and 7♥`, `deal one card`."""
    if move == REDEAL:
        return rules.table(view).redeal.lower()
    if move in IN_NO_MENU:
        return IN_NO_MENU[move]
    if isinstance(rules, Cribbage):
        return _scores(Way(move, view, rules.play(view, move)))
    return does_in_menu(rules.choice(view, move))


def does_in_menu(choice: Choice) -> str:
    """Say what a move does that cards are chosen for: `8♠ onto K♠`, `take out J♠ between 7♠ and 7♥`."""
    if not choice.takes:
        return choice.what
    _, between, flanks = choice.does.partition(" between ")
    return f"take out {listed([card.symbol for card in choice.takes])}{between}{flanks}"


def named_move(rules: AnyRules, view: Any, move: Move) -> str:
    """Return a move as a thing to talk about: `8♠ onto K♠`, `taking out J♠`, `dealing one card`."""
    told = does(rules, view, move).partition(" between ")[0]
    if not _is_order(told):
        return told
    verb, rest = told.split(" ", 1)
    return f"{verb.removesuffix('e')}ing {rest}"


def capital(text: str) -> str:
    """Return a text as a sentence begins."""
    return text[0].upper() + text[1:]


def told_move(rules: AnyRules, view: Any, move: Move) -> str:
    """Return a move as something to do: `play 8♠ onto K♠`, `take out J♠ between 7♠ and 7♥`."""
    told = does(rules, view, move)
    return told if _is_order(told) else f"play {told}"


def _is_order(told: str) -> bool:
    """Whether it begins with a verb, not with a card."""
    return told[0].islower()


def _scores(way: Way) -> str:
    """Say what a move of Cribbage scores and which cards stay, as its button does."""
    kept = listed([card.symbol for card in way.kept])
    return f"score {way.category.points} for {way.category.say(way.cards)}, keeping {kept}"


def told_line(rules: AnyRules, view: Any, line: Sequence[Move]) -> str:
    """Return the first moves of a line as things to do, and how many more there are.

    The last one may deal a card that is still face down, after which nothing can be told.
    """
    told: list[str] = []
    for move in line[:_MOST_TOLD]:
        if told:
            view = rules.play(view, line[len(told) - 1])
        told.append(told_move(rules, view, move).removeprefix("play " if told else ""))
    more = len(line) - len(told)
    return ", then ".join(told) + (f", and {counted(more, 'more move')}" if more else "")

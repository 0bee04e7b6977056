"""A game as a board: its title, its goal, the cards in lines, and how the game stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.render.cards import Style, menus_in_words, symbols, table_lines
from bot.render.families import family_of
from bot.render.language import _, capital, commas, joined, n_, worded
from bot.render.marks import UNMARKED, marks_of
from bot.render.moves import MOST_TOLD, does, without_alike
from bot.render.names import game_name
from bot.service.game import TriedPuzzle
from idle_year.engine.cards import Card
from idle_year.engine.line import MOST_MOVES
from idle_year.engine.records import write_code
from idle_year.engine.rules import DEAL, REDEAL, AnyRules, Outcome, Score, in_words
from idle_year.engine.session import Session

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
    tried: TriedPuzzle | None = None
    """How the try at a puzzle stands that it is."""


_NONE = Occasion()


class _Told(NamedTuple):
    """What is told of a game: its last move, or the cards that its last moves dealt, if they did."""

    session: Session[Any]
    dealt: Sequence[Card] = ()


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
    hopeless = session.hopeless and (family_of(rules).hopeless or session.hopeless)
    warning = "" if status else worded(hopeless or "") or _full(session)
    says = [note for note in table.notes if note.endswith(".")]
    facts = [worded(note) for note in table.notes if note not in says]
    if table.stock is not None:
        facts.append(n_("{n} card left to deal", "{n} cards left to deal", table.stock))
    told = _told_last(session)
    facts += [] if style.spoken else [_last_move(*each) for each in told]
    facts += _gone_up(session, told)
    if not occasion.sealed and (status or (occasion.title and not session.hides)):
        facts.append(_deal(session))
    about = [_small(" · ".join(facts))] if facts else []
    offers = [joined(*says)] if says and not status else []
    warnings = [f"⚠ {warning}"] if warning else []
    head, goals = _head(game_name(rules), occasion), [goal] if goal and not status else []
    if style.spoken:
        # Whoever listens hears what just happened, then what can be done, and the board after that.
        happened = [_happened(*each) for each in told]
        now = [*status, *happened, *offers, *warnings, *([] if status else _can_do(session))]
        return style.say("\n".join([joined(*now), *head, *goals])), style.say("\n".join(about))
    above = [*head, *status, *map(_small, goals)]
    below = [*map(_small, offers), *about, *warnings]
    return style.say("\n".join(above)), style.say("\n".join(below))


def _small(line: str) -> str:
    return f"-# {line}"


def goal_line(rules: AnyRules) -> str:
    """Return what a game is about, for whoever has never played it: its goal, and how cards move."""
    goals = family_of(rules).goals
    return joined(*(goals.get(rules.id) or goals.get(_SAME_GOAL.sub("", rules.id)) or goals[rules.family]))


def beginners_line(rules: AnyRules, style: Style) -> str:
    """Return the goal of a game, and what the signs on its buttons mean, if there are any."""
    family = family_of(rules)
    has_signs = family.has_signs(rules) and not style.spoken
    return joined(goal_line(rules), *([family.legend] if has_signs else []))


def _head(name: str, occasion: Occasion) -> list[str]:
    title = f"### {name} · {occasion.title}" if occasion.title else f"### {name}"
    return [title, f"-# {occasion.line}"] if occasion.line else [title]


def _deal(session: Session[Any]) -> str:
    """Return the code that deals the same cards: with it, the stock can be looked through elsewhere."""
    # Two underscores in a seed would underline the text between them.
    code = write_code(session.rules.id, session.seed).replace("_", r"\_")
    # Translators: a noun: the deal that has this code
    return _("deal {code}", code=code)


def _status(session: Session[Any], *, resigned: bool) -> list[str]:
    """Return the line that says how a game ended, with its score; none while it is in play."""
    moves = len(session.moves)
    if resigned:
        return [n_("**Resigned** after {n} move.", "**Resigned** after {n} moves.", moves)]
    if session.outcome is None:
        return []
    score = session.rules.score(session.state)
    if session.outcome is Outcome.WON:
        won = n_("**You won in {n} move!**", "**You won in {n} moves!**", moves)
        return [f"🏆 {joined(won, _how(score))}"]
    left = _remains(score, n_("after {n} move", "after {n} moves", moves))
    if session.outcome is Outcome.MINOR_WIN:
        won = _("**A minor win!**")
        return [f"⭐ {joined(won, left)}"]
    if over := family_of(session.rules).over:
        return [joined(f"**{worded(over)}**", left)]
    return [joined(_("**No moves left.**"), left, session.rules.stuck(session.state))]


def _how(score: Score) -> str:
    """Say what a win took beyond moves, if anything but its number counts."""
    (name, value), *finer = score.parts
    told = [in_words(*part) for part in finer if part[0] != "penalty"]
    if name == "points":
        told.insert(0, in_words(name, value))
    return _("{facts}.", facts=capital(commas(told))) if told else ""


def _remains(score: Score, after: str) -> str:
    """Say what is left on the board, or was reached, and when: `5 piles remain after 12 moves.`."""
    (name, value), *_finer = score.parts
    # Translators: the place is filled with "after 12 moves"
    if name == "piles":
        return n_("{n} pile remains {after}.", "{n} piles remain {after}.", value, after=after)
    if name == "cards":
        return n_("{n} card remains {after}.", "{n} cards remain {after}.", value, after=after)
    # Translators: the places are filled with "12 cards on the aces" or "51 points", and "after 12 moves"
    return _("{score} {after}.", score=score.headline, after=after)


def _full(session: Session[Any]) -> str:
    if not session.full:
        return ""
    return _(
        "That's {number} moves, the most that a game may have: take some back, or resign it.",
        number=MOST_MOVES,
    )


def _last_move(session: Session[Any], dealt: Sequence[Card]) -> str:
    """Return the last move, `move 12: 8♠ onto K♠`, or all cards dealt in a row, `move 21: dealt 2: 3♦ 8♥`."""
    number = len(session.moves)
    told = [card.symbol for card in dealt]
    if not told:
        return _("move {number}: {does}", number=number, does=_last_does(session))
    if len(told) == 1:
        return _("move {number}: dealt {card}", number=number, card=told[0])
    shown = " ".join([*told[:2], "…", told[-1]] if len(told) > MOST_TOLD else told)
    return _("move {number}: dealt {count}: {cards}", number=number, count=len(dealt), cards=shown)


def _last_does(session: Session[Any]) -> str:
    return does(session.rules, session.before, session.moves[-1])


def _gone_up(session: Session[Any], told: Sequence[_Told]) -> list[str]:
    """Say which cards have gone up by themselves with what is `told`."""
    if not told:
        return []
    first, dealt = told[0]
    before = session.state_at(len(first.moves) - (len(dealt) or 1))
    cards = family_of(session.rules).gone_up(session.rules, before, session.state)
    return [_("{card} to a foundation", card=card.symbol) for card in cards]


def _happened(session: Session[Any], dealt: Sequence[Card]) -> str:
    """Return the last move as a sentence: `Move 12: 8♠ onto K♠.`; of cards dealt in a row, all of it."""
    number = len(session.moves)
    if dealt:
        return _dealt(number, dealt)
    return _("Move {number}: {does}.", number=number, does=_last_does(session))


def _told_last(session: Session[Any]) -> list[_Told]:
    """Return the last move, or the cards dealt last; behind the move before if nothing else could be done.

    Nobody who was dealt cards without a choice has to guess what became of their own move.
    """
    number = len(session.moves)
    if not number:
        return []
    dealt = next((n for n, move in enumerate(reversed(session.moves)) if move != DEAL), number)
    own = session.at(number - dealt)
    first = [_Told(own)] if dealt and own.moves and len(own.legal) == 1 else []
    return [*first, _Told(session, own.state.stock[:dealt] if dealt else ())]


def _dealt(number: int, cards: Sequence[Card]) -> str:
    """Say which cards the moves up to one dealt, or only the last one if they are many."""
    dealt = len(cards)
    first = number - dealt + 1
    if dealt == 1:
        return _("Move {number}: 1 card dealt, {card}.", number=number, card=cards[0].symbol)
    if dealt <= MOST_TOLD:
        return _(
            "Moves {first} to {last}: {count} cards dealt, {cards}.",
            first=first,
            last=number,
            count=dealt,
            cards=symbols(cards),
        )
    return _(
        "Moves {first} to {last}: {count} cards dealt, the last one {card}.",
        first=first,
        last=number,
        count=dealt,
        card=cards[-1].symbol,
    )


def _can_do(session: Session[Any]) -> list[str]:
    """Say what the next move can be: how many there are of each kind, and whether a card can be dealt."""
    rules, state, legal = session.rules, session.state, session.legal
    if not family_of(rules).counts_moves(legal):
        return []
    told = [menus_in_words(without_alike(session.menus))] if session.menus else []
    deal = next((does(rules, state, move) for move in (DEAL, REDEAL) if move in legal), None)
    if deal is None:
        return told
    # Translators: the place is filled with "deal one card", "redeal" or "turn the waste over"
    return [*told, _("Or {deal}.", deal=deal) if told else _("You can {deal}.", deal=deal)]

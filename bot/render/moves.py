"""Moves in words and signs: what one does, on a button, as a fact, as something to do, to talk about.

Each form in words is a phrase or sentence of its own, since other languages word them differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from bot.render.cards import symbols
from bot.render.families import family_of
from bot.render.language import _, n_, worded
from idle_year.engine.rules import AnyRules, Choice, Deed, Menu, Move

MOST_TOLD = 5
"""Moves of a line, or cards dealt, that are told in words: more than anybody keeps in mind."""


def does(rules: AnyRules, view: Any, move: Move) -> str:
    """Say what a move does: `8♠ onto K♠`, `take out J♠ between 7♠ and 7♥`, `deal one card`."""
    if phrases := family_of(rules).phrases(rules, view, move):
        return worded(phrases.does)
    return does_in_menu(rules.choice(view, move))


def without_alike(menus: Iterable[Menu]) -> Iterator[Menu]:
    """Yield menus in which a card that could go to several empty columns has one move to them all."""
    for menu in menus:
        found: dict[Any, Choice] = {}
        for choice in menu.choices:
            same = (choice.deed, choice.place) if choice.deed is Deed.TO_EMPTY else choice.move
            found.setdefault(same, choice)
        yield replace(menu, choices=tuple(found.values()))


def does_in_menu(choice: Choice) -> str:
    """Say what a move does that cards are chosen for: `8♠ onto K♠`, `take out J♠ between 7♠ and 7♥`."""
    if not choice.takes:
        return worded(choice.what)
    cards = symbols(choice.takes)
    if choice.deed is Deed.BETWEEN:
        left, right = (card.symbol for card in choice.beside)
        return _("take out {cards} between {left} and {right}", cards=cards, left=left, right=right)
    return takes_in_menu(choice)


def takes_in_menu(choice: Choice) -> str:
    """Say which cards a move takes out: `take out J♠ and Q♥`."""
    return _("take out {cards}", cards=symbols(choice.takes))


def in_signs(choice: Choice) -> str:
    """Say beside its card what a move does: `←3`, `→9♣`, `+K♦`; nothing of a card that leaves alone."""
    verb, cards = choice.move.verb, choice.move.at
    if verb.strip("<>") == "" and len(cards) == 1:  # with two places, `>` is from one to the other
        return ("←" if verb[0] == "<" else "→") + (str(len(verb)) if len(verb) > 1 else "")
    match choice.deed:
        case Deed.ONTO | Deed.SCORE:
            return f"→{choice.beside[0].symbol}"
        case Deed.TO_EMPTY:
            return "▢"
    others = choice.takes[1:]
    if len(others) == 1:
        return f"+{others[0].symbol}"
    return f"+{len(others)}" if others else ""


def leaves_alone(choice: Choice) -> str:
    """Say in two words that a single card leaves: `J♠ out`."""
    return _("{card} out", card=choice.card.symbol)


def label_of(choice: Choice) -> str:
    """Return what a move does and where, in one line for a list: `8♠ onto K♠ · pile 11→10`."""
    return " · ".join(filter(None, [worded(choice.what), worded(choice.where)]))


def named_move(rules: AnyRules, view: Any, move: Move) -> str:
    """Return a move as a thing to talk about: `8♠ onto K♠`, `taking out J♠`, `dealing one card`."""
    if phrases := family_of(rules).phrases(rules, view, move):
        return worded(phrases.named)
    choice = rules.choice(view, move)
    if choice.takes:
        # Translators: as a thing to talk about: "taking out J♠ would still have won"
        return _("taking out {cards}", cards=symbols(choice.takes))
    return worded(choice.what)


def told_move(rules: AnyRules, view: Any, move: Move) -> str:
    """Return a move as something to do: `Play 8♠ onto K♠.`, `Take out J♠ between 7♠ and 7♥.`."""
    if phrases := family_of(rules).phrases(rules, view, move):
        return worded(phrases.told)
    return _told_choice(rules.choice(view, move))


def _told_choice(choice: Choice) -> str:
    card, beside, takes = choice.card.symbol, [each.symbol for each in choice.beside], choice.takes
    match choice.deed:
        case Deed.ONTO:
            return _("Play {card} onto {other}.", card=card, other=beside[0])
        case Deed.TO_EMPTY:
            return _("Play {card} to the empty column.", card=card)
        case Deed.TO_FOUNDATION:
            return _("Play {card} to a foundation.", card=card)
        case Deed.BETWEEN:
            return _(
                "Take out {cards} between {left} and {right}.",
                cards=symbols(takes),
                left=beside[0],
                right=beside[1],
            )
    return _("Take out {cards}.", cards=symbols(takes))


def told_line(rules: AnyRules, view: Any, line: Sequence[Move]) -> str:
    """Return the first moves of a line as things to do, and how many more there are.

    `play 8♠ onto K♠, then deal one card, and 31 more moves`. The last one may deal a card that is still face
    down, after which nothing can be told.
    """
    told = _begun(rules, view, line[0])
    for move, following in pairwise(line[:MOST_TOLD]):
        view = rules.play(view, move)
        # Translators: one move after others, as things to do: "play 8♠ onto K♠, then deal one card"
        told = _("{moves}, then {move}", moves=told, move=does(rules, view, following))
    more = len(line) - MOST_TOLD
    if more <= 0:
        return told
    return n_("{moves}, and {n} more move", "{moves}, and {n} more moves", more, moves=told)


def _begun(rules: AnyRules, view: Any, move: Move) -> str:
    """Return the first move of a line as something to do, within a sentence: `play 8♠ onto K♠`."""
    if phrases := family_of(rules).phrases(rules, view, move):
        return worded(phrases.does)
    choice = rules.choice(view, move)
    match choice.deed:
        case Deed.ONTO:
            return _("play {card} onto {other}", card=choice.card.symbol, other=choice.beside[0].symbol)
        case Deed.TO_EMPTY:
            return _("play {card} to the empty column", card=choice.card.symbol)
        case Deed.TO_FOUNDATION:
            return _("play {card} to a foundation", card=choice.card.symbol)
    return does_in_menu(choice)

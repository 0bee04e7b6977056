"""One-Handed Solitaire: only the last four cards count, and whether the outer two of them match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from idle_year.engine.games import chances
from idle_year.engine.games.leaving import Cards, where_in_row
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.positions.row import Removals
from idle_year.engine.rules import Choice, Deed, Example, Menu, Move, Page
from idle_year.engine.wording import Sentence, sentence

_ALL_FOUR, _INNER_TWO = sentence("Take out all four"), sentence("Take out the inner two")


@dataclass(frozen=True)
class LastFour:
    """If the outer two of the last four cards share a suit, the inner two leave; if a rank, all four."""

    notation: ClassVar[Removals] = Removals()

    def moves(self, cards: Cards) -> Iterator[Move]:
        """Yield the one possible removal, if any."""
        leaving = _leaving(cards)
        if leaving:
            yield Move("x", leaving)

    def why_not(self, cards: Cards, at: tuple[int, ...], name: str, *, more: bool) -> str | None:
        """Return why the cards at these places may not leave, or None if they may."""
        if len(cards) < 4:
            return _too_few(name, len(cards), more=more)
        leaving, inner, four = _leaving(cards), _inner(cards), _four(cards)
        if at == leaving:
            return None
        if at not in (inner, four):
            return sentence(
                "In {game} only the last four cards count: the inner two leave ({inner}) or all of them "
                "({four}).",
                game=name,
                inner=_block(inner),
                four=_block(four),
            )
        return _why_not_these(cards[-4].symbol, cards[-1].symbol, leaving, four)

    def stuck(self, cards: Cards) -> str:
        """Return that the outer two of the last four cards do not match, or that there are not four."""
        if len(cards) < 4:
            return sentence("Cards leave only from the last four, and there are fewer.")
        return sentence(
            "{card} and {other}, the outer two of the last four cards, share neither suit nor rank.",
            card=cards[-4].symbol,
            other=cards[-1].symbol,
        )

    def hopeless(self, _cards: Cards, *, redeal: bool) -> str | None:
        """Return None: with the stock empty, the rest plays itself."""
        return None

    def menus(self, cards: Cards) -> tuple[Menu, ...]:
        """Return the one possible removal, if any."""
        four = _four(cards)
        return tuple(
            Menu(_ALL_FOUR if move.at == four else _INNER_TWO, (self.choice(cards, move),))
            for move in self.moves(cards)
        )

    def choice(self, cards: Cards, move: Move) -> Choice:
        """Return which cards leave and, if they are two, between which."""
        first, takes = move.at[0], tuple(cards[place] for place in move.at)
        where = where_in_row(move.at)
        if move.at == _four(cards):
            return Choice(move, cards[first], first, Deed.LEAVE, where=where, takes=takes)
        return Choice(move, cards[first], first, Deed.BETWEEN, (cards[-4], cards[-1]), where, takes)


@dataclass(frozen=True, kw_only=True)
class OneHanded(Marriage):
    """The rules of the game: those of its family, with four cards at the start."""

    face_up: ClassVar[int] = 4


def _four(cards: Cards) -> tuple[int, ...]:
    """Return the places of the last four cards."""
    return tuple(range(len(cards) - 4, len(cards)))


def _inner(cards: Cards) -> tuple[int, ...]:
    return _four(cards)[1:-1]


def _leaving(cards: Cards) -> tuple[int, ...]:
    """Return the places of the cards that may leave, if any."""
    if len(cards) < 4:
        return ()
    # No two cards of one pack share both, so neither needs precedence.
    if cards[-4].rank == cards[-1].rank:
        return _four(cards)
    return _inner(cards) if cards[-4].suit == cards[-1].suit else ()


def _too_few(name: str, count: int, *, more: bool) -> Sentence:
    """Say that fewer than four cards lie in the row, and to deal if there are `more` to come."""
    if more:
        return sentence(
            "In {game} cards leave only from the last four, and the row has {count}: deal first (d).",
            game=name,
            count=count,
        )
    return sentence(
        "In {game} cards leave only from the last four, and the row has {count}.", game=name, count=count
    )


def _why_not_these(card: str, other: str, leaving: tuple[int, ...], four: tuple[int, ...]) -> Sentence:
    """Say what may leave instead of the inner two, or of all `four`, given the outer two cards."""
    if not leaving:
        return sentence(
            "{card} and {other} share neither suit nor rank, so none of the last four cards leaves.",
            card=card,
            other=other,
        )
    if leaving == four:
        return sentence(
            "{card} and {other} share the rank, so all four cards leave: write {move}.",
            card=card,
            other=other,
            move=_block(leaving),
        )
    return sentence(
        "{card} and {other} share only the suit, so only the two between them leave: write {move}.",
        card=card,
        other=other,
        move=_block(leaving),
    )


def _block(places: tuple[int, ...]) -> str:
    return LastFour.notation.write(Move("x", places))


ONE_HANDED = OneHanded(
    id="one-handed",
    name="One-Handed Solitaire",
    aliases=("One-Handed", "One-Hand", "One-Hand Solitaire"),
    leaving=LastFour(),
    singly=True,
    target=0,
    moves_wait=False,
    page=Page(
        goal="No card left when the stock is empty.",
        deal="Four cards are dealt into a row, in the hand; the others follow one at a time (`d`) whenever "
        "you like.",
        play="Only the last four cards count. If the last and the fourth from the end share a suit, take out "
        "the two between them (`x6-7` in a row of eight); if they share a rank, take out all four (`x5-8`). "
        "Go on as long as the new last four allow it: an older card that has become the last one again may "
        "take out two or four as well. You may leave them in, but the next card buries them.",
        source="Wikipedia. By its wording you take out all you can before the next card; here that is left "
        "to you.",
        example=Example(
            "4C 8S 7D QH 2S", "x3-4", "8♠ and 2♠ share the suit, so the two cards between them may leave."
        ),
        chance=chances.ONE_HANDED,
    ),
)

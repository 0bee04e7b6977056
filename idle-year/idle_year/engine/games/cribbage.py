"""Cribbage Solitaire, also called Bill Beers: claim what neighbouring piles form as soon as they form it.

`claims` says what can be claimed. A stricter form of the game has an earlier deadline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, permutations

from idle_year.engine.cards import PACK, Card, shuffled
from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import chances
from idle_year.engine.games.accordion_deals import SINGLY
from idle_year.engine.games.claims import (
    CATEGORIES,
    Claim,
    counts,
    fresh_after,
    is_fresh,
    offer,
    open_claims,
    title_of,
)
from idle_year.engine.positions.cribbage import ClaimRow, CribbageNotation, last_link
from idle_year.engine.positions.row import no_such_pile, pile_number
from idle_year.engine.positions.words import face_down, next_card
from idle_year.engine.rules import (
    DEAL,
    Choice,
    Deed,
    Example,
    Menu,
    Move,
    Outcome,
    Page,
    Pile,
    Score,
    Table,
    TableRow,
)
from idle_year.engine.wording import listed, plural, sentence, spelt

GAME_POINTS = 61
_MOST_IN_ALL = 48 * 6 + 3 + 3 + 2
"""The most points that can be claimed if 61 do not end the game.

Each claim covers one of 52 cards, so there are 51 at most. One of 6 points leaves two cards open that reveal
the suit or rank of the covered one. Three cards reveal no more than one suit and one rank, so at least four
stay or are covered by other claims: 48 claims are worth 6, and of the other three the last, of two piles, 2.
"""


@dataclass(frozen=True, kw_only=True)
class Cribbage:
    """The rules of Cribbage Solitaire."""

    id: str
    name: str
    page: Page
    aliases: tuple[str, ...] = ()
    late_win: bool = True
    """Whether 61 points reached after the last card still win."""
    moves_wait: bool = False
    reversible: bool = False
    family: str = "cribbage"
    revision: int = 1

    @cached_property
    def notation(self) -> CribbageNotation:
        """How its positions and moves are written."""
        most = GAME_POINTS - 1 + max(category.points for category in CATEGORIES.values())
        return CribbageNotation(self.name, most, most if self.late_win else _MOST_IN_ALL)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are shuffled."""
        return PACK

    def start(self, seed: str) -> ClaimRow:
        """Deal the game for a seed."""
        return self.lay_out(shuffled(self.pack, seed), seed)

    def lay_out(self, order: Sequence[Card], seed: str) -> ClaimRow:
        """Deal the cards in this order: one is turned up; nothing else is left to chance."""
        first, *stock = order
        return ClaimRow((Pile(first),), tuple(stock))

    def moves(self, state: ClaimRow) -> tuple[Move, ...]:
        """List every legal move: by window from the left, then by claim, dealing last."""
        if self._is_won(state):
            return ()
        claims = tuple(move for claim in open_claims(state) for move in _ways(claim))
        return (*claims, DEAL) if state.stock else claims

    def play(self, state: ClaimRow, move: Move) -> ClaimRow:
        """Return the state after a move; raise IllegalMove with the reason."""
        if self._is_won(state):
            raise IllegalMove(
                sentence(
                    "The game is won with {points} points: nothing is left to play.", points=state.points
                )
            )
        if move == DEAL:
            return _deal(state)
        reason = _why_not(state, move)
        if reason is not None:
            raise IllegalMove(reason)
        return _stack(state, move)

    def reveals(self, _state: ClaimRow, move: Move) -> bool:
        """Whether the move turns up a card of the stock."""
        return move == DEAL

    def outcome(self, state: ClaimRow) -> Outcome | None:
        """Return how the game ended, or None while a move is left."""
        if self._is_won(state):
            return Outcome.WON
        return None if state.stock or any(open_claims(state)) else Outcome.STUCK

    def stuck(self, state: ClaimRow) -> str:
        """Return that nothing can be claimed, and what was needed."""
        if self.late_win:
            return sentence("Nothing more scores, and you needed {points} points.", points=GAME_POINTS)
        return sentence(
            "Nothing more scores, and you needed {points} points before the last card.", points=GAME_POINTS
        )

    def score(self, state: ClaimRow) -> Score:
        """Return the points, more being better, and after a win the cards that were not needed."""
        if not self._is_won(state):
            return Score((("points", state.points),), (-state.points, 0))
        left = len(state.stock)
        return Score((("points", state.points), ("stock", left)), (-state.points, -left))

    def view(self, state: ClaimRow) -> ClaimRow:
        """Return the state with the order of its stock unknown."""
        return replace(state, stock=face_down(state.stock))

    def position(self, state: ClaimRow) -> ClaimRow:
        """Return the state: all of it matters."""
        return state

    def hides(self, state: ClaimRow) -> bool:
        """Whether cards are left in the stock."""
        return bool(state.stock)

    def table(self, state: ClaimRow) -> Table:
        """Return the row, the size of the stock, the points and the open claims."""
        if state.points >= GAME_POINTS:
            points = plural("{n} point", "{n} points", state.points)
        else:
            points = sentence("{points} of {wanted} points", points=state.points, wanted=GAME_POINTS)
        return Table((TableRow(state.piles),), len(state.stock), (points, *self._open_notes(state)))

    def menus(self, state: ClaimRow) -> tuple[Menu, ...]:
        """Return the ways to make each kind of open claim."""
        if self._is_won(state):
            return ()
        order = list(CATEGORIES)
        claims = sorted(open_claims(state), key=lambda claim: order.index(claim.category.letter))
        return tuple(
            Menu(
                title=title_of(category),
                choices=tuple(self.choice(state, move) for claim in group for move in _ways(claim)),
            )
            for category, group in groupby(claims, key=lambda claim: claim.category)
        )

    def choice(self, state: ClaimRow, move: Move) -> Choice:
        """Return which card goes onto which, and for what claim: `4♦ onto 10♠: fifteen with A♠`."""
        first, last, source, target = move.at
        tops = {place: state.piles[place].top for place in range(first, last + 1)}
        others = [top for place, top in tops.items() if place not in (source, target)]
        beside, claim = (tops[target], *others), CATEGORIES[move.verb[0]].name
        return Choice(move, tops[source], source, Deed.SCORE, beside, claim=claim)

    def hopeless(self, state: ClaimRow) -> str | None:
        """Return that the points come too late, if they must be reached before the last card."""
        if state.stock or self.late_win:
            return None
        return sentence(
            "The last card is dealt, and you needed {points} points before it: this can't be won.",
            points=GAME_POINTS,
        )

    def _is_won(self, state: ClaimRow) -> bool:
        return state.points >= GAME_POINTS and (self.late_win or bool(state.stock))

    def _open_notes(self, state: ClaimRow) -> Iterator[str]:
        """Yield what can be scored now, the most points first, and how long it can wait."""
        claims = [] if self._is_won(state) else list(open_claims(state))
        if not claims:
            return
        yield offer(state, claims)
        if not state.stock:
            return
        keeps = _ends_in_pair(state)
        if not keeps or len(claims) > 1:
            yield (
                sentence("Score the rest before you deal again.")
                if keeps
                else sentence("Score before you deal again.")
            )
        if keeps:
            yield sentence("The pair at the end can wait one more card.")


def _ways(claim: Claim) -> Iterator[Move]:
    """Yield a claim once for each way of moving one of its cards onto another."""
    for source, target in permutations(range(claim.first, claim.last + 1), 2):
        yield Move(f"{claim.category.letter}@", (claim.first, claim.last, source, target))


def _deal(state: ClaimRow) -> ClaimRow:
    """Turn up the next card at the right end; only a pair of the last two piles can still be claimed."""
    if not state.stock:
        raise IllegalMove(sentence("There's no card left to deal."))
    card, rest = next_card(state.stock)
    piles = (*state.piles, Pile(card))
    return ClaimRow(piles, rest, state.points, last_link(piles), held=_ends_in_pair(state))


def _ends_in_pair(state: ClaimRow) -> bool:
    return len({pile.top.rank for pile in state.piles[-2:]}) == 1 < len(state.piles)


def _stack(state: ClaimRow, move: Move) -> ClaimRow:
    """Score a claim and move its one pile onto the other; any claim ends a held pair."""
    _, _, source, target = move.at
    piles = list(state.piles)
    piles[target] = Pile(piles[source].top, piles[source].size + piles[target].size)
    del piles[source]
    points = state.points + CATEGORIES[move.verb[0]].points
    return ClaimRow(tuple(piles), state.stock, points, fresh_after(state, source, target))


def _why_not(state: ClaimRow, move: Move) -> str | None:
    """Return why a claim may not be made, or None if it may."""
    category = CATEGORIES.get(move.verb.removesuffix("@"))
    if category is None:
        return sentence(
            "Nothing scores as {letter}: write one of p pair, t three of a kind, f three of one suit, "
            "r run of three, s run in one suit, v fifteen.",
            letter=move.verb.removesuffix("@"),
        )
    first, last, source, target = move.at
    return _why_not_window(state, Claim(category, first, last)) or _why_not_onto(first, last, source, target)


def _why_not_window(state: ClaimRow, claim: Claim) -> str | None:
    """Return why a window cannot be claimed so: it does not exist, does not count, or is no longer fresh."""
    category, first, last = claim
    count = len(state.piles)
    for place in (first, last):
        if not 0 <= place < count:
            return no_such_pile(place, count)
    size = last - first + 1
    if size not in category.sizes:
        return sentence(
            "{claim} takes {sizes} neighbouring piles; {window} is {size}.",
            claim=category.title,
            sizes=listed(list(map(spelt, category.sizes)), "or"),
            window=_window(first, last),
            size=spelt(size),
        )
    cards = [pile.top for pile in state.piles[first : last + 1]]
    if not counts(category, cards):
        return category.refusal(cards)
    if not is_fresh(state, first, last):
        return sentence(
            "{cards} lay side by side before this card was dealt: score what you see before you deal.",
            cards=" ".join(card.symbol for card in cards),
        )
    return None


def _window(first: int, last: int) -> str:
    """Write from which pile to which a claim goes: `2-4`."""
    return f"{pile_number(first)}-{pile_number(last)}"


def _why_not_onto(first: int, last: int, source: int, target: int) -> str | None:
    """Return why one pile cannot go onto the other: both must be piles of the window."""
    for place in (source, target):
        if not first <= place <= last:
            return sentence(
                "Pile {pile} isn't one of the piles {window} that you score.",
                pile=pile_number(place),
                window=_window(first, last),
            )
    if source == target:
        return sentence(
            "Pile {pile} can't go onto itself: name another of the piles that you score.",
            pile=pile_number(source),
        )
    return None


_CLAIMS = (
    "Claim (score) what two or three neighbouring piles form: a pair 2 points (`p`), three of a kind 6 "
    "(`t`), three of one suit 3 (`f`), a run of three in any order 3 (`r`), a run in one suit 6 (`s`), two "
    "or three cards that total fifteen 2 (`v`). Aces are low and count 1, court cards 10. A claim scores in "
    "one way, and at once one of its piles goes onto another: `r@2-4:4>2` claims a run on piles 2 to 4 and "
    "puts pile 4 onto pile 2. The row closes up, and what it forms now can be claimed as well. The next "
    "card ends every claim that you haven't made; only a pair of the last two piles can wait one more card, "
    "in case a third comes. You don't have to claim."
)
_EXAMPLE = Example("9C 7D 5H 6S", "r@2-4:4>2", "7♦ 5♥ 6♠ are a run, 3 points, and 6♠ goes onto 7♦.")

DEALS = (
    Cribbage(
        id="cribbage",
        name="Cribbage Solitaire",
        aliases=("Cribbage", "Bill Beers", "Cribbage Solitaire - Accordion"),
        page=Page(
            goal="61 points. What you score after the last card still counts: that's our reading.",
            deal=SINGLY,
            play=_CLAIMS,
            example=_EXAMPLE,
            chance=chances.CRIBBAGE,
            source="CatsAtCards and Solitaire Central, where the game is also called Bill Beers. CatsAtCards "
            'wants 61 points "before the entire pack has been fully dealt"; to take it at its word, play '
            "Cribbage Solitaire, strict.",
        ),
    ),
    Cribbage(
        id="cribbage-strict",
        name="Cribbage Solitaire, strict",
        late_win=False,
        page=Page(
            goal="61 points while a card is still in the stock: what the last card brings does not win.",
            deal=SINGLY,
            play=_CLAIMS,
            example=_EXAMPLE,
            chance=chances.CRIBBAGE_STRICT,
            source='CatsAtCards at its word: 61 points "before the entire pack has been fully dealt".',
        ),
    ),
)
"""The deals in the order in which menus list them."""

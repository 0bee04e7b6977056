"""Cards, packs, and the shuffle that deals the same game from the same seed for ever."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator

from idle_year.engine.errors import GameError
from idle_year.engine.wording import quoted, sentence

RANKS = "A23456789TJQK"
KING = RANKS.index("K")
SUITS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"
SUIT_WORDS = (sentence("clubs"), sentence("diamonds"), sentence("hearts"), sentence("spades"))
_RANK_WORDS = "ace two three four five six seven eight nine ten jack queen king".split()
_OF_A_RANK = (
    sentence("aces"),
    sentence("twos"),
    sentence("threes"),
    sentence("fours"),
    sentence("fives"),
    sentence("sixes"),
    sentence("sevens"),
    sentence("eights"),
    sentence("nines"),
    sentence("tens"),
    sentence("jacks"),
    sentence("queens"),
    sentence("kings"),
)
# ASCII only: otherwise the Kelvin sign would match a lower-case k.
_CARD = re.compile(rf"(10|[{RANKS}])([{SUITS}{SUIT_SYMBOLS}])[\ufe0e\ufe0f]?", re.IGNORECASE | re.ASCII)
_SEED = re.compile(r"[a-z0-9._-]{1,32}")


class Card(int):
    """A playing card as a number 0..51: suit (clubs, diamonds, hearts, spades) x 13 + rank (ace = 0).

    >>> Card.read("10♠"), str(Card.read("ts")), Card.read("TS").symbol
    (Card('TS'), 'TS', '10♠')
    """

    __slots__ = ()

    @classmethod
    def read(cls, text: str) -> Card:
        """Read a card such as `8S`, `10h` or `Q♦`; raise ValueError if the text is not a card."""
        found = _CARD.fullmatch(text)
        if found is None:
            raise ValueError(
                f"{quoted(text)} is not a card: write a rank ({' '.join(RANKS)}, or 10 for T) and a suit "
                f"({' '.join(SUITS)}), such as 8S."
            )
        rank, suit = found.group(1).upper().replace("10", "T"), found.group(2).upper()
        suit_number = SUITS.index(suit) if suit in SUITS else SUIT_SYMBOLS.index(suit)
        return cls.of(suit_number, RANKS.index(rank))

    @classmethod
    def of(cls, suit: int, rank: int) -> Card:
        """Return the card of a suit (0 clubs to 3 spades) and a rank (0 ace to 12 king)."""
        return cls(suit * len(RANKS) + rank)

    @property
    def rank(self) -> int:
        """0 for an ace to 12 for a king."""
        return int(self) % 13

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return int(self) // 13

    @property
    def symbol(self) -> str:
        """The card as players write it: `10♠`."""
        return _SYMBOLS[self]

    @property
    def words(self) -> str:
        """The card as it is spoken in English: `ten of spades`."""
        return f"{_RANK_WORDS[self.rank]} of {SUIT_WORDS[self.suit]}"

    @property
    def rank_words(self) -> str:
        """What cards of its rank are called: `tens`."""
        return _OF_A_RANK[self.rank]

    @property
    def suit_words(self) -> str:
        """What cards of its suit are called: `spades`."""
        return SUIT_WORDS[self.suit]

    def matches(self, other: Card) -> bool:
        """Whether the two cards share rank or suit."""
        return _MATCHES[self][other]

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card('{self}')"


PACK: tuple[Card, ...] = tuple(Card(number) for number in range(52))

# Every board has dozens.
_SYMBOLS = [RANKS[card.rank].replace("T", "10") + SUIT_SYMBOLS[card.suit] for card in PACK]

# Games ask this for every pile and every move; a table answers in half the time.
_MATCHES = [[one.rank == other.rank or one.suit == other.suit for other in PACK] for one in PACK]


def read_seed(text: str) -> str:
    """Return a seed in its one canonical spelling (lower case); raise GameError if it is not a valid seed."""
    seed = text.strip().lower()
    if not _SEED.fullmatch(seed):
        raise GameError(
            sentence(
                "{seed} cannot be a seed: write 1 to 32 letters, digits, dots, dashes or underscores.",
                seed=quoted(text),
            )
        )
    return seed


def shuffled(cards: Iterable[Card], seed: str) -> tuple[Card, ...]:
    """Shuffle by Fisher-Yates, using the seed's own stream of numbers.

    The standard library's `random.shuffle` may change between versions of Python; this one never will:
    golden tests pin it, because stored games are seeds and moves and must replay for ever.
    """
    order = list(cards)
    words = _words(seed)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _words(seed: str) -> Iterator[int]:
    """Yield 64-bit numbers: SHA-256 of seed and counter, four big-endian words per digest."""
    counter = 0
    while True:
        digest = hashlib.sha256(f"idle-year/{seed}/{counter}".encode()).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """Draw a number 0 <= n < bound, rejecting words past the last whole multiple of `bound`."""
    limit = 2**64 - 2**64 % bound
    return next(word for word in words if word < limit) % bound

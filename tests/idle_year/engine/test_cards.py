"""Cards as text, and the shuffle on which every stored game rests."""

from __future__ import annotations

import pytest

from idle_year.engine.cards import PACK, Card, _below, read_seed, shuffled
from idle_year.engine.games import ALL


@pytest.mark.parametrize("card", PACK)
def test_cards_read_back_as_written(card: Card) -> None:
    """`TS`, `ts`, `10s` and `10♠` are all the ten of spades."""
    assert Card.read(str(card)) == Card.read(str(card).lower()) == Card.read(card.symbol) == card


def test_a_card_has_a_text_a_symbol_and_words() -> None:
    """The same card has a form for files, for players and for speech."""
    ten = Card.read("10♠")
    assert (str(ten), ten.symbol, ten.words) == ("TS", "10♠", "ten of spades")


def test_suits_of_a_phone_are_read() -> None:
    """A phone's coloured heart is the heart followed by an invisible mark."""
    assert Card.read("Q\u2665\ufe0f") == Card.read("Q\u2665\ufe0e") == Card.read("QH")


@pytest.mark.parametrize("text", ["", "1S", "11S", "SS", "8", "8X", "8SS", "\u212aS", "5\u017f", "8S "])
def test_what_is_not_a_card_is_refused(text: str) -> None:
    """A text that is no card is refused with a quotation and what a card looks like."""
    with pytest.raises(ValueError, match=r"is not a card: write a rank .* and a suit") as refusal:
        Card.read(text)
    assert str(refusal.value).startswith(f"`{text}` is not a card: write a rank (A 2 3 4")
    assert str(refusal.value).endswith("and a suit (C D H S), such as 8S.")


def test_cards_match_by_rank_or_suit() -> None:
    """Same rank or same suit is a match; neither is not."""
    five = Card.read("5S")
    assert five.matches(Card.read("5H"))
    assert five.matches(Card.read("KS"))
    assert not five.matches(Card.read("KH"))


class TestShuffle:
    """A seed deals the same cards on every machine and for ever: never change these rows."""

    @pytest.mark.parametrize(
        ("seed", "first"),
        [
            ("tuesday", "6H 4S 9S 7C 9D 6C 3H 4H 5C AD AS 6S KD"),
            ("1883", "7H 4S 8D 5C 2D JD 8S 8H 2S 6C TC TH 3S"),
            ("a", "QC 7S 3S 7C JS KC 5C QH 3C 2D JH 6S 8H"),
        ],
    )
    def test_first_cards_are_as_ever(self, seed: str, first: str) -> None:
        """The first thirteen cards of a few seeds are the same as ever."""
        assert " ".join(map(str, shuffled(PACK, seed)[:13])) == first

    def test_a_whole_deal_is_as_ever(self) -> None:
        """All the cards of one seed are the same as ever."""
        assert " ".join(map(str, shuffled(PACK, "idle-year"))) == (
            "TD 5C TS 3S 5H QH 7S 6D 6S KC JS 8H 2D 2C JH KD 3D 4H AS 4D 7H 6C 5D QD TC 8C "
            "9H 9D 3H 5S AC JC 8S JD 2H QS 4S 9S 4C 7C AH KS 6H 9C 8D QC KH AD 7D 2S 3C TH"
        )

    @pytest.mark.parametrize(("seed", "goal"), [("tuesday", "2S"), ("1883", "KS"), ("a", "9C")])
    def test_goal_cards_are_as_ever(self, seed: str, goal: str) -> None:
        """The goal cards of a few seeds are the same as ever."""
        assert str(ALL["accordions-revenge"].start(seed).goal) == goal

    def test_no_card_is_lost_or_doubled(self) -> None:
        """A shuffled pack is a permutation of the pack."""
        assert sorted(shuffled(PACK, "tuesday")) == list(PACK)

    def test_no_card_is_likelier_than_another(self) -> None:
        """No card is likelier than another: a word that would favour the low numbers is rejected."""
        assert _below(52, iter([2**64 - 1, 57])) == 5


class TestSeeds:
    """What may be a seed, and its one canonical spelling."""

    @pytest.mark.parametrize("text", ["Tuesday", "  tuesday ", "TUESDAY"])
    def test_case_and_blanks_do_not_count(self, text: str) -> None:
        """A seed typed in capitals deals the same game."""
        assert read_seed(text) == "tuesday"

    @pytest.mark.parametrize("text", ["", " ", "a b", "a/goal", "ä", "x" * 33])
    def test_other_text_is_refused(self, text: str) -> None:
        """Other text than a seed is refused with what a seed looks like."""
        with pytest.raises(ValueError, match="cannot be a seed") as refusal:
            read_seed(text)
        assert str(refusal.value) == (
            f"`{text}` cannot be a seed: write 1 to 32 letters, digits, dots, dashes or underscores."
        )

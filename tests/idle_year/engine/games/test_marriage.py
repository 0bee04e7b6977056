"""How the games around Royal Marriage deal, redeal and end."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL
from idle_year.engine.line import play_line
from idle_year.engine.rules import Outcome
from idle_year.engine.session import NothingToUndo, Session

ENDS_DIFFER = "The first and the last card never leave, and 8♠ and K♦ don't match"


def after(game: str, position: str, line: str) -> str:
    """Play a line from a position and write the resulting position."""
    rules = ALL[game]
    return rules.notation.write_position(play_line(rules, rules.notation.read_position(position), line).state)


@pytest.mark.parametrize(
    ("game", "position", "move", "reason"),
    [
        ("push-pin", "8D KS 8D", "d", "There's no card left to deal."),
        ("royal-marriage-dealt", "QH KH", "d", "There's no card left to deal."),
        (
            "royal-marriage-dealt",
            "QH 7D +50",
            "d",
            "The next card is face down here: write the stock after | to deal from it.",
        ),
        (
            "push-pin-compacted",
            "8D KS 8D | 9C",
            "d",
            "You can still take out K♠, and you must before you deal.",
        ),
        ("double-jump", "8D KS 4C 8H", "r", "Double Jump has no redeal."),
        ("french", "4C 9H 2D 4S !", "r", "The redeal is used: French has only one."),
        ("french", "4C 9H 4S", "r", "You can still take out 9♥: redeal when nothing can leave."),
        ("french", "JH KH", "r", "The game is won: there's nothing to redeal."),
        (
            "french-compacted",
            "4C 9H 2D 4S | 5C",
            "r",
            "There are cards left to deal: deal them before you redeal.",
        ),
    ],
)
def test_a_refused_deal_or_redeal_says_why(game: str, position: str, move: str, reason: str) -> None:
    """A refused deal or redeal of Royal Marriage says why, with a sentence for each reason."""
    with pytest.raises(IllegalMove) as refusal:
        after(game, position, move)
    assert str(refusal.value) == reason


class TestDealing:
    """How the cards come onto the table."""

    @pytest.mark.parametrize(
        ("game", "first", "last"),
        [
            ("royal-marriage", "QH", "KH"),
            ("royal-marriage-suitrun", "QH", "KH"),
            ("royal-marriage-dealt", "QH", "KH"),
            ("royal-marriage-compacted", "QH", "KH"),
            ("queen-and-her-lad", "QH", "JH"),
            ("queen-and-her-lad-compacted", "QH", "JH"),
        ],
    )
    def test_the_royal_couple_stands_at_the_ends(self, game: str, first: str, last: str) -> None:
        """The queen begins the row, and her king or her jack is the last card of the pack."""
        row = ALL[game].start("tuesday")
        cards = [*(str(pile.top) for pile in row.piles), *map(str, row.stock)]
        assert (cards[0], cards[-1]) == (first, last)
        assert len(set(cards)) == 52

    def test_push_pin_is_dealt_from_two_packs(self) -> None:
        """104 cards lie open, each of them twice."""
        cards = [pile.top for pile in ALL["push-pin"].start("tuesday").piles]
        assert len(cards) == 104
        assert {cards.count(card) for card in cards} == {2}
        assert len(ALL["push-pin-single"].start("tuesday").piles) == 52

    def test_who_deals_singly_may_pass_a_removal(self) -> None:
        """In the dealt Royal Marriage every card can be turned up before the first removal."""
        assert after("royal-marriage-dealt", "QH 7D 9H | 2C KH", "d*") == "QH 7D 9H 2C KH"

    def test_a_compacted_deal_waits_for_the_removal(self) -> None:
        """`d*` stops in a compacted deal at the card that lets others leave."""
        assert after("royal-marriage-compacted", "QH | 7D 9H 2C KH", "d*") == "QH 7D 9H | 2C KH"
        assert after("royal-marriage-compacted", "QH 7D 9H | 2C KH", "x2 d*") == "QH 9H 2C KH"


class TestRedeal:
    """The one redeal of French."""

    def test_it_lays_out_what_is_left_once(self) -> None:
        """A redeal lays out the same cards in another order, once."""
        french = ALL["french"]
        row = french.start("tuesday")
        while french.moves(row)[0].verb == "x":
            row = french.play(row, french.moves(row)[0])
        (redeal,) = french.moves(row)
        again = french.play(row, redeal)
        assert again.used
        assert again.piles != row.piles
        assert sorted(again.piles) == sorted(row.piles)
        assert french.table(row).notes[1:] == ("one redeal left",)
        assert french.table(again).notes[1:] == ("the redeal is used",)

    def test_it_follows_from_the_seed(self) -> None:
        """A redeal follows from the seed, so that the same game redeals the same cards for ever."""
        assert after("french", "4C 9H 2D 4S 6H KD", "r") == "4S 6H KD 2D 4C 9H !"

    def test_a_compacted_redeal_is_dealt_singly_too(self) -> None:
        """A compacted redeal is dealt singly: one card lies open, and the others wait in the stock."""
        row = ALL["french-compacted"].notation.read_position("4C 9H 2D 4S")
        (redeal,) = ALL["french-compacted"].moves(row)
        again = ALL["french-compacted"].play(row, redeal)
        assert (len(again.piles), len(again.stock), again.used) == (1, 3, True)

    def test_nobody_knows_beforehand_what_it_brings(self) -> None:
        """Nobody knows beforehand what a redeal brings: it is legal, but cannot be tried."""
        french = ALL["french"]
        view = french.view(french.notation.read_position("4C 9H 2D 4S"))
        (redeal,) = french.moves(view)
        with pytest.raises(IllegalMove, match=r"^What the redeal brings isn't known before it's made\.$"):
            french.play(view, redeal)

    def test_there_is_no_undo_past_it(self) -> None:
        """There is no undo past a redeal, as a card that was seen stays seen."""
        session = Session.deal(ALL["french"], "tuesday")
        while session.rules.moves(session.state)[0].verb == "x":
            session = session.play(session.rules.notation.write_move(session.rules.moves(session.state)[0]))
        with pytest.raises(NothingToUndo):
            session.play("r").undo()


class TestEnding:
    """How games end and what they are worth."""

    @pytest.mark.parametrize(
        ("game", "position", "outcome"),
        [
            ("royal-marriage", "QH KH", Outcome.WON),
            ("royal-marriage", "QH 4C KH", None),
            ("royal-marriage", "QH 4C 9S 2D KH", Outcome.STUCK),
            ("royal-marriage-dealt", "QH 4C +50", None),
            ("push-pin-compacted", "8D 8D +1", None),
            ("french", "4C 9H 2D 4S", None),
            ("french", "4C 9H 2D 4S !", Outcome.STUCK),
            ("french", "4C 4S", Outcome.WON),
            ("french", "4C 4S !", Outcome.WON),
            ("french-compacted", "4C 4S | 9H", None),
        ],
    )
    def test_outcomes(self, game: str, position: str, outcome: Outcome | None) -> None:
        """Two cards left win when the stock is empty; while a redeal is available, play goes on."""
        rules = ALL[game]
        assert rules.outcome(rules.notation.read_position(position)) is outcome

    def test_cards_in_the_stock_count_as_left(self) -> None:
        """The score counts the cards in the row and in the stock."""
        rules = ALL["royal-marriage-dealt"]
        assert rules.score(rules.notation.read_position("QH 4C +50")).parts == (("cards", 52),)
        assert rules.score(rules.notation.read_position("QH 4C KH")).parts == (("cards", 3),)

    @pytest.mark.parametrize(
        ("game", "position", "reason"),
        [
            ("royal-marriage", "QH 7D 9S TC JD KH", None),
            ("push-pin", "8D KS 4C 8H", None),
            ("push-pin", "8S KD", None),
            ("push-pin", "8S KS 8D KD", f"{ENDS_DIFFER}, so this deal can't be won."),
            (
                "french",
                "8S KS 8D KD",
                f"{ENDS_DIFFER}, so this can't be won as it lies: only the redeal can help.",
            ),
            ("french", "8S KS 8D KD !", f"{ENDS_DIFFER}, so this deal can't be won."),
            ("push-pin-compacted", "8S KS 8D KD", f"{ENDS_DIFFER}, so this deal can't be won."),
            ("push-pin-compacted", "8S KS 8D KD | 8H", None),
            (
                "double-jump",
                "8S KS 8D 4C 8H",
                "Cards leave two by two, and an odd number of them stands between the ends, so this deal "
                "can't be won.",
            ),
        ],
    )
    def test_what_cannot_be_won_is_said_at_once(self, game: str, position: str, reason: str | None) -> None:
        """Ends that do not match, or an odd card if two leave at a time, show that the game is lost."""
        rules = ALL[game]
        assert rules.hopeless(rules.notation.read_position(position)) == reason

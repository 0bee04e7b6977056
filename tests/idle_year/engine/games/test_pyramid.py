"""What may leave in Pyramid, how the stock is gone through, and how a game ends."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL
from idle_year.engine.games.pyramid import DEALS
from idle_year.engine.line import play_line
from idle_year.engine.rules import Outcome
from idle_year.engine.session import NothingToUndo, Session
from tests.idle_year.engine.games.plain_pyramid import PlainGame
from tests.idle_year.engine.walks import FEW, RANDOM_PLAY, walk

if TYPE_CHECKING:
    from idle_year.engine.games.pyramid import Pyramid

RULES = ALL["pyramid"]
SMALL = "QS / 9C 4D / 8H 5S 2C w: JD 3C | TD"


def legal(position: str, game: str = "pyramid") -> list[str]:
    """List the legal moves of a position as text."""
    rules = ALL[game]
    return [rules.notation.write_move(move) for move in rules.moves(rules.notation.read_position(position))]


def after(position: str, line: str, game: str = "pyramid") -> str:
    """Play a line from a position and write the resulting position."""
    rules = ALL[game]
    return rules.notation.write_position(play_line(rules, rules.notation.read_position(position), line).state)


class TestRemovals:
    """What may leave."""

    @pytest.mark.parametrize(
        ("position", "moves"),
        [
            ("AS / QC 7D", []),
            ("AS / QC 7D w: 2C AD", ["QC+AD"]),
            ("AS / KC KD", ["KC", "KD"]),
            ("AS / JC 2D", ["JC+2D"]),
            ("AS / 7C 6D w: 6S", ["7C+6D", "7C+6S"]),
            ("9S / 4C -", []),
            ("9S w: 4C KD", ["KD"]),
        ],
    )
    def test_free_cards_leave_that_make_thirteen(self, position: str, moves: list[str]) -> None:
        """Two free cards that total 13 leave, and kings alone; a covered card is not free."""
        assert [move for move in legal(position) if move not in ("d", "r")] == moves

    def test_a_removal_frees_what_it_covered(self) -> None:
        """A card is free once both cards that lay over it are gone."""
        assert after(SMALL, "8H+5S") == "QS / 9C 4D / - - 2C w: JD 3C | TD"
        assert legal("QS / 9C 4D / 8H 5S 2C +9") == ["8H+5S", "d"]
        assert legal("QS / 9C 4D / - - 2C w: 4H +9") == ["9C+4H", "d"]

    def test_the_waste_gives_its_top_card(self) -> None:
        """The top card of the waste is free, and the card under it is free next."""
        assert legal("QS / TS 2C w: JD 3C +3") == ["TS+3C", "d"]
        assert after("QS / TS 2C w: JD 3C +3", "TS+3C") == "QS / - 2C w: JD +3"
        assert legal("QS / - 2C w: JD +3") == ["JD+2C", "d"]

    def test_either_card_may_be_named_first(self) -> None:
        """Two cards that leave the pyramid may be named in either order."""
        assert after(SMALL, "5s+8h") == after(SMALL, "8h+5s")


class TestPasses:
    """Going through the stock."""

    def test_the_waste_turns_over_in_its_order(self) -> None:
        """The waste turns over in its order: the card turned up first comes first again."""
        assert after("9S w: 3C 8D 4C +0", "r") == "9S | 3C 8D 4C =2"
        assert after("9S | 3C 8D 4C =2", "d d") == "9S w: 3C 8D | 4C =2"

    def test_there_is_no_end_of_passes(self) -> None:
        """Without a limit the waste turns over for as long as something can still come."""
        assert "r" in legal("9S w: 4C 8D =99")

    def test_three_passes_are_three(self) -> None:
        """The waste turns over twice; then what lies under its top card can no longer come up."""
        assert legal("9S w: 4C 8D =2", "pyramid-three-passes") == ["r"]
        assert legal("9S w: 4C 8D =3", "pyramid-three-passes") == []
        assert legal("9S w: 8D 4C =3", "pyramid-three-passes") == ["9S+4C"]

    def test_only_the_first_pass_shows_cards(self) -> None:
        """A deal of the first pass cannot be taken back, later ones can: the order is known."""
        first, second = map(RULES.notation.read_position, ("9S | 3C 4C", "9S | 3C 4C =2"))
        deal = RULES.moves(first)[-1]
        assert (RULES.reveals(first, deal), RULES.reveals(second, deal)) == (True, False)
        assert RULES.notation.write_position(RULES.view(first)) == "9S +2"
        assert RULES.view(second) == second


class TestEnding:
    """How a game ends and what it is worth."""

    @pytest.mark.parametrize(
        ("game", "position", "outcome"),
        [
            ("pyramid", "- w: 3C | 4C", Outcome.WON),
            ("pyramid", "-", Outcome.WON),
            ("pyramid-all", "- w: 3C =2", Outcome.STUCK),
            ("pyramid-all", "- w: 3C | KC =2", None),
            ("pyramid-all", "- w: KC 3C =3", None),
            ("pyramid-all-three-passes", "- w: KC 3C =3", Outcome.STUCK),
            ("pyramid-all", "-", Outcome.WON),
            ("pyramid", "9S w: 4C 3C", None),
            ("pyramid", "9S w: 5C 3C", Outcome.STUCK),
            ("pyramid", "9S | 5C 3C =2", Outcome.STUCK),
            ("pyramid", "9S | 5C 4C =2", None),
            ("pyramid", "9S +2", None),
            ("pyramid", "9S | 5C 3C", None),
            ("pyramid", "9S / 3C 5C", Outcome.STUCK),
            ("pyramid", "9S / KC 5C", None),
        ],
    )
    def test_outcomes(self, game: str, position: str, outcome: Outcome | None) -> None:
        """The game is over when no card known to be left can leave; an unseen card may help."""
        rules = ALL[game]
        assert rules.outcome(rules.notation.read_position(position)) is outcome

    def test_cards_and_passes_are_the_score(self) -> None:
        """The cards of the pyramid count, or all cards if all must leave; then the passes."""
        position = "QS / 9C 4D w: 3C | TD =2"
        scores = {
            game: ALL[game].score(ALL[game].notation.read_position(position)).parts
            for game in ("pyramid", "pyramid-all")
        }
        assert scores == {
            "pyramid": (("cards", 3), ("passes", 2)),
            "pyramid-all": (("cards", 5), ("passes", 2)),
        }

    def test_a_won_game_offers_nothing(self) -> None:
        """A won game of Pyramid offers no move, even if cards are left in the stock."""
        state = RULES.notation.read_position("- w: KC | 4C")
        assert (RULES.moves(state), RULES.menus(state)) == ((), ())


@pytest.mark.parametrize(
    ("game", "position", "move", "reason"),
    [
        ("pyramid", SMALL, "9C+4D", "9♣ is still covered by 8♥ and 5♠."),
        ("pyramid", "QS / AC 4D w: 3C +2", "QS+AC", "Q♠ is still covered by A♣ and 4♦."),
        ("pyramid", "9C / - 4D +2", "9C+4D", "9♣ is still covered by 4♦."),
        ("pyramid", SMALL, "8H+2C", "8♥ and 2♣ total 10, not 13."),
        (
            "pyramid",
            SMALL,
            "8H",
            "8♥ alone is 8, not 13: name its partner too, as in 9C+4D; only a king leaves alone.",
        ),
        ("pyramid", SMALL, "8H+8H", "8♥ is one card: name two that total 13."),
        ("pyramid", "KS / KC 4D +2", "KC+4D", "K♣ is 13 by itself and leaves alone: write KC."),
        ("pyramid", SMALL, "2C+JD", "J♦ is under other cards of the waste."),
        ("pyramid", "3S / 4C 2D w: 5D | TD", "TD+3S", "10♦ is still in the stock."),
        ("pyramid", "2S / 4C 3D w: 5D +3", "TD+3D", "10♦ is neither in the pyramid nor in the waste."),
        ("pyramid", "2S / 4C 3D w: 9D", "TD+3D", "10♦ has left already."),
        (
            "pyramid",
            "9S w: 4C 8D",
            "d",
            "There's no card left to deal: turn the waste over (r).",
        ),
        (
            "pyramid-three-passes",
            "9S w: 8D 4C =3",
            "d",
            "There's no card left to deal.",
        ),
        (
            "pyramid-three-passes",
            "9S w: 8D 4C =3",
            "r",
            "You've been through the stock 3 times, and that's all: the waste stays.",
        ),
        (
            "pyramid",
            SMALL,
            "r",
            "The stock still holds 1 card: the waste is turned over when it is empty.",
        ),
        (
            "pyramid",
            "9S w: 3C +2",
            "r",
            "The stock still holds 2 cards: the waste is turned over when it is empty.",
        ),
        ("pyramid", "AS / KC 4D", "r", "The waste is empty: there is nothing to turn over."),
        ("pyramid", "9S w: 5C", "r", "The game is over: no cards that can still come up make 13."),
        ("pyramid", "9S | 5C =2", "d", "The game is over: no cards that can still come up make 13."),
        ("pyramid", "- w: 5C | 4D", "d", "The game is won: nothing is left to play."),
        (
            "pyramid",
            "9S +3",
            "d",
            "The next card is face down here: write the stock after | to deal from it.",
        ),
    ],
)
def test_a_refused_move_says_why(game: str, position: str, move: str, reason: str) -> None:
    """A refused move of Pyramid says why, with a sentence for each mistake."""
    with pytest.raises(IllegalMove) as refusal:
        after(position, move, game)
    assert str(refusal.value) == reason


@pytest.mark.parametrize("rules", DEALS, ids=[game.id for game in DEALS])
@pytest.mark.parametrize("seed", [str(number) for number in range(6)])
def test_whole_games_agree_with_the_rule_book(rules: Pyramid, seed: str) -> None:
    """In every position the engine allows the same moves as a second program that follows the rule book."""
    dice = random.Random(seed)  # noqa: S311  a repeatable walk, no secret
    state = rules.start(seed)
    plain = PlainGame(rules.notation.write_position(state), passes=rules.passes, whole_pack=rules.whole_pack)
    for _ in range(150):
        moves = rules.moves(state)
        texts = [rules.notation.write_move(move) for move in moves]
        assert set(texts) == plain.legal()
        assert rules.score(state).parts == (("cards", plain.left()), ("passes", plain.number))
        if not moves:
            break
        number = dice.randrange(len(moves))
        state = rules.play(state, moves[number])
        plain.play(texts[number])


@RANDOM_PLAY
@FEW
def test_undo_stops_at_a_card_that_was_seen(seed: str, choices: list[int]) -> None:
    """A removal can be taken back and played again; a deal of the first pass cannot."""
    played = walk(RULES, seed, choices)
    for number in range(1, len(played.moves) + 1):
        before, session = played.states[number - 1], Session.replay(RULES, seed, played.moves[:number])
        assert session.state == played.states[number]
        if played.moves[number - 1].verb == "d" and before.passes == 1:
            with pytest.raises(NothingToUndo):
                session.undo()
        else:
            assert session.undo().state == before
            assert session.undo().redo().state == played.states[number]


def test_the_table_is_a_pyramid() -> None:
    """Each row is indented by half a card less than the one above; the waste shows its top card."""
    table = RULES.table(RULES.notation.read_position("QS / 9C 4D / - 5S 2C w: JD 3C | TD"))
    rows = [[str(pile.top) if pile else "-" for pile in row.piles] for row in table.rows]
    assert rows == [["QS"], ["9C", "4D"], ["-", "5S", "2C"], ["3C"]]
    assert [row.label for row in table.rows] == [*((n, f"Row {n}") for n in "123"), ("waste", "Waste")]
    assert [row.indent for row in table.rows] == [6, 5, 4, 0]
    assert (table.stock, table.notes) == (1, ("2 in the waste",))
    three = ALL["pyramid-three-passes"]
    table = three.table(three.notation.read_position("QS =2"))
    assert table.rows[-1].piles == (None,)
    assert table.notes == ("the waste can be turned over once more", "0 in the waste")


def test_menus_part_pairs_from_kings() -> None:
    """Menus of Pyramid list pairs apart from kings, and say which card comes from the waste."""
    menus = RULES.menus(RULES.notation.read_position("QS / 9C 2H / 8H 5S 4D / KD TC 6C - w: JD 3C | TD"))
    assert [menu.title for menu in menus] == ["Pairs that make 13", "Kings"]
    labels = [[choice.label for choice in menu.choices] for menu in menus]
    assert labels == [["10♣ and 3♣ · 3♣ from the waste"], ["K♦ out"]]


@pytest.mark.parametrize(
    ("game", "position", "told"),
    [
        ("pyramid", "9C / 2D 3H | KH 5S =2", "make 13, so the pyramid stays as it is."),
        ("pyramid-all", "9C / 2D 3H | KH 5S =2", "make 13, so this can't be won."),
        ("pyramid-all", "- | KH 5S =2", "make 13, so this can't be won."),
        ("pyramid-three-passes", "9C / 2D 3H w: JH 5S | KH =3", "make 13, so the pyramid stays as it is."),
        ("pyramid-three-passes", "9C / 2D 3H w: JH KH =3", None),  # the jack comes up when the king leaves
        ("pyramid", "9C / 2D 3H w: JH 5S | KH =2", None),  # the jack comes up in the next pass
        ("pyramid", "9C / 2D KD | 5S =2", None),
        ("pyramid", "9C / 2D JD | KH =2", None),
        ("pyramid", "9C / 2D 3H | KH 5S", None),  # nobody has seen it
        ("pyramid-all", "- | KH KS =2", None),
        ("pyramid", "9C / 2D 3H | 5S =2", None),  # this is over
    ],
)
def test_a_pyramid_that_only_kings_of_the_stock_leave_says_so(
    game: str, position: str, told: str | None
) -> None:
    """A pyramid of which nothing can leave any more says so, while kings of the stock keep it from ending."""
    rules = ALL[game]
    found = rules.hopeless(rules.notation.read_position(position))
    assert (found is None) == (told is None)
    if found is not None and told is not None:
        assert found.startswith("Only kings of the stock can still leave: no two cards")
        assert found.endswith(told)


def test_a_position_is_the_same_in_every_pass_if_passes_are_unlimited() -> None:
    """A position is the same in every pass, unless passes are limited or its stock has not been seen."""
    texts = ["9C / 2D 3H | KH 5S", *(f"9C / 2D 3H | KH 5S ={number}" for number in (2, 3))]
    for game, positions in (("pyramid", 2), ("pyramid-three-passes", 3)):
        rules = ALL[game]
        read = [rules.position(rules.notation.read_position(text)) for text in texts]
        assert len(set(read)) == positions

"""What the deals of Accordion allow, refuse, win and count."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL
from idle_year.engine.line import play_line
from idle_year.engine.rules import Outcome

FIVE = "5S 6S TD 5H KC"


def legal(game: str, position: str) -> list[str]:
    """List the legal moves of a position as text."""
    rules = ALL[game]
    return [rules.notation.write_move(move) for move in rules.moves(rules.notation.read_position(position))]


def after(game: str, position: str, line: str) -> str:
    """Play a line from a position and write the resulting position."""
    rules = ALL[game]
    return rules.notation.write_position(play_line(rules, rules.notation.read_position(position), line).state)


@pytest.mark.parametrize(
    ("game", "position", "move", "reason"),
    [
        ("accordion", FIVE, "3<", "10♦ and 6♠ share neither suit nor rank."),
        ("accordion", FIVE, "5<<<", "K♣ and 6♠ share neither suit nor rank."),
        ("accordion", FIVE, "6<", "There is no pile 6: the row has 5."),
        ("accordion", FIVE, "0<", "There is no pile 0: the row has 5."),
        ("accordion", FIVE, "1<", "Pile 1 has no pile 1 place to its left."),
        ("accordion", FIVE, "3<<<", "Pile 3 has no pile 3 places to its left."),
        ("accordion", FIVE, "3<<", "In Accordion a pile moves 1 or 3 places, one arrow each: < or <<<."),
        ("accordion", FIVE, "1>", "In Accordion piles move to the left only: write < instead of >."),
        ("accordion", FIVE, "d", "There's no card left to deal."),
        ("skidoo", FIVE, "2<", "In Two Three Skidoo a pile moves 2 or 3 places, one arrow each: << or <<<."),
        (
            "relaxed-accordion",
            FIVE,
            "1>>",
            "In Relaxed Accordion a pile moves 1 or 3 places, one arrow each: <, <<<, > or >>>.",
        ),
        ("relaxed-accordion", FIVE, "5>", "Pile 5 has no pile 1 place to its right."),
        ("tarbart", FIVE, "d", "There's no card left to deal."),
        (
            "tarbart",
            "JS 5D +50",
            "d",
            "The next card is face down here: write the stock after | to deal from it.",
        ),
        (
            "parlett",
            "JS 5D 8C 8S +48",
            "d",
            "You can still play 8♠ onto 8♣, and you must before you deal.",
        ),
        (
            "goren",
            "JS 5D 8C 8S | 2H 3H !",
            "d",
            "You've dealt past a move once; make one before you deal, such as 8♠ onto 8♣.",
        ),
        (
            "idle-year",
            "JS 5D 8C 8S +48",
            "4<<<",
            "This pile can go one place left (8♠ onto 8♣), so it may not leap over two piles.",
        ),
        (
            "idle-year",
            "JD JS 5D 8C 8S +47",
            "5<<<",
            "This pile can go one place left (8♠ onto 8♣), so it may not leap over two piles.",
        ),
        (
            "idle-year-slides",
            "7C 2D KS 7H KH KC +46",
            "4<<<",
            "A pile can go one place left (K♥ onto 7♥), and in Idle Year, slides first none may leap "
            "while any can.",
        ),
    ],
)
def test_a_refused_move_says_why(game: str, position: str, move: str, reason: str) -> None:
    """A refused move of Accordion says why, with a sentence for each mistake."""
    with pytest.raises(IllegalMove) as refusal:
        after(game, position, move)
    assert str(refusal.value) == reason


def test_piles_move_whole_and_the_row_closes_up() -> None:
    """A pile takes all its cards along, and the piles to its right move up."""
    assert after("accordion", "5S/2 6S/3 TD 5H/4 KC", "4<<<") == "5H/6 6S/3 TD KC"


def test_a_relaxed_pile_moves_to_the_right() -> None:
    """When moving right, the pile lands where the other was, one place further left."""
    assert after("relaxed-accordion", FIVE, "1>") == "5S/2 TD 5H KC"
    assert after("relaxed-accordion", FIVE, "1>>>") == "6S TD 5S/2 KC"


class TestDealing:
    """When the next card may be turned up."""

    @pytest.mark.parametrize("game", ["till-dawn", "tarbart", "tower-of-babel"])
    def test_a_free_deal_passes_waiting_moves(self, game: str) -> None:
        """In uncompelled games all cards can be dealt before the first move."""
        assert after(game, "JS JD | JC JH 2H", "d*") == "JS JD JC JH 2H"

    @pytest.mark.parametrize("game", ["idle-year", "idle-year-slides", "parlett", "compacted"])
    def test_a_strict_deal_waits_for_the_move(self, game: str) -> None:
        """If a move must be made, `d*` stops at the card that makes one possible."""
        assert after(game, "JS | 2D 3S 2S 4C", "d*") == "JS 2D 3S 2S | 4C"

    def test_goren_grants_one_deal_past_a_move(self) -> None:
        """One card may be dealt past a waiting move, but not a second."""
        assert after("goren", "JS JD | 2H 3H", "d") == "JS JD 2H | 3H !"
        assert legal("goren", "JS JD 2H | 3H !") == ["2<"]

    def test_goren_grants_the_deal_anew_after_a_move(self) -> None:
        """A move restores the grace, even while another move waits."""
        assert after("goren", "JS JD 2H | 3H 4H", "2< d") == "JD/2 2H 3H | 4H"
        assert after("goren", "JS JD 2H 3H | 4C !", "2< d") == "JD/2 2H 3H 4C !"

    def test_goren_deals_without_grace_where_nothing_moves(self) -> None:
        """Dealing while no move is available does not use up the grace."""
        assert after("goren", "JS | 2D 3S", "d") == "JS 2D | 3S"

    def test_deals_turn_up_one_card_or_two_or_all(self) -> None:
        """Till Dawn begins with two cards, the dealt games with one, the open ones with all."""
        sizes = {game.id: len(game.start("s").piles) for game in ALL.values() if game.family == "accordion"}
        assert (sizes["till-dawn"], sizes["goren"], sizes["accordion"]) == (2, 1, 52)
        assert sizes["late-binding"] == 18


class TestEnding:
    """How games end and what they are worth."""

    @pytest.mark.parametrize(
        ("game", "position", "outcome"),
        [
            ("accordion", "7D/52", Outcome.WON),
            ("accordion", FIVE, None),
            ("accordion", "7D/40 8S/9 9C/3", Outcome.MINOR_WIN),
            ("accordion", "AC 3D 5H 7S 9C/48", Outcome.MINOR_WIN),
            ("accordion", "AC 3D 5H 7S 9C JD/47", Outcome.STUCK),
            ("accordion", "AC AD 5H", None),
            ("tarbart", "7D/51 +1", None),
            ("relaxed-accordion", "7D/40 8S/12", Outcome.STUCK),
            ("skidoo", "7D/40 7S/12", Outcome.WON),
            ("skidoo", "7D/40 7S/10 9H/2", Outcome.STUCK),
            ("accordions-revenge", "7D/52 *7D", Outcome.WON),
            ("accordions-revenge", "8D/52 *7D", Outcome.STUCK),
            ("late-binding", "7D/18", Outcome.WON),
            ("late-binding", "7D/9 8S/9", Outcome.STUCK),
        ],
    )
    def test_outcomes(self, game: str, position: str, outcome: Outcome | None) -> None:
        """One pile wins, five or fewer are a minor win if there is one, and with a stock play goes on."""
        rules = ALL[game]
        assert rules.outcome(rules.notation.read_position(position)) is outcome

    @pytest.mark.parametrize(
        ("position", "parts"),
        [
            ("7D/52", (("piles", 1), ("penalty", 0))),
            ("7D/26 8S/26", (("piles", 2), ("penalty", 26))),
            ("7D/48 8S 9C TH JD", (("piles", 5), ("penalty", 4))),
            ("7D +51", (("piles", 52), ("penalty", 51))),
            ("7D/2 +50", (("piles", 51), ("penalty", 50))),
        ],
    )
    def test_scores(self, position: str, parts: tuple[tuple[str, int], ...]) -> None:
        """Piles and penalty are counted, and cards in the stock count as not combined."""
        rules = ALL["tarbart"]
        assert rules.score(rules.notation.read_position(position)).parts == parts

    def test_fewer_piles_rank_before_a_smaller_penalty(self) -> None:
        """Two piles of 26 beat five piles of which one holds 48."""
        rules = ALL["accordion"]
        two, five = (rules.notation.read_position(text) for text in ("7D/26 8S/26", "7D/48 8S 9C TH JD"))
        assert rules.score(two).rank < rules.score(five).rank


class TestErrorsOfTheSources:
    """Printed examples that break the printed rules, and what is right."""

    def test_only_one_move_in_the_row_of_five(self) -> None:
        """In JH KC 9D 8C 8D the printed 8D onto 9D and 8C onto KC span two places: only 8D to 8C is legal."""
        assert legal("accordion", "JH KC 9D 8C 8D") == ["5<"]

    def test_the_row_of_ten_comes_down_to_three(self) -> None:
        """The printed line QD to 7D, 3D to QD, 5S to 3S fails; another brings the row to three piles."""
        ten = "8S 5H 7D 3S QD 2D 3D 5S AH 6C"
        assert legal("accordion", ten) == ["4<<<", "6<", "6<<<", "7<", "7<<<"]
        for move in ("QD<<", "5S<"):
            with pytest.raises(IllegalMove):
                after("accordion", ten, move)
        assert len(after("accordion", ten, "6< 7<<< 4<<< 2< 3< 4<<< 3<").split()) == 3

    def test_the_caption_needs_one_more_card(self) -> None:
        """2C onto KC, 2S onto 2C and AD onto 3D are possible in turn with a card between 3D and KC."""
        assert after("accordion", "3D 7H KC 2C 2S AD", "2C< 2S< AD<<<") == "AD/2 7H 2S/3"
        with pytest.raises(IllegalMove):
            after("accordion", "3D KC 2C 2S AD", "2C< 2S< AD<<<")

    def test_the_encyclopedia_is_right(self) -> None:
        """In 5S 6S TD 5H KC the 6S and the 5H may go onto the 5S, and nothing else moves."""
        assert legal("accordion", FIVE) == ["2<", "4<<<"]


class TestGoalCard:
    """The card that must end on top in Accordion's Revenge."""

    @pytest.mark.parametrize("seed", ["tuesday", "1883", "a", "b", "c"])
    def test_it_is_never_one_of_the_first_two(self, seed: str) -> None:
        """Cards at places 1 and 2 cannot end on top, so neither is named."""
        row = ALL["accordions-revenge"].start(seed)
        assert row.goal in [pile.top for pile in row.piles[2:]]

    def test_it_stays_through_the_game(self) -> None:
        """A move does not change the goal card."""
        assert after("accordions-revenge", "5S 6S TD *TD", "2<") == "6S/2 TD *TD"


def test_the_table_tells_what_counts() -> None:
    """The table shows the row, the size of the stock, the goal card and a used grace."""
    table = ALL["goren"].table(ALL["goren"].notation.read_position("JS JD/2 | 2H 3H !"))
    assert [[str(pile.top) for pile in row.piles if pile] for row in table.rows] == [["JS", "JD"]]
    assert table.stock == 2
    assert table.notes == ("2 piles", "You've dealt past a move: now you must make one.")
    for nothing_waits in ("JS 2D | 2H 3H !", "JS JD/2 | 2H 3H"):
        assert len(ALL["goren"].table(ALL["goren"].notation.read_position(nothing_waits)).notes) == 1
    revenge = ALL["accordions-revenge"]
    table = revenge.table(revenge.notation.read_position("7D/52 *7D"))
    assert table.stock is None
    assert table.notes == ("1 pile", "7♦ must end on top")


def test_menus_say_what_goes_where() -> None:
    """Menus of Accordion list slides and leaps separately, each in the player's words."""
    rules = ALL["accordion"]
    menus = rules.menus(rules.notation.read_position(FIVE))
    assert [menu.title for menu in menus] == ["Slide one left", "Leap three left"]
    assert [choice.label for menu in menus for choice in menu.choices] == [
        "6♠ onto 5♠ · pile 2→1",
        "5♥ onto 5♠ · pile 4→1",
    ]

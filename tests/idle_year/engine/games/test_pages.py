"""The pages of rules: every part is present, and their claims about moves and chances are true."""

from __future__ import annotations

import re
from math import comb
from typing import TYPE_CHECKING

import pytest

from idle_year.engine.cards import PACK, Card
from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL
from idle_year.engine.line import play_line
from tests.idle_year.engine.walks import EVERY_GAME

if TYPE_CHECKING:
    from idle_year.engine.rules import AnyRules

CARD = re.compile(r"(?:10|[A2-9JQK])[♣♦♥♠]")
QUOTED = re.compile(r"`([^`]+)`")


def legal(game: str, position: str) -> list[str]:
    """Return the legal moves of a position as they are written."""
    rules = ALL[game]
    state = rules.notation.read_position(position)
    return [rules.notation.write_move(move) for move in rules.moves(state)]


def after(game: str, position: str, line: str) -> str:
    """Return the position after a line of moves."""
    rules = ALL[game]
    state = play_line(rules, rules.notation.read_position(position), line).state
    return rules.notation.write_position(state)


@EVERY_GAME
def test_every_page_has_every_part(rules: AnyRules) -> None:
    """Every page of rules has goal, deal, moves, source, an example and what is known of the chance."""
    page = rules.page
    assert page.example is not None
    assert all((page.goal, page.deal, page.play, page.source, page.chance, page.example.shows))


@EVERY_GAME
def test_every_example_can_be_played(rules: AnyRules) -> None:
    """Every example of a page can be played, and the text names cards that are there."""
    example = rules.page.example
    assert example is not None
    assert after(rules.id, example.position, example.move) != example.position
    named = {str(Card.read(card)) for card in CARD.findall(example.shows)}
    assert named
    assert all(card in example.position for card in named)


@pytest.mark.parametrize(
    ("game", "dealt"),
    [
        ("royal-marriage", "Q♥ is turned up; the others follow one at a time (`d`), K♥ as the last.<"),
        ("double-jump", "One card is turned up, the others follow one at a time (`d`).<"),
        (
            "push-pin",
            "Two packs are shuffled together. One card is turned up, the others follow one at a time (`d`).<",
        ),
        (
            "french",
            "One card is turned up, the others follow one at a time (`d`).< Once, when the stock is empty "
            "and no card can leave any more, you may redeal (`r`): the cards that are left are shuffled and "
            "dealt again in the same way.",
        ),
    ],
)
def test_the_compacted_deal_is_told_whole(game: str, dealt: str) -> None:
    """The page of a compacted deal tells how cards lie, what must leave before the next, and the redeal."""
    told = dealt.replace("<", " While any card can leave you must take it out before you deal.")
    assert ALL[f"{game}-compacted"].page.deal == told


def test_the_example_of_wikipedia_has_two_moves() -> None:
    """The example of Wikipedia has two legal moves, as the page says."""
    example = ALL["accordion"].page.example
    assert example is not None
    assert "Wikipedia" in example.shows
    assert legal("accordion", example.position) == ["2<", "4<<<"]


def test_the_row_with_one_move() -> None:
    """In the row of the first misprint there is one legal move, and no pile may move two places."""
    misprint = ALL["accordion"].page.misprints[0]
    row, move = QUOTED.findall(misprint)
    assert "8♦ onto 8♣" in misprint
    assert legal("accordion", row) == [move]
    for wrong in ("5<<", "4<<"):
        with pytest.raises(IllegalMove):
            after("accordion", row, wrong)


def test_the_row_of_ten_comes_down_to_three() -> None:
    """The row of ten in the second misprint comes down to three piles by the line that the page gives."""
    misprint = ALL["accordion"].page.misprints[1]
    row, line = QUOTED.findall(misprint)
    assert row == "8S 5H 7D 3S QD 2D 3D 5S AH 6C"
    assert len(legal("accordion", row)) == 5
    assert "Five moves are possible" in misprint
    with pytest.raises(IllegalMove):
        after("accordion", row, "5<<")
    assert len(after("accordion", row, line).split()) == 3
    assert "leaves three piles" in misprint


def test_the_order_of_the_last_pile_is_free() -> None:
    """The page says that the order within the last pile is free."""
    assert "Any order will do" in ALL["accordion"].page.misprints[2]


def test_the_caption_with_the_missing_card() -> None:
    """All three moves of the caption can be played in the row with the missing card."""
    (misprint,) = ALL["till-dawn"].page.misprints
    row, line = QUOTED.findall(misprint)
    assert after("till-dawn", row, line) == "AD/2 7H 2S/3"


def test_the_lost_suits() -> None:
    """The page of Queen and Her Lad says which suits are played, and the game deals them."""
    (misprint,) = ALL["queen-and-her-lad"].page.misprints
    assert "hearts" in misprint
    assert str(ALL["queen-and-her-lad"].start("tuesday").piles[0].top) == "QH"


@pytest.mark.parametrize(
    ("game", "part", "fact"),
    [
        (
            "accordion",
            "goal",
            "If you get stuck with five piles or fewer, that's a minor win, which Sheinwold",
        ),
        ("accordion", "strategy", "sweepers"),
        ("accordion", "history", "grows and shrinks in play like an accordion"),
        ("accordion", "chance", "over half of the deals"),
        ("idle-year", "history", "about that length of time"),
        ("till-dawn", "strategy", "Deal everything (`d*`) before you move anything"),
        ("till-dawn", "strategy", "sweepers"),
        ("tarbart", "strategy", "Deal everything"),
        ("tower-of-babel", "strategy", "Deal everything"),
        ("royal-marriage", "source", "Hoffmann printed the game in 1892"),
        ("royal-marriage", "source", "In Wikipedia they are of one suit"),
        ("royal-marriage-dealt", "source", "which we deal one card at a time"),
        ("queen-and-her-lad", "source", "Whitmore Jones, 1892"),
        ("queen-and-her-lad-lenient", "source", "Our own"),
        ("cribbage", "goal", "that's our reading"),
        ("cribbage", "source", '"before the entire pack has been fully dealt"'),
        ("cribbage-strict", "source", '"before the entire pack has been fully dealt"'),
        ("one-handed", "play", "an older card that has become the last one again"),
        ("one-handed", "play", "You may leave them in"),
        ("one-handed", "chance", "1 in 140 is for the game in which whatever can leave must"),
        ("napoleon", "play", "alone in its column is not offered another empty one"),
        ("napoleon-manual", "play", "alone in its column is not offered another empty one"),
    ],
)
def test_the_page_tells(game: str, part: str, fact: str) -> None:
    """What is printed elsewhere is in the part of the page where players look for it."""
    assert fact in getattr(ALL[game].page, part)


def test_an_older_card_takes_out_what_the_last_four_allow() -> None:
    """After four cards have left, an older card takes out what the new last four allow."""
    assert legal("one-handed", "5S 9D 2C 5C QH 8S 7D QS") == ["x5-8"]
    assert legal("one-handed", after("one-handed", "5S 9D 2C 5C QH 8S 7D QS", "x5-8")) == ["x1-4"]
    assert legal("one-handed", after("one-handed", "5C 9D 2H 8C QH 8S 7D QS", "x5-8")) == ["x2-3"]


@pytest.mark.parametrize("game", ["concertina", "concertina-compacted"])
def test_concertina_ends_with_two_cards_exactly(game: str) -> None:
    """52 is even and two leave at a time, so never fewer are left."""
    assert ALL[game].page.goal == "Two cards left."
    assert legal(game, "5S 6S") == []


@EVERY_GAME
def test_sources_can_be_told_from_each_other(rules: AnyRules) -> None:
    """No page has its rules from a source under a name that nobody knows."""
    texts = (rules.page.source, *rules.page.misprints)
    assert not any(name in text for text in texts for name in ("Cool Old Games", "page on family card games"))


@pytest.mark.parametrize(
    ("game", "packs", "told"),
    [("push-pin", 2, "31 in 103"), ("push-pin-single", 1, "15 in 51"), ("double-jump", 1, "15 deals of 51")],
)
def test_matching_ends_are_counted(game: str, packs: int, told: str) -> None:
    """The page says how many of the other cards match any first card."""
    first, *others = PACK * packs
    matching = sum(first.matches(other) for other in others)
    assert told.replace("deals of", "in") == f"{matching} in {len(others)}"
    assert told in ALL[game].page.chance


def test_partners_in_the_pyramid_are_counted() -> None:
    """Of the eight cards of any two ranks that make 13, at most four may be in the stock."""
    ways = [1]
    for _ in range(6):
        ways = [
            sum(ways[rest] * comb(8, total - rest) for rest in range(len(ways)) if 0 <= total - rest <= 4)
            for total in range(len(ways) + 4)
        ]
    fitting = sum(comb(4, kings) * ways[24 - kings] for kings in range(5))
    assert f"{100 * fitting / comb(52, 24):.1f}" == "5.5"
    assert "about 5.5 deals of 100" in ALL["pyramid-all"].page.chance

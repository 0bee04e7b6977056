"""Moves as people write them are played as they are meant."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.render.cards import Style
from bot.render.labels import option_text, typing_example
from bot.render.language import LANGUAGES, read_in
from bot.ui.options import move_choices
from bot.ui.typed import in_notation
from idle_year.engine.cards import Card
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.line import MOST_IN_A_LINE, TooLong, play_as_far
from idle_year.engine.positions.napoleon import Columns
from idle_year.engine.session import Session
from tests.languages import marked
from tests.screens import game_of

__all__ = ["marked"]


@pytest.mark.parametrize(
    ("game", "typed", "notation"),
    [
        ("accordion", "8 <", "8<"),
        ("accordion", "8h <  6 <<<, 5<", "8h< 6<<<, 5<"),
        ("accordion", "8H onto 8s", "8<"),
        ("accordion", "8♥ on 8♠, 10c onto 6♣", "8< 10<"),
        ("accordion", "eight of hearts onto eight of spades", "8<"),
        ("accordion", "8 of Hearts one left", "8♥<"),
        ("accordion", "8♥ 3 LEFT", "8♥<<<"),
        ("accordion", "8♥︎ 3 left", "8♥<<<"),
        ("accordion", "J♦ onto 2♦ · pile 6→5", "6<"),
        ("accordion", "12< d5 8S<<<", "12< d5 8S<<<"),
        ("goren", "Deal", "d"),
        ("goren", "deal 3 d*", "d3 d*"),
        ("royal-marriage", "A♣ out", "x7"),
        ("royal-marriage", "ac leaves between 6d and kd", "x7"),
        ("royal-marriage", "take out ace of clubs between 6d and kd", "x7"),
        ("royal-marriage", "take out ac", "x7"),
        ("royal-marriage", "x 7", "x7"),
        ("napoleon", "9c ONTO 10c", "t1>t10"),
        ("napoleon", "t1 > t10", "t1>t10"),
        ("napoleon", "1 > 10", "t1>t10"),
        ("napoleon", "waste > 4 10>Aces 9♣>10♣", "w>t4 t10>f 9♣>10♣"),
        ("napoleon", "9c > 10c", "9c>10c"),
        ("pyramid", "10♦ and 3♣", "TD+3C"),
        ("pyramid", "td + 3c", "td+3c"),
        ("accordion", "8♥, 10c", "8< 10<"),
        ("napoleon", "nine of clubs", "t1>t10"),
        ("royal-marriage", "5♦ 8♠", "x42 x4-5"),
        ("pyramid", "td", "TD+3C"),
    ],
)
def test_moves_are_understood_as_people_write_them(game: str, typed: str, notation: str) -> None:
    """Spaces, cards in any spelling and the words of buttons lead to the same moves as notation."""
    session = Session.deal(find_game(game), "1883")
    line = in_notation(session, typed)
    assert line.split() == notation.split()


def test_a_card_that_has_several_moves_is_asked_about() -> None:
    """A card alone is enough if it has one move; else one sentence names those it has, as they are typed."""
    session = Session.deal(find_game("pyramid"), "1883")
    told = "3♣ has more than one move: `TD+3C` (take out 10♦ and 3♣), `TS+3C` (take out 10♠ and 3♣). "
    with pytest.raises(GameError, match=re.escape(told)):
        in_notation(session, "three of clubs")
    (warning,) = move_choices(session, "3 of clubs", Style())
    assert "has more than one move" in warning.name


@pytest.mark.parametrize("game", ["accordion", "royal-marriage", "napoleon", "pyramid"])
def test_the_examples_in_the_form_are_moves(game: str) -> None:
    """What the form gives as examples can be typed; in Napoleon, columns are numbers as on the board."""
    session = Session.deal(find_game(game), "1883")
    examples = typing_example(game_of(session)).removeprefix("such as ").split(" or ")
    legal = [session.rules.notation.write_move(move) for move in session.legal]
    assert [in_notation(session, each) for each in examples] == legal[:3]
    assert not any(each.startswith("t") for each in examples)


def test_two_ranks_are_enough_where_they_mean_one_pair() -> None:
    """In Pyramid, two ranks are the pair that they make, or ask which one is meant."""
    rules = find_game("pyramid")
    assert in_notation(Session.deal(rules, "tuesday"), "10+3") == "TS+3C"
    with pytest.raises(GameError, match=r"^10\+3 has more than one move: `TD\+3C` \(take out 10♦ and 3♣\)"):
        in_notation(Session.deal(rules, "1883"), "10+3")


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(
    ("game", "typed", "notation"),
    [
        ("accordion", "⟦8♥ onto 8♠⟧", "8<"),
        ("accordion", "8h onto 8s, 10♣ ←", "8< 10<"),
        ("accordion", "8♥ 3 left", "8♥<<<"),
        ("accordion", "8h< 6<<<", "8h< 6<<<"),
        ("goren", "⟦Deal⟧", "d"),
        ("royal-marriage", "⟦take out A♣⟧", "x7"),
        ("royal-marriage", "take out ac", "x7"),
        ("accordion", "⟦⟦eight of ⟦hearts⟧⟧ onto ⟦eight of ⟦spades⟧⟧⟧", "8<"),
        ("pyramid", "⟦take out 10♦ and 3♣⟧", "TD+3C"),
    ],
)
def test_moves_are_understood_in_the_words_of_the_reader(game: str, typed: str, notation: str) -> None:
    """Whoever plays in another language types what their buttons say, or English, or notation."""
    session = Session.deal(find_game(game), "1883")
    with read_in("de"):
        assert in_notation(session, typed).split() == notation.split()


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("de", "J♥ auf Q♥"),
        ("es", "J♥ sobre Q♥"),
        ("fr", "J♥ sur Q♥"),
        ("ja", "J♥をQ♥へ"),
        ("pt_BR", "J♥ sobre Q♥"),
    ],
)
def test_a_run_is_typed_by_its_first_card(language: str, typed: str) -> None:
    """In Napoleon a card that others lie on takes them along, if they can go with it, in any language."""
    session = Session.read(find_game("napoleon"), "n845", "t1>t5 t1>t10")
    with read_in(language):
        assert in_notation(session, typed) == "t10>t1 t10>t5 t1>t5"


@pytest.mark.parametrize("guess", ["d w>t3", "deal, JH onto QH"])
def test_a_right_guess_stands_however_long_its_line_becomes(guess: str) -> None:
    """A line with a right guess at the next card is played as far as there is room, not refused."""
    columns = [("TS", "9S", "8S", "7S"), ("TS",), ("QH",), *[()] * 7]
    cards = tuple(tuple(map(Card.read, column)) for column in columns)
    state = Columns(cards, stock=tuple(map(Card.read, ("JH", "2C", "3D"))))
    session = Session(find_game("napoleon"), "guessed", state)
    played, _ = session.play_openly(in_notation(session, ", ".join([guess, *["1>2", "2>1"] * 60])))
    assert 400 < len(played.moves) <= MOST_IN_A_LINE


@pytest.mark.parametrize(
    ("game", "typed", "notation"),
    [
        ("accordion", "8♥を8♠へ、10♣を6♣へ", "8< 10<"),
        ("accordion", "8<，10<", "8< 10<"),
        ("royal-marriage-suitrun", "5♣とQ♣の間の10♥、8♥、A♥と4♥を取る", "x22-25"),
        ("royal-marriage-suitrun", "take out 10♥, 8♥, A♥ and 4♥ between 5♣ and Q♣", "x22-25"),
    ],
)
def test_commas_part_moves_but_no_names(game: str, typed: str, notation: str) -> None:
    """Japanese commas part moves as others do; where several cards are taken out, they are part of a name."""
    session = Session.deal(find_game(game), "1883")
    with read_in("ja"):
        assert in_notation(session, typed) == notation


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", ["accordion", "royal-marriage-suitrun", "napoleon"])
def test_moves_are_typed_as_lists_say_them_in_words(game: str, code: str) -> None:
    """What lists say in words is played with its place, two such in a line too, in any case or accents."""
    before = Session.deal(find_game(game), "1883")
    with read_in(code):
        one, after = first_in_words(before)
        other, end = first_in_words(after)
        line = f"{one}, {other}"
        apart = unicodedata.normalize("NFD", line)
        plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
        for typed in (line, line.upper(), apart, plain, plain.upper()):
            assert before.play(in_notation(before, typed)).state == end.state, typed


def first_in_words(session: Session[Any]) -> tuple[str, Session[Any]]:
    """Return the first move as a list says it in words, and the game after it."""
    choice = session.menus[0].choices[0]
    move = session.rules.notation.write_move(choice.move)
    return option_text(choice, Style(spoken=True)), session.play(move)


def test_a_place_tells_two_moves_of_the_same_cards_apart() -> None:
    """With two packs the same cards may lie in two places: the place behind the comma says which."""
    rules = find_game("push-pin")
    state = rules.notation.read_position("QH 5S 6S 7S 9C 5S 6S 7S KH")
    session = replace(Session.deal(rules, "1883"), state=state, marks=())
    typed = "six of spades leaves between five of spades and seven of spades, card 7"
    assert in_notation(session, typed) == "x7"


def test_a_claim_is_typed_in_the_words_of_its_button() -> None:
    """In Cribbage a claim is typed as its button says it."""
    session = Session.deal(find_game("cribbage"), "1883")
    while not session.rules.menus(session.state):
        session = session.play("d")
    choice = session.rules.menus(session.state)[0].choices[0]
    assert in_notation(session, choice.label) == session.rules.notation.write_move(choice.move)


@pytest.mark.parametrize(
    ("game", "typed", "reason"),
    [
        ("accordion", "8♠ onto J♦", "share neither suit nor rank"),
        ("accordion", "8♥ onto the roof", "`8♥ onto the roof` is not a move"),
        (
            "accordion",
            "jack of diamonds onto two of diamonds, pile 7 to 5",
            "2, `pile 7 to 5`: `pile 7 to 5`",
        ),
        ("pyramid", "10♦ and 4♣", "not 13"),
    ],
)
def test_a_phrase_that_cannot_be_played_gets_the_reason_of_the_rules(
    game: str, typed: str, reason: str
) -> None:
    """What is written in words and breaks a rule is refused with the sentence of that rule."""
    session = Session.deal(find_game(game), "1883")
    with pytest.raises(GameError, match=reason):
        session.play(in_notation(session, typed))


@pytest.mark.parametrize("typed", ["ten of dıamonds onto ten of hearts", "queen of spadeş"])
def test_a_letter_that_only_looks_like_another_is_refused(typed: str) -> None:
    """A letter that matches another in no case, as on a Turkish keyboard, is no card: it is left as typed."""
    session = Session.deal(find_game("accordion"), "tuesday")
    assert play_as_far(session.rules, session.state, in_notation(session, typed)).stopped is not None


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(("language", "end"), [("de", ""), ("en", "8s onto 9s")])
def test_a_line_of_many_parts_has_no_more_room_than_any(asked: Counter[str], language: str, end: str) -> None:
    """However many parts a line has, no more is read than may be played: others would wait meanwhile."""
    session = Session.deal(find_game("pyramid"), "tuesday")
    with read_in(language):
        line = in_notation(session, "d*, r, " * 140 + end)
        assert asked["play"] <= 3 * MOST_IN_A_LINE
        with pytest.raises(TooLong, match="Move 41 of "):
            session.play(line)


@pytest.mark.usefixtures("marked")
def test_to_deal_in_words_asks_for_no_other_names(asked: Counter[str]) -> None:
    """A line that deals again and again in words is read without a look at what else could be played."""
    session = Session.deal(find_game("queen-and-her-lad"), "tuesday")
    with read_in("de"):
        assert in_notation(session, ", ".join(["⟦Deal⟧"] * 40)) == " ".join(["d"] * 40)
    assert asked["menus"] <= 2  # once in each language, to see whether its commas are part of a name


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_line_of_too_many_moves_is_refused_unread(asked: Counter[str], language: str) -> None:
    """What is refused whole is not looked at: how long that took would tell which card lies face down."""
    session = Session.deal(find_game("pyramid"), "s2")
    guess = "four of clubs and nine of hearts"  # which is right
    with read_in(language):
        line = in_notation(session, f"d, {guess}, {'d, ' * 20}d999")
        assert asked["play"] == 0
        with pytest.raises(TooLong, match="Nothing was played"):
            session.play_openly(line)

"""Controls of boards: what each says, which stand out, and that they are just the legal moves.

That every board fits, and what holds on all screens, is in `tests/test_screens.py`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.cards import Style, picture_name, suits_as_text
from bot.render.labels import list_text
from bot.render.moves import in_signs
from bot.render.news import News
from bot.ui.board import Board
from bot.ui.components import ButtonStyle
from bot.ui.moves import farther
from bot.ui.options import seed_choices, variant_choices
from bot.ui.presses import Press
from bot.ui.typed import in_notation
from idle_year.analysis import Surety
from idle_year.engine.games import ALL, find_game
from idle_year.engine.rules import DEAL
from idle_year.engine.session import Session
from tests.idle_year.engine.walks import EVERY_KIND
from tests.render.test_zones import NOW
from tests.screens import (
    FOOT,
    SIGNS,
    SPOKEN,
    STYLES,
    board_text_of,
    check_fits,
    components_of,
    game_of,
    read_aloud,
    screens,
    walked,
)

if TYPE_CHECKING:
    from bot.service.game import Game
    from idle_year.engine.rules import AnyRules

GALLERY = 12
"""The type of a component that shows pictures."""


async def test_many_moves_between_columns_say_where_they_go() -> None:
    """In Napoleon a card says which card or place it goes to, once for all empty columns."""
    session = Session.deal(find_game("napoleon"), "n845").play("t1>t5 t1>t10")
    components = components_of(Board(game_of(session), Style()))
    labels = [each["label"] for each in components if ":play:" in each.get("custom_id", "")]
    assert {label.partition(" ")[2][0] for label in labels} == {"→", "▢"}
    assert len(set(labels)) == len(labels)


async def test_a_card_that_goes_onto_either_of_two_says_so_once() -> None:
    """Of two packs a card may go onto two that are alike: its buttons tell the columns, and nothing twice."""
    rules = find_game("napoleon")
    state = rules.notation.read_position("KS KS QS 4D 4C 5H 7H - - - w:2S f:AC +20")
    session = replace(Session.deal(rules, "1883"), state=state, marks=())
    components = components_of(Board(game_of(session), Style()))
    labels = [each["label"] for each in components if ":play:" in each.get("custom_id", "")]
    assert labels == [
        suits_as_text(label) for label in ("Q♠ column 3→column 1", "Q♠ column 3→column 2", "2♠ ▢")
    ]
    typed = [in_notation(session, label) for label in labels]
    assert typed == ["t3>t1", "t3>t2", "w>t8"]


@pytest.mark.parametrize("style", STYLES)
async def test_runs_have_buttons_and_fit_with_all_other_moves(style: Style) -> None:
    """Where runs can move, no more than four of them are offered, and everything fits."""
    rules = find_game("napoleon-manual")
    columns = "5CJS 5D9S8S7S TS 4D9S8S TS 4HJH TH9H8H QH - - w:2S +20"
    session = replace(Session.deal(rules, "1883"), state=rules.notation.read_position(columns), marks=())
    board = Board(game_of(session), style, News("A note. " * 40), foot=FOOT)
    check_fits(board)
    assert sum(":run:" in each.get("custom_id", "") for each in components_of(board)) == 4


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "columns",
    [
        "5CJS 9S8S TS 4D 4C TS 4HJH - - QH w:2S f:AC +20",
        "9S8S TS 9S8S 4D 4C 5H 4HJH - - QH w:2S f:AC +20",
    ],
    ids=["onto either", "from either"],
)
async def test_runs_that_look_alike_tell_their_columns(style: Style, columns: str) -> None:
    """Of two packs the same run may go to two columns, or from two: no two buttons look alike."""
    rules = find_game("napoleon")
    session = replace(Session.deal(rules, "1883"), state=rules.notation.read_position(columns), marks=())
    buttons = [
        each for each in components_of(Board(game_of(session), style)) if ":run:" in each.get("custom_id", "")
    ]
    assert len(buttons) > 1
    assert len({(each["label"], str(each.get("emoji"))) for each in buttons}) == len(buttons)


@pytest.mark.parametrize("style", STYLES[:2])
@pytest.mark.parametrize("note", [None, News("A note. " * 40)])
async def test_two_packs_are_a_picture_where_emoji_do_not_fit(style: Style, note: News | None) -> None:
    """All 104 cards of Push Pin are a picture, as emoji would not fit; some of them are emoji again."""
    session = Session.deal(find_game("push-pin"), "tuesday")
    board = Board(game_of(session), style, note, foot=FOOT)
    check_fits(board)
    assert [each["type"] for each in components_of(board)].count(GALLERY) == 1
    assert "♥" not in board_text_of(board)
    for _ in range(30):
        session = session.play(session.rules.notation.write_move(session.legal[-1]))
    board = Board(game_of(session), style, note, foot=FOOT)
    check_fits(board)
    assert board_text_of(board).count("<:") == len(session.state.piles)


async def test_lists_say_from_which_card_to_which() -> None:
    """Moves without a button are in a list that says how many they are, in what a phone shows of it."""
    session = Session.deal(find_game("push-pin"), "h4")
    components = components_of(Board(game_of(session), STYLES[0]))
    says = [each["placeholder"] for each in components if "placeholder" in each]
    assert [each.partition(", ")[0] for each in says] == ["45 more moves"]
    assert all(" … " in each and len(each) < 50 for each in says)
    (menu, *_) = session.rules.menus(session.state)
    assert (
        list_text(menu.choices[:1], 1, Style())
        == f"1 more move, {suits_as_text(menu.choices[0].card.symbol)}"
    )


@pytest.mark.parametrize("game", ["accordion", "royal-marriage", "push-pin"])
async def test_the_moves_around_the_last_one_are_a_tap_each(game: str) -> None:
    """Where there are too many moves for buttons, those around the last one have a button each."""
    crowded = [each for each in walked(game)[:200] if len(each.legal) > 20 and each.moves]
    assert crowded
    for session in crowded:
        at = session.moves[-1].at[0]
        choices = [each for menu in session.rules.menus(session.state) for each in menu.choices]
        before = [each for each in sorted(choices, key=lambda each: each.place) if each.place < at][-3:]
        after = [each for each in sorted(choices, key=lambda each: each.place) if each.place >= at][:3]
        components = components_of(Board(game_of(session), STYLES[0]))
        buttons = [each for each in components if "options" not in each]
        near = [session.rules.notation.write_move(each.move) for each in before + after]
        assert set(near) <= set(moves_on(buttons))


async def test_few_moves_are_buttons_with_the_card_that_goes() -> None:
    """Few moves are buttons with the picture of the card that goes; a sole move stands out."""
    session = Session.deal(find_game("parlett"), "tuesday")
    style = STYLES[0]
    seen: set[bool] = set()
    while len(seen) < 2:
        moves = session.rules.moves(session.state)
        session = session.play(session.rules.notation.write_move(moves[0]))
        choices = [each for menu in session.rules.menus(session.state) for each in menu.choices]
        choices.sort(key=lambda each: each.place)
        if not 1 <= len(choices) <= 10:
            continue
        seen.add(len(choices) == 1)
        buttons = [each for each in components_of(Board(game_of(session), style)) if "emoji" in each]
        assert [each["label"] for each in buttons] == [suits_as_text(in_signs(each)) for each in choices]
        assert [each["emoji"]["name"] for each in buttons] == [
            picture_name(each.card, two_colours=True) for each in choices
        ]
        colour = ButtonStyle.primary if len(choices) == 1 else ButtonStyle.secondary
        assert {each["style"] for each in buttons} == {colour.value}


@pytest.mark.parametrize("style", STYLES)
async def test_the_same_card_of_another_pack_has_its_place_on_its_button(style: Style) -> None:
    """No two buttons look alike, even for the same card of two packs."""
    for screen in screens("push-pin", style, "en"):
        buttons = [
            (each.get("label"), (each.get("emoji") or {}).get("name"))
            for each in screen.parts
            if {"play", "card"} & set(each.get("custom_id", "").split(":"))
        ]
        assert len(set(buttons)) == len(buttons)


async def test_two_long_moves_of_the_same_cards_have_their_places_in_words() -> None:
    """In words, places tell moves apart where there is no room for the neighbours of what leaves."""
    rules = find_game("push-pin")
    state = rules.notation.read_position("8S QD QC 8H 2S 8C QD QC 8D")
    buttons = components_of(Board(game_of(Session(rules, "tuesday", state)), Style(spoken=True)))
    labels = [each["label"] for each in buttons if ":play:" in each.get("custom_id", "")]
    out = "take out queen of diamonds and queen of clubs"
    assert {f"{out}, cards 2-3", f"{out}, cards 7-8"} <= set(labels)
    assert len(set(labels)) == len(labels)


async def test_notes_in_words_have_no_signs() -> None:
    """In words, a note has no cards, arrows or notation in signs."""
    news = News("Try 12<<< (8♠ onto K♠) — proven. t3>f", Surety.ESTIMATE)
    board = Board(game_of(Session.deal(find_game("accordion"), "tuesday")), SPOKEN, news)
    assert not set("\n".join(read_aloud(board)).removeprefix("> ")) & SIGNS


@EVERY_KIND
async def test_controls_offer_just_the_legal_moves(rules: AnyRules) -> None:
    """What a player can choose is what the rules allow, each move that leads elsewhere once."""
    for session in walked(rules.id)[::7]:
        if rules.outcome(session.state) is not None:
            continue
        game = game_of(session)
        components = components_of(Board(game, Style()))
        deal = [each for each in components if each.get("label") == "Deal"]
        offered = ["d"] if deal and not deal[0]["disabled"] else []
        offered += ["r" for each in components if each.get("label") in ("Redeal", "Turn the waste over")]
        offered += dict.fromkeys(moves_on([*components, *farther_away(game)]))
        legal = map(rules.notation.write_move, rules.moves(session.state))
        missing = Counter(legal)
        missing.subtract(offered)
        assert min(missing.values(), default=0) >= 0
        assert all(no_better(session, move, offered) for move in missing.elements())


def no_better(session: Session[Any], move: str, offered: list[str]) -> bool:
    """Whether a move that is not on the board leads nowhere where one of those on it does not lead too."""
    after = session.play(move)
    if session.rules.family == "napoleon":
        return any(alike(session.play(each), after) for each in offered if each != "d")
    if session.rules.family != "cribbage":
        return False
    others = [session.play(each) for each in offered if each != "d"]
    return any(
        [pile.top for pile in other.state.piles] == [pile.top for pile in after.state.piles]
        and other.state.points == after.state.points
        and set(other.legal) >= set(after.legal)
        for other in others
    )


def alike(one: Session[Any], other: Session[Any]) -> bool:
    """Whether only the places of columns differ."""
    columns = (sorted(map(str, each.state.columns)) for each in (one, other))
    return next(columns) == next(columns) and one.state.foundations == other.state.foundations


def farther_away(game: Game) -> list[dict[str, Any]]:
    """Return the components of the boards that list what is farther away."""
    return [
        each for start in range(24, 200, 24) for each in components_of(Board(game, Style(), listed=start))
    ]


def moves_on(components: list[dict[str, Any]]) -> list[str]:
    """Return the moves that buttons and options play."""
    ids = [each["custom_id"] for each in components if "custom_id" in each]
    options = [option["value"] for each in components for option in each.get("options", [])]
    played = [press.rest or "" for press in map(Press.read, ids) if press.verb == "play"]
    return [each for each in options if farther(each) is None] + played


async def test_deal_stands_out_where_nothing_else_can_be_done() -> None:
    """Deal stands out only where it is the sole move, and not where dealing is refused."""
    colours = set()
    for session in walked("goren"):
        moves = session.rules.moves(session.state)
        for button in components_of(Board(game_of(session), Style())):
            if button.get("label") == "Deal":
                colours.add((moves == (DEAL,), button["style"]))
    assert colours == {(True, ButtonStyle.primary.value), (False, ButtonStyle.secondary.value)}


@pytest.mark.parametrize("typed", ["", "tuesday", "two words", "x" * 300, "goren:tuesday"])
def test_seed_choices_fit_discord(typed: str) -> None:
    """Seeds and games that are offered have at most 100 characters, whatever was typed."""
    for each in [*seed_choices(typed, NOW), *variant_choices(ALL.values(), typed)]:
        assert 1 <= len(each.name) <= 100
        assert 1 <= len(each.value) <= 100

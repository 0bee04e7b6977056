"""Boards fit Discord's limits in every position that play can reach."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import count, cycle, islice, pairwise
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine.cards import PACK
from bot.engine.games import ALL, find_game
from bot.engine.rules import DEAL
from bot.engine.session import Session
from bot.render.cards import EMPTY, Style, picture_name, picture_style, suits_as_text
from bot.render.labels import list_text
from bot.render.moves import told_beside
from bot.render.news import News, refused_news
from bot.service.analysis import Surety
from bot.service.game import Game, Seat
from bot.store import Status
from bot.ui.board import Board
from bot.ui.components import ButtonStyle
from bot.ui.options import move_choices, seed_choices, variant_choices
from bot.ui.presses import LONGEST_LINE, Press
from small_discord.limits.kinds import walk
from tests.engine.walks import EVERY_KIND, is_first_of_its_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    import discord

    from bot.engine.rules import AnyRules

LONGEST = 2**63 - 1
GALLERY = 12
"""The type of a component that shows pictures."""
FOOT = f"-# Gone after a reload? </board:{LONGEST}> brings it back."
_KINDS = [(two, free) for two in (False, True) for free in (False, True)]
NAMES = [EMPTY, *(picture_name(card, two_colours=two, free=free) for card in PACK for two, free in _KINDS)]
FACES = {name: f"<:{name}:{LONGEST}>" for name in NAMES}
STYLES = [
    picture_style(FACES, 10, two_colours=True),
    picture_style(FACES, 5, two_colours=False),
    Style(a_line=13),
    replace(picture_style(FACES, 5, two_colours=False), large=True),
    Style(spoken=True, a_line=5),
]
SIGNS = set("♣♦♥♠←→<>◀▶▲▼◆★✕⚠🏆⭐✅❌🎲❔🟦🟥⬜🔶🟨·—–")


def many(rules: AnyRules) -> int:
    """Return how many positions to look at: of a game like another one, some from more than one deal."""
    return 400 if is_first_of_its_kind(rules) else 160


def walks(rules: AnyRules) -> Iterator[Session[Any]]:
    """Yield every position of games of random moves, endlessly."""
    for number in count():
        session = Session.deal(rules, f"walk-{number}")
        chance = random.Random(number)  # noqa: S311  which move is played, not a secret
        yield session
        while moves := rules.moves(session.state):
            move = chance.choice(moves)
            state = rules.play(session.state, move)
            session = replace(session, state=state, moves=(*session.moves, move))
            yield session


def game_of(session: Session[Any], status: Status = Status.PLAYING) -> Game:
    """Return a game with the longest possible ids."""
    return Game(LONGEST, Seat(LONGEST, LONGEST, LONGEST), True, LONGEST, status, session)


def components_of(board: discord.ui.LayoutView) -> list[dict[str, Any]]:
    """Return every component of a board as Discord's JSON, nested ones too."""
    return list(walk(board.to_components()))  # type: ignore[no-untyped-call]  # discord.py left it so


@EVERY_KIND
async def test_every_board_fits_discord(rules: AnyRules) -> None:
    """Every board fits Discord's limits of components, characters, options and ids."""
    for session, style in zip(islice(walks(rules), many(rules)), cycle(STYLES), strict=False):
        over = rules.outcome(session.state) is not None
        check_fits(
            Board(
                game_of(session, Status.FINISHED if over else Status.PLAYING),
                style,
                News("A note. " * 40, Surety.WON, play=next(iter(rules.moves(session.state)), None)),
                foot=FOOT,
            )
        )


@EVERY_KIND
async def test_the_longest_line_fits_under_every_board(rules: AnyRules) -> None:
    """The longest line of moves fits under every board, with the reason why it was refused."""
    for session, style in zip(islice(walks(rules), 60), cycle(STYLES), strict=False):
        if rules.outcome(session.state) is None:
            news = refused_news("A reason. " * 30, "x" * LONGEST_LINE)
            check_fits(Board(game_of(session), style, news, foot=FOOT))


async def test_many_moves_between_columns_say_where_they_go() -> None:
    """Where Napoleon has more than ten moves, a card says which card or column it goes to."""
    session = Session.deal(find_game("napoleon"), "n845").play("t1>t5 t1>t10")
    components = components_of(Board(game_of(session), Style()))
    labels = [each["label"] for each in components if ":play:" in each.get("custom_id", "")]
    assert len(labels) > 10
    assert all("onto" in label or label.endswith("to empty") for label in labels)


@pytest.mark.parametrize("style", STYLES)
async def test_runs_have_buttons_and_fit_with_all_other_moves(style: Style) -> None:
    """Where runs can move, no more than a row of them is offered, and everything fits."""
    rules = find_game("napoleon-manual")
    columns = "5CJS 5D9S8S7S TS 4D9S8S TS 4HJH TH9H8H QH - - w:2S +20"
    session = replace(Session.deal(rules, "1883"), state=rules.notation.read_position(columns), marks=())
    board = Board(game_of(session), style, News("A note. " * 40), foot=FOOT)
    check_fits(board)
    assert sum(":run:" in each.get("custom_id", "") for each in components_of(board)) == 5


def check_fits(board: discord.ui.LayoutView) -> None:
    """Assert Discord's limits on a message and each part of it."""
    components = components_of(board)
    assert len(components) <= 40
    texts = [each["content"] for each in components if "content" in each]
    assert sum(map(len, texts)) <= 4000
    assert (
        sum(len(text.encode()) + 12 for text in texts) <= 10_170
    )  # or Discord answers 500, and says no more
    ids = [each["custom_id"] for each in components if "custom_id" in each]
    assert len(set(ids)) == len(ids)
    assert max(map(len, ids), default=0) <= 100
    pictures = [item for each in components for item in each.get("items", [])]
    assert len(pictures) <= 10
    for picture in pictures:
        assert 1 <= len(picture["description"]) <= 1024
    assert max((len(each["label"]) for each in components if "label" in each), default=0) <= 80
    for select in components:
        options = select.get("options", [])
        assert len({option["value"] for option in options}) == len(options) <= 25
        assert all(1 <= len(option[key]) <= 100 for option in options for key in ("label", "value"))
        assert all(len(option.get("description", "")) <= 100 for option in options)
        assert 1 <= len(select.get("placeholder", "…")) <= 150


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
    """Moves without a button are in selects; each says what it holds, as a phone shows some 35 characters."""
    session = Session.deal(find_game("push-pin"), "h4")
    components = components_of(Board(game_of(session), STYLES[0]))
    says = [each["placeholder"] for each in components if "placeholder" in each]
    assert [each.partition(", ")[0] for each in says] == ["25 more moves", "12 more moves"]
    assert all(" … " in each and len(each) < 50 for each in says)
    (menu, *_) = session.rules.menus(session.state)
    assert (
        list_text(menu.choices[:1], Style()) == f"1 more move, {suits_as_text(menu.choices[0].card.symbol)}"
    )


@pytest.mark.parametrize("game", ["accordion", "royal-marriage", "push-pin"])
async def test_the_moves_around_the_last_one_are_a_tap_each(game: str) -> None:
    """Where there are too many moves for buttons, those around the last one have a button each."""
    crowded = [each for each in islice(walks(find_game(game)), 200) if len(each.legal) > 20 and each.moves]
    assert crowded
    for session in crowded:
        at = session.moves[-1].at[0]
        choices = [each for menu in session.rules.menus(session.state) for each in menu.choices]
        before = [each for each in sorted(choices, key=lambda each: each.place) if each.place < at][-3:]
        after = [each for each in sorted(choices, key=lambda each: each.place) if each.place >= at][:3]
        buttons = [each for each in components_of(Board(game_of(session), STYLES[0])) if "label" in each]
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
        if not 1 <= len(choices) <= 10:
            continue
        seen.add(len(choices) == 1)
        buttons = [each for each in components_of(Board(game_of(session), style)) if "emoji" in each]
        assert [each["label"] for each in buttons] == [suits_as_text(told_beside(each)) for each in choices]
        assert [each["emoji"]["name"] for each in buttons] == [
            picture_name(each.card, two_colours=True) for each in choices
        ]
        colour = ButtonStyle.primary if len(choices) == 1 else ButtonStyle.secondary
        assert {each["style"] for each in buttons} == {colour.value}


async def test_the_same_card_of_another_pack_has_its_place_on_its_button() -> None:
    """No two buttons look alike, even for the same card of two packs."""
    for session in islice(walks(find_game("push-pin")), 300):
        for style in STYLES:
            buttons = [
                (each.get("label"), (each.get("emoji") or {}).get("name"))
                for each in components_of(Board(game_of(session), style))
                if ":play:" in each.get("custom_id", "") or ":card:" in each.get("custom_id", "")
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


async def test_words_have_no_signs() -> None:
    """Nothing on a board in words is a picture of a card or an arrow, nor is anything in its notes."""
    words = STYLES[-1]
    for rules in ALL.values():
        for session in islice(walks(rules), 0, 200, 9):
            over = rules.outcome(session.state) is not None
            game = game_of(session, Status.FINISHED if over else Status.PLAYING)
            said = "\n".join(
                read_aloud(Board(game, words, News("Try 12<<< (8♠ onto K♠) — proven. t3>f", Surety.ESTIMATE)))
            )
            assert not set(said.replace("\n> ", "\n")) & SIGNS, said
            assert "\n\n" not in said


def read_aloud(board: discord.ui.LayoutView) -> Iterator[str]:
    """Yield everything on a board that a screen reader reads: texts, placeholders, options, buttons."""
    for each in components_of(board):
        yield from (each[key] for key in ("content", "placeholder", "label") if key in each)
        yield from (option["label"] for option in each.get("options", []))


def board_text_of(board: Board) -> str:
    """Return the first text of a board, without its notes."""
    return next(str(each["content"]) for each in components_of(board) if "content" in each)


@EVERY_KIND
async def test_controls_offer_just_the_legal_moves(rules: AnyRules) -> None:
    """What a player can choose is what the rules allow, each move once; in Cribbage, each that differs."""
    for session in islice(walks(rules), 0, many(rules), 3):
        if rules.outcome(session.state) is not None:
            continue
        game = game_of(session)
        components = components_of(Board(game, Style()))
        deal = [each for each in components if each.get("label") == "Deal"]
        offered = ["d"] if deal and not deal[0]["disabled"] else []
        offered += ["r" for each in components if each.get("label") in ("Redeal", "Turn the waste over")]
        offered += moves_on(components)
        legal = map(rules.notation.write_move, rules.moves(session.state))
        missing = Counter(legal)
        missing.subtract(offered)
        assert min(missing.values(), default=0) >= 0
        assert all(no_better(session, move, offered) for move in missing.elements())


def no_better(session: Session[Any], move: str, offered: list[str]) -> bool:
    """Whether a move that is not on the board leads nowhere where one of those on it does not lead too."""
    if session.rules.family != "cribbage":
        return False
    after = session.play(move)
    others = [session.play(each) for each in offered if each != "d"]
    return any(
        [pile.top for pile in other.state.piles] == [pile.top for pile in after.state.piles]
        and other.state.points == after.state.points
        and set(other.legal) >= set(after.legal)
        for other in others
    )


def moves_on(components: list[dict[str, Any]]) -> list[str]:
    """Return the moves that buttons and options play."""
    ids = [each["custom_id"] for each in components if "custom_id" in each]
    options = [option["value"] for each in components for option in each.get("options", [])]
    return options + [press.rest or "" for press in map(Press.read, ids) if press.verb == "play"]


async def test_deal_stands_out_where_nothing_else_can_be_done() -> None:
    """Deal stands out only where it is the sole move, and not where dealing is refused."""
    colours = set()
    for session in islice(walks(find_game("goren")), 400):
        moves = session.rules.moves(session.state)
        for button in components_of(Board(game_of(session), Style())):
            if button.get("label") == "Deal":
                colours.add((moves == (DEAL,), button["style"]))
    assert colours == {(True, ButtonStyle.primary.value), (False, ButtonStyle.secondary.value)}


@EVERY_KIND
def test_autocomplete_fits_discord(rules: AnyRules) -> None:
    """Autocomplete offers at most 25 moves of at most 100 characters, whatever was typed."""
    for session, then in islice(pairwise(walks(rules)), 0, many(rules), 11):
        if rules.outcome(session.state) is not None:
            continue
        for typed in (
            "",
            "1",
            "♠",
            rules.notation.write_move(then.moves[-1]) + " " if then.moves else "",
            "x" * 300,
        ):
            choices = move_choices(session, typed, Style(spoken=True))
            assert len(choices) <= 25
            assert all(1 <= len(each.name) <= 100 and 1 <= len(each.value) <= 100 for each in choices)


@pytest.mark.parametrize("typed", ["", "tuesday", "two words", "x" * 300, "goren:tuesday"])
def test_seed_choices_fit_discord(typed: str) -> None:
    """Seeds and games that are offered have at most 100 characters, whatever was typed."""
    for each in [*seed_choices(typed), *variant_choices(ALL.values(), typed)]:
        assert 1 <= len(each.name) <= 100
        assert 1 <= len(each.value) <= 100

"""Boards fit Discord's limits in every position that play can reach."""

from __future__ import annotations

import random
from itertools import cycle, pairwise
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine.cards import PACK
from bot.engine.games import ALL
from bot.engine.session import Session
from bot.local.posting.numbering import walk
from bot.render.pictures import EMPTY, picture_name
from bot.render.style import Style, picture_style
from bot.service.game import Game, Seat
from bot.store import Status
from bot.ui.board import Board
from bot.ui.choices import move_choices, seed_choices, variant_choices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.rules import AnyRules

LONGEST = 2**63 - 1
NAMES = [EMPTY, *(picture_name(card, two_colours=two) for card in PACK for two in (False, True))]
STYLES = [
    picture_style({name: f"<:{name}:{LONGEST}>" for name in NAMES}, 10, two_colours=True),
    picture_style({name: f"<:{name}:{LONGEST}>" for name in NAMES}, 5, two_colours=False),
    Style(a_line=13),
    Style(spoken=True, a_line=5),
]


def walks(rules: AnyRules, games: int) -> Iterator[Session[Any]]:
    """Yield every position of some games of random moves."""
    for number in range(games):
        session = Session.deal(rules, f"walk-{number}")
        chance = random.Random(number)  # noqa: S311  which move is played, not a secret
        yield session
        while moves := rules.moves(session.state):
            session = session.play(rules.notation.write_move(chance.choice(moves)))
            yield session


def game_of(session: Session[Any], status: Status = Status.PLAYING) -> Game:
    """Return a game with the longest ids there can be."""
    return Game(LONGEST, Seat(LONGEST, LONGEST, LONGEST), True, LONGEST, status, session)


def components_of(board: Board) -> list[dict[str, Any]]:
    """Return every component of a board in Discord's form, nested ones too."""
    return list(walk(board.to_components()))  # type: ignore[no-untyped-call]  # discord.py left it so


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
async def test_every_board_fits_discord(rules: AnyRules) -> None:
    """At most 40 components and 4000 characters; 25 options a select; ids unique and at most 100 long."""
    for session, style in zip(walks(rules, 6), cycle(STYLES), strict=False):
        over = rules.outcome(session.state) is not None
        board = Board(game_of(session, Status.FINISHED if over else Status.PLAYING), style, "A note. " * 40)
        components = components_of(board)
        assert len(components) <= 40
        assert sum(len(each.get("content", "")) for each in components) <= 4000
        ids = [each["custom_id"] for each in components if "custom_id" in each]
        assert len(set(ids)) == len(ids)
        assert max(map(len, ids)) <= 100
        for select in components:
            values = [option["value"] for option in select.get("options", [])]
            assert len(set(values)) == len(values) <= 25


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
async def test_selects_and_buttons_offer_just_the_legal_moves(rules: AnyRules) -> None:
    """What a player can choose is what the rules allow."""
    for session in walks(rules, 2):
        if rules.outcome(session.state) is not None:
            continue
        components = components_of(Board(game_of(session), Style()))
        offered = {option["value"] for each in components for option in each.get("options", [])}
        deal = [each for each in components if each.get("label") == "Deal"]
        if deal and not deal[0]["disabled"]:
            offered.add("d")
        offered |= {"r" for each in components if each.get("label") == "Redeal"}
        assert offered == {rules.notation.write_move(move) for move in rules.moves(session.state)}


@pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))
def test_autocomplete_fits_discord(rules: AnyRules) -> None:
    """At most 25 choices, names and values at most 100 characters, whatever was typed."""
    for session, then in pairwise(walks(rules, 1)):
        for typed in (
            "",
            "1",
            "♠",
            rules.notation.write_move(then.moves[-1]) + " " if then.moves else "",
            "x" * 300,
        ):
            choices = move_choices(session, typed)
            assert len(choices) <= 25
            assert all(1 <= len(each.name) <= 100 and 1 <= len(each.value) <= 100 for each in choices)


@pytest.mark.parametrize("typed", ["", "tuesday", "two words", "x" * 300, "goren:tuesday"])
def test_seed_choices_fit_discord(typed: str) -> None:
    """As for moves."""
    for each in [*seed_choices(typed), *variant_choices(ALL.values(), typed)]:
        assert 1 <= len(each.name) <= 100
        assert 1 <= len(each.value) <= 100

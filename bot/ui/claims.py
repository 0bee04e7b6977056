"""What scores in Cribbage Solitaire: buttons for each claim, and a list for each that scores less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import discord

from bot.engine.games.cribbage import Cribbage
from bot.render.cards import Style
from bot.render.claims import claim_text, twins, way_label
from bot.service.claims import Way, ways_to_score
from bot.service.game import Game
from bot.ui.components import PressButton, PressSelect, Row, in_rows
from bot.ui.presses import Press

_BUTTONS = 12
"""Up to this many ways to score get a button each; beyond, each claim has a list."""
_ACROSS = 3
"""Buttons in a row: as many as their words leave room for on a wide screen."""


def claim_rows(game: Game, rules: Cribbage, style: Style) -> Iterator[Row]:
    """Yield the controls that score, most points first."""
    best, less = ways_to_score(rules, game.state)
    alike = twins([*best, *less])
    if len(best) > _BUTTONS:
        best, less = [], [*best, *less]
    for group in _by_claim(best):
        yield from in_rows([_button(game, way, style, twin=way in alike) for way in group], _ACROSS)
    for number, group in enumerate(_by_claim(less)):
        options = [_option(game, way, style, twin=way in alike) for way in group]
        yield Row(PressSelect(claim_text(group, style), Press(game.seen, "pick"), number, options))


def _button(game: Game, way: Way, style: Style, *, twin: bool) -> PressButton:
    return PressButton(way_label(way, style, twin=twin), Press(game.seen, "play", _move(game, way)))


def _option(game: Game, way: Way, style: Style, *, twin: bool) -> discord.SelectOption:
    return discord.SelectOption(label=way_label(way, style, twin=twin), value=_move(game, way))


def _by_claim(ways: Sequence[Way]) -> Iterator[list[Way]]:
    for _, group in groupby(ways, key=lambda way: way.claim):
        yield list(group)


def _move(game: Game, way: Way) -> str:
    return game.rules.notation.write_move(way.move)

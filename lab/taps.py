"""`taps`: how many taps it takes to play a game to its end.

The games are those of a player who takes every hint, replayed on the small Discord through the controls of
its boards: once with a tap for every move (or every run of deals up to the next one, if that is what was
played), and once with the bot playing where there is no choice.
"""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

from bot.cli.terminal import AsJson, print_json, print_line, progress_bar
from bot.render import labels
from bot.service.menus import Way, ways_to_score
from bot.service.play import dealt_on, played_while_forced
from bot.store import Forced
from idle_year.advice import Advisor
from idle_year.analysis import since_reveal
from idle_year.engine.games import find_game
from idle_year.engine.games.cribbage import Cribbage
from idle_year.engine.rules import DEAL, REDEAL, Move, Outcome
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Limit
from lab.bots import prepare_solvers, stage
from small_discord import Message, Person
from tests.controls import HERE, farther_away, offered, shown

GAMES = (
    "accordion",
    "idle-year",
    "goren",
    "royal-marriage",
    "push-pin",
    "concertina",
    "one-handed",
    "cribbage",
    "napoleon",
    "pyramid",
)
"""The games of each family that are played differently."""
_SEED = "1883"
_LIMIT = Limit(nodes=20_000, seconds=math.inf)
_MOST = 300
"""After this many moves a game is abandoned."""


class Taps(NamedTuple):
    """How a game went."""

    moves: int
    """Including every card that was dealt."""
    taps: int
    unforced: int
    """The taps needed where the bot plays when there is no choice, as it does unless told otherwise."""
    from_lists: int
    """The taps needed where every move but a deal is chosen from a list."""
    won: bool


def taps(as_json: AsJson = False) -> None:
    """Play whole games through the controls of their boards, and count the taps."""
    prepare_solvers(GAMES)
    done = itertools.count(1)
    with progress_bar("games", len(GAMES)) as show:
        figures = asyncio.run(_measure(lambda: show(next(done))))
    if as_json:
        print_json({game: taken._asdict() for game, taken in figures.items()})
        return
    for game, taken in figures.items():
        end = "won" if taken.won else "not won"
        lists = f"{taken.from_lists} with lists alone"
        by_itself = f"{taken.unforced} where the bot plays when there is no choice"
        print_line(f"{game}: {taken.taps} taps for {taken.moves} moves, {end}; {by_itself}; {lists}")


async def _measure(step: Callable[[], object]) -> dict[str, Taps]:
    """Play a deal of each game; return the taps."""
    async with stage([*GAMES, *(f"{game}, unforced" for game in GAMES)]) as on:
        figures = {}
        for by_hand, by_itself, game in zip(on.people, on.people[len(GAMES) :], GAMES, strict=False):
            unforced = (await _play(by_itself, game, Forced.BY_ITSELF)).taps
            await by_hand.slash(HERE, "settings", forced="by hand")
            figures[game] = (await _play(by_hand, game, Forced.BY_HAND))._replace(unforced=unforced)
            step()
        return figures


async def _play(person: Person, game: str, forced: Forced) -> Taps:
    """Take every hint until the game is over, or for as long as anybody would.

    `forced` is what the player has the bot play where there is no choice.
    """
    session, advisor, taps, from_lists = Session.deal(find_game(game), _SEED), Advisor(), 0, 0
    rules = session.rules
    board = shown(await person.slash(HERE, f"deal {rules.family}", variant=rules.id, seed=_SEED))
    while session.legal and len(session.moves) < _MOST:
        move = advisor.advise(rules, since_reveal(session), _LIMIT).move
        if move is None:
            break
        if move == DEAL:
            board, session = shown(await person.press(board, labels.DEAL_ON)), dealt_on(session, forced)
            taps, from_lists = taps + 1, from_lists + 1
            continue
        move = _on_board(session, move)
        board, spent = await _move(person, board, session, move)
        session = played_while_forced(session.play(rules.notation.write_move(move)), forced)
        taps, from_lists = taps + spent, from_lists + (1 if move == REDEAL else 2)
    return Taps(len(session.moves), taps, taps, from_lists, session.outcome is Outcome.WON)


def _on_board(session: Session[Any], move: Move) -> Move:
    """Return a move, or in Cribbage the one on the board that leaves the same cards and as much to score."""
    if not isinstance(session.rules, Cribbage):
        return move
    ways = [way for several in ways_to_score(session.rules, session.state) for way in several]
    if move in [way.move for way in ways]:
        return move
    told = Way(move, session.state, session.rules.play(session.state, move))
    return next(way.move for way in ways if way.row == told.row and way.opens >= told.opens)


async def _move(person: Person, board: Message, session: Session[Any], move: Move) -> tuple[Message, int]:
    """Make a move; return the board after it and how many taps it took."""
    rules = session.rules
    if move == REDEAL:
        return shown(await person.press(board, session.table.redeal)), 1
    written, taps = rules.notation.write_move(move), 0
    while written not in (moves := offered(board)):
        way_on = farther_away(board)
        board, taps = shown(await person.use(board, way_on.custom_id, way_on.chosen)), taps + way_on.taps
    control = moves[written]
    return shown(await person.use(board, control.custom_id, control.chosen)), taps + control.taps

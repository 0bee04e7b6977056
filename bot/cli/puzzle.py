"""`idleyear puzzle`: a position to win from, in which few of the moves keep the win."""

from __future__ import annotations

from bot.cli.games import Seed
from bot.cli.solve import prepare_solver
from bot.cli.terminal import AsJson, Game, print_aside, print_json, print_line
from bot.service.seeds import random_seed
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.wording import counted
from idle_year.puzzles import GAMES, make_puzzle


def puzzle(game: Game, seed: Seed = None, as_json: AsJson = False) -> None:
    """Make a puzzle: a position that can be won, proven, in which few of the moves keep the win.

    With --json come the seed of the deal and the moves that lead to it.
    """
    rules = find_game(game)
    if rules.id not in GAMES:
        raise GameError(
            f"There are no puzzles of {rules.name}: positions with few moves that win are too rare."
        )
    prepare_solver(rules)
    made_from = seed if seed is not None else random_seed()
    made = make_puzzle(rules, made_from)
    if made is None:
        raise GameError(f"No puzzle of {rules.name} comes of this seed: try another one.")
    session, choice = made.session, made.choice
    position = rules.notation.write_position(rules.view(session.state))
    keep = [rules.notation.write_move(move) for move in choice.keeping]
    if as_json:
        dealt = {"game": rules.id, "revision": rules.revision, "seed": session.seed}
        led = {"moves": write_moves(rules, session.moves), "position": position}
        found = {"legal": choice.moves, "keep": keep, "choices": made.choices}
        print_json({**dealt, **led, **found})
        return
    if seed is None:
        print_aside(f"seed: {made_from}")
    print_line(position)
    keeps = "keeps" if len(keep) == 1 else "keep"
    print_line(f"{len(keep)} of {choice.moves} moves {keeps} the win: {' '.join(keep)}")
    print_line(f"{counted(made.choices, 'such choice')} until the win is plain")

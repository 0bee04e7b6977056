"""`idleyear solve`, `best`, `judge` and `hint`: what the solvers make of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.cli.each_position import Answered, about_positions
from bot.engine.errors import GameError
from bot.engine.record import write_moves
from bot.engine.wording import counted
from bot.render.playing.hints import hint_text
from bot.service.hints.analysis import Surety
from bot.service.hints.hint import advise
from bot.solvers.protocols import Answer
from bot.solvers.registry import solver_for

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.solvers.protocols import Limit, Verdict

_ANSWERS = {Surety.WON: Answer.WON, Surety.LOST: Answer.LOST}
"""The answers to what is proven, by whatever means: the text says so too."""


@about_positions
def solve(rules: AnyRules, state: Any, limit: Limit) -> Answered:
    """Find out if a position can be won, and by which moves. A stock written after | is known."""
    verdict = solver_for(rules).solve(state, limit)
    line = [rules.notation.write_move(move) for move in verdict.line]
    position = rules.notation.write_position(state)
    fields = {"position": position, "answer": verdict.answer, "line": line, "nodes": verdict.nodes}
    return Answered(fields, _told(verdict, " ".join(line)))


@about_positions
def best(rules: AnyRules, state: Any, limit: Limit) -> Answered:
    """Find the best score within reach of a position, and the moves that get there."""
    found = solver_for(rules).best(state, limit)
    score = dict(found.score.parts)
    fields = {
        "position": rules.notation.write_position(state),
        "line": [rules.notation.write_move(move) for move in found.line],
        "score": score,
        "exact": found.exact,
        "nodes": found.nodes,
    }
    worth = ", ".join(f"{name} {value}" for name, value in score.items())
    sure = "nothing better can be reached" if found.exact else "something better may be there"
    return Answered(fields, f"{worth}; {sure}: {write_moves(rules, found.line) or 'no move'}")


@about_positions
def judge(rules: AnyRules, state: Any, limit: Limit) -> Answered:
    """Find out for every legal move whether the game can be won after it."""
    judged = solver_for(rules).judge(state, limit)
    moves = [{"move": rules.notation.write_move(move), "answer": answer} for move, answer in judged]
    fields = {"position": rules.notation.write_position(state), "moves": moves}
    return Answered(
        fields, ", ".join(f"{each['move']} {each['answer']}" for each in moves) or "no legal move"
    )


@about_positions
def hint(rules: AnyRules, state: Any, limit: Limit) -> Answered:
    """Suggest a move as the bot does: from what a player can see, never from the order of the stock."""
    if not rules.moves(state):
        raise GameError("There is no hint, because no move is left.")
    found = advise(rules, state, limit)
    text = hint_text(found)
    chance = found.analysis.chances[0] if found.analysis.chances else None
    fields = {
        "position": rules.notation.write_position(rules.view(state)),
        "move": None if found.move is None else rules.notation.write_move(found.move),
        "answer": _ANSWERS.get(found.analysis.surety, Answer.UNKNOWN),
        "wins": None if chance is None else chance.wins,
        "interval": None if chance is None else [chance.low, chance.high],
        "text": text,
    }
    return Answered(fields, text)


def _told(verdict: Verdict, line: str) -> str:
    if verdict.answer is Answer.WON:
        return f"won in {counted(len(verdict.line), 'move')}: {line}" if line else "won already"
    if verdict.answer is Answer.LOST:
        return "lost: no moves win"
    if verdict.hidden:
        return "unknown: it depends on cards that lie face down"
    return f"unknown: not settled after {counted(verdict.nodes, 'state')}"

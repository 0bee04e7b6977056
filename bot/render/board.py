"""A game as a board: title, the row ten cards a line, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.engine.codes import write_code
from bot.engine.notation import pile_number
from bot.engine.record import write_moves
from bot.engine.rules import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.rules import Pile, Score, Table, TableRow
    from bot.engine.session import Session

CARDS_A_LINE = 10
"""Ten cards fit a phone, and make the numbering decimal."""


def board_text(session: Session[Any], *, resigned: bool = False) -> str:
    """Return the whole board of a game, in Discord's Markdown."""
    rules, table = session.rules, session.rules.table(session.state)
    outcome = rules.outcome(session.state)
    status = [outcome_text(session, outcome, resigned=resigned)] if resigned or outcome else []
    heading = f"### {rules.name}"
    stock = [] if table.stock is None else [f"{table.stock} in the stock"]
    code = f"deal {write_code(rules, session.seed)}"
    facts = "-# " + " · ".join([*table.notes, *stock, *_last_move(session), code])
    return "\n".join([heading, *status, *table_lines(table), facts])


def table_lines(table: Table) -> list[str]:
    """Return the rows, each line led by the number of its first pile in monospace."""
    return [line for row in table.rows for line in _row_lines(row)]


def outcome_text(session: Session[Any], outcome: Outcome | None, *, resigned: bool) -> str:
    """Return how a game ended, with its score, in one line."""
    score = score_text(session.rules.score(session.state))
    if resigned:
        return f"**Resigned** with {score}."
    words = {
        Outcome.WON: "🏆 **Won!**",
        Outcome.MINOR_WIN: "⭐ **A minor win:**",
        Outcome.STUCK: "**Stuck:**",
    }
    return f"{words[outcome]} {score} after {_count(len(session.moves), 'move')}." if outcome else score


def score_text(score: Score) -> str:
    """Return a score as `5 piles, penalty 31`: what is left, then the finer parts."""
    (name, value), *finer = score.parts
    return ", ".join([_count(value, name.removesuffix("s")), *(f"{part} {worth}" for part, worth in finer)])


def _row_lines(row: TableRow) -> list[str]:
    if row.label is not None:
        return [f"`{row.label}` " + _cards(row.piles)]
    return [
        f"`{pile_number(start):>2}` " + _cards(row.piles[start : start + CARDS_A_LINE])
        for start in range(0, len(row.piles), CARDS_A_LINE)
    ]


def _cards(piles: Iterable[Pile | None]) -> str:
    return " ".join("—" if pile is None else pile.top.symbol for pile in piles)


def _last_move(session: Session[Any]) -> list[str]:
    if not session.moves:
        return []
    return [f"move {len(session.moves)}: `{write_moves(session.rules, session.moves[-1:])}`"]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"

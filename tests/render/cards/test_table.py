"""Tables as lines of cards."""

from __future__ import annotations

import pytest

from bot.engine.cards import PACK
from bot.engine.games import find_game
from bot.engine.rules import Label, Pile, Table, TableRow
from bot.render.cards.style import Style
from bot.render.cards.table import table_lines

CARDS = tuple(Pile(card) for card in (*PACK, *PACK))


@pytest.mark.parametrize("a_line", [5, 8, 10, 13])
def test_a_line_holds_as_many_cards_as_the_player_wants(a_line: int) -> None:
    """Each begins with the number of its first pile."""
    lines = table_lines(Table((TableRow(CARDS[:52]),)), Style(a_line=a_line))
    assert [len(line[5:].split()) for line in lines[:-1]] == [a_line] * (len(lines) - 1)
    assert [int(line[1:3]) for line in lines] == list(range(1, 53, a_line))


def test_the_numbers_of_two_packs_are_equally_wide() -> None:
    """From a hundred piles on they have three digits, so that the cards stay in columns."""
    lines = table_lines(Table((TableRow(CARDS),)), Style())
    assert [line[:6] for line in lines[-2:]] == ["` 91` ", "`101` "]
    assert lines[0].startswith("`  1` ")


def test_a_pyramid_is_a_pyramid() -> None:
    """Each row begins half a card further left than the one above, and cleared places stay."""
    rules = find_game("pyramid")
    start = rules.start("tuesday")
    *rows, waste = table_lines(rules.table(start), Style())
    widths = [len(line) - len(line.replace("\N{EN SPACE}", "")) for line in rows]
    assert widths == [6, 5, 4, 3, 2, 1, 0]
    assert waste == "`waste` —"


def test_a_label_leads_its_row() -> None:
    """A label comes before the first card, in monospace."""
    rows = (TableRow(CARDS[:1], Label(" t1", "Column t1")), TableRow((None,), Label("  w", "Waste w")))
    assert table_lines(Table(rows), Style()) == [f"` t1` {PACK[0].symbol}", "`  w` —"]

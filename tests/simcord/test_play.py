"""Deal, move, wrong move, stale press, stranger and restart, as SimCord's Discord sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from bot.store import open_store
from tests.simcord.conftest import AnsweringBot

if TYPE_CHECKING:
    from pathlib import Path

    import simcord


class Table(NamedTuple):
    """A channel and two people in it."""

    channel: Any
    ada: Any
    ben: Any


@pytest.fixture
def table(simcord_env: simcord.Env) -> Table:
    """Seat Ada and Ben in a channel."""
    guild = simcord_env.create_guild()
    people = [guild.add_member(simcord_env.create_user(name)) for name in ("ada", "ben")]
    return Table(guild.create_text_channel("patience"), *people)


def shown(result: Any) -> Any:
    """Return the message of a result."""
    assert result.response is not None
    return result.response


def text(message: Any) -> str:
    """Return all text displays of a message, joined by newlines."""
    return "\n".join(part["content"] for part in parts(message.components) if part["type"] == 10)


def parts(components: list[Any]) -> Iterator[Any]:
    """Yield all components of a message, those within others too."""
    for part in components:
        yield part
        yield from parts(part.get("components", []))


def first_select(message: Any) -> Any:
    """Return the first select of a message."""
    return next(part for part in parts(message.components) if part["type"] == 3)


async def deal(table: Table, **options: str) -> Any:
    """Deal a known game of Ada's."""
    return shown(await table.ada.slash(table.channel, "deal accordion", seed="tuesday", **options))


async def test_deal_and_move(table: Table) -> None:
    """A deal is private; a select plays in place."""
    board = await deal(table)
    assert board.ephemeral
    select = first_select(board)
    result = await table.ada.select(
        board.message, [select["options"][0]["value"]], custom_id=select["custom_id"]
    )
    assert "51 piles" in text(shown(result))


async def test_a_wrong_move_is_explained(table: Table) -> None:
    """A wrong move is explained in one private sentence."""
    await deal(table)
    result = await table.ada.slash(table.channel, "move", moves="60<")
    assert result.ephemeral
    assert "There is no pile 60: the row has 52." in text(shown(result))


async def test_a_stale_press_redraws(table: Table) -> None:
    """A press on an old board says that nothing was played."""
    board = await deal(table)
    select = first_select(board)
    await table.ada.slash(table.channel, "move", moves=select["options"][0]["value"])
    result = await table.ada.select(
        board.message, [select["options"][1]["value"]], custom_id=select["custom_id"]
    )
    assert "nothing was played" in text(shown(result))


async def test_a_stranger_is_told_whose_game_it_is(table: Table) -> None:
    """A press on another's public board gets a private note."""
    board = await deal(table, where="in the channel")
    result = await table.ben.click(board.message, label="Hint")
    assert result.ephemeral
    assert f"<@{table.ada.id}>'s game" in text(shown(result))


async def test_the_modal_plays_moves(table: Table) -> None:
    """Type moves, under More, opens a modal, and what is typed is played."""
    board = await deal(table)
    value = first_select(board)["options"][0]["value"]
    panel = shown(await table.ada.click(board.message, label="More"))
    opened = await table.ada.click(panel.message, label="Type moves")
    result = await table.ada.submit_modal(opened, {"moves": value})
    assert "51 piles" in text(shown(result))


async def test_autocomplete_offers_legal_moves(table: Table) -> None:
    """Autocomplete offers legal moves, at most 25 of them."""
    board = await deal(table)
    offered = await table.ada.autocomplete(table.channel, "move", "moves", "")
    assert 0 < len(offered) <= 25
    assert first_select(board)["options"][0]["value"] in [choice["value"] for choice in offered]


async def test_a_board_works_after_a_restart(simcord_env: simcord.Env, table: Table, tmp_path: Path) -> None:
    """A new process answers the old board's select."""
    board = await deal(table)
    select = first_select(board)
    async with await open_store(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}") as store:
        await simcord_env.restart_bot(AnsweringBot(store, shard_count=1))
        result = await table.ada.select(
            board.message, [select["options"][0]["value"]], custom_id=select["custom_id"]
        )
        assert "51 piles" in text(shown(result))

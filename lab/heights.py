"""`heights`: how high the boards of each game are on a phone.

A beginner plays the recorded game of each kind on the small Discord to the fullest of its boards, which
Chromium lays out on a screen 390 pixels wide, in the default looks and with bigger cards.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from playwright.async_api import Page, async_playwright

from bot.cli.terminal import AsJson, print_json, print_line, progress_bar
from idle_year.engine.games import ALL
from idle_year.engine.records import read_record, write_moves
from idle_year.engine.session import Session
from lab.bots import pictured, stage
from small_discord import Message, Person
from small_discord.browser import page_socket
from tests.controls import HERE, shown
from tests.screens import GOLDEN

GAMES = tuple(ALL)
SCREEN = 640
"""Pixels that a small phone shows of a board."""
_LOOKS = {"text": "pictures", "picture": "large pictures"}
"""What is told of each look, and what people choose in `/settings`."""
_MOST = 4
"""So many positions with the most moves are looked at in a game, and as many with the most cards."""
_QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
_MEASURE = """(id) => {
  const board = document.querySelector(`[data-message="${id}"] .container`);
  const top = board.getBoundingClientRect().top;
  const row = board.querySelector(".row").getBoundingClientRect();
  return [board.offsetHeight, Math.round(row.bottom - top)];
}"""


class Height(NamedTuple):
    """How high the highest of some boards is, in pixels."""

    board: int
    to_first_row: int
    """From its top to the end of its first row of buttons: the most of any of these boards."""

    @property
    def fits(self) -> bool:
        """Whether the cards and the first row of buttons are on the screen together."""
        return self.to_first_row <= SCREEN


def heights(as_json: AsJson = False) -> None:
    """Measure the highest board of each recorded game in Chromium, as on a phone 390 pixels wide."""
    with progress_bar("boards", len(GAMES) * len(_LOOKS)) as show:
        figures = asyncio.run(_measure(_counted(show)))
    if as_json:
        print_json(
            {game: {look: each._asdict() for look, each in of.items()} for game, of in figures.items()}
        )
        return
    for game, of in figures.items():
        print_line(f"{game}: {'; '.join(_in_words(look, each) for look, each in of.items())}")


def _counted(show: Callable[[int], object]) -> Callable[[], object]:
    done = iter(range(1, len(GAMES) * len(_LOOKS) + 1))
    return lambda: show(next(done))


def _in_words(look: str, height: Height) -> str:
    beside = "" if height.fits else f", cards and first buttons {height.to_first_row}"
    return f"{look} {height.board}{beside}"


async def _measure(step: Callable[[], object]) -> dict[str, dict[str, Height]]:
    """Play the recorded games in each look; return how high their highest boards were."""
    figures: dict[str, dict[str, Height]] = {game: {} for game in GAMES}
    # Private boards are shown in the window that asked for them alone, which is not the page's: it shows all.
    with patch.object(page_socket, "Person", lambda *of: Person(*of[:3])):
        async with stage(["Ada", "Ben", "Cleo"]) as on:
            await pictured(on.bot)
            ada = on.people[0]
            for look, cards in _LOOKS.items():
                await ada.slash(HERE, "settings", cards=cards, forced="by hand")
                for game in GAMES:
                    async with _phone(on.local.page_url) as page:
                        figures[game][look] = await _highest(page, ada, game)
                    step()
    return figures


async def _highest(page: Page, player: Person, game: str) -> Height:
    """Play a recorded game; return how high its highest board was."""
    won = read_record((GOLDEN / f"{game}.game").read_text("utf-8"))
    board = shown(await player.slash(HERE, f"deal {won.rules.family}", variant=game, seed=won.seed))
    found, played = [await _height(page, board)], 0
    for number in _fullest(won):
        moves = write_moves(won.rules, won.moves[played:number])
        board = shown(await player.slash(HERE, "move", moves=moves))
        found.append(await _height(page, board))
        played = number
    return Height(*map(max, zip(*found, strict=True)))


def _fullest(won: Session[Any]) -> list[int]:
    """Return after how many moves a game has the most of them, or of cards, to show."""
    in_play = [(number, won.at(number)) for number in range(1, len(won.moves))]
    write = won.rules.notation.write_position
    by_moves = sorted(in_play, key=lambda each: len(each[1].legal), reverse=True)[:_MOST]
    by_cards = sorted(in_play, key=lambda each: len(write(each[1].state)), reverse=True)[:_MOST]
    return sorted({number for number, _ in (*by_moves, *by_cards)})


async def _height(page: Page, board: Message) -> tuple[int, int]:
    """Return how high a board is, once all of its pictures are there, and to the end of its first buttons."""
    of = page.locator(f'[data-message="{board.id}"]')
    await of.locator(".container .row").first.wait_for()
    await of.evaluate("board => Promise.all([...board.querySelectorAll('img')].map((each) => each.decode()))")
    height, to_first_row = await page.evaluate(_MEASURE, board.id)
    return height, to_first_row


@asynccontextmanager
async def _phone(address: str) -> AsyncIterator[Page]:
    """Open the page in Chromium as on a phone."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=_QUIET)
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        await page.goto(address)
        await page.get_by_text("as Ada").wait_for()
        yield page
        await browser.close()
